package io.ethryx.discovery;

import io.ethryx.core.topology.MirrorTarget;
import io.ethryx.discovery.Flaw.Grade;
import java.util.OptionalInt;

/** The value of a mirror target: {@code {"address":"10.0.0.2","port":8545,"rateLimit":50}}. */
final class MirrorValue {

    private MirrorValue() {}

    static Entry read(TopologyKey key, Members members) {
        Endpoint endpoint = Endpoint.read(members);
        OptionalInt limit = members.integer("rateLimit");
        if (limit.isPresent() && limit.getAsInt() < 0) {
            String rule = "has to be above 0 copies a second";
            members.note(Grade.REPLACED, "rateLimit", limit.getAsInt(), rule, "it counts as no limit until then");
        }
        OptionalInt above = limit.isPresent() && limit.getAsInt() > 0 ? limit : OptionalInt.empty();
        return new Entry.Mirror(new MirrorTarget(key.name(), endpoint.address(), endpoint.port(), above));
    }
}
