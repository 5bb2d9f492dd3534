package io.ethryx.server.gateway.mirror;

import io.ethryx.core.topology.MirrorTarget;
import io.ethryx.server.budget.ByteBudget;
import io.ethryx.server.io.IoResources;
import io.ethryx.server.upstream.NameLookup;
import io.ethryx.server.upstream.UpstreamSettings;
import io.ethryx.server.upstream.http1.Http1Upstream;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A lane for each target, made when it first gets a copy; all of them share a budget of bytes. Thread-safe. */
final class MirrorLanes {

    private static final int SHARE_OF_HEAP = 16;

    private final MirrorSettings settings;
    private final IoResources io;
    private final ByteBudget budget = ByteBudget.ofTheHeap(SHARE_OF_HEAP);
    private final Map<Place, MirrorLane> lanes = new ConcurrentHashMap<>();

    /**
     * Where a target listens.
     *
     * @param host a name or an IP literal without brackets
     * @param port 1 to 65535
     */
    record Place(String host, int port) {

        static Place of(MirrorTarget target) {
            return new Place(target.address(), target.port());
        }

        String authority() {
            String name = host.indexOf(':') < 0 ? host : "[" + host + "]";
            return port == 80 ? name : name + ":" + port;
        }
    }

    MirrorLanes(MirrorSettings settings, IoResources io) {
        this.settings = settings;
        this.io = io;
    }

    MirrorLane of(MirrorTarget target) {
        Place place = Place.of(target);
        MirrorLane known = lanes.get(place);
        return known == null ? lanes.computeIfAbsent(place, this::make) : known;
    }

    private MirrorLane make(Place place) {
        UpstreamSettings where = new UpstreamSettings(
                place.host(),
                place.port(),
                place.authority(),
                settings.dial(),
                settings.concurrency(),
                settings.concurrency(),
                settings.idle());
        return new MirrorLane(settings, new Http1Upstream(where, io, NameLookup.system()), io, budget);
    }

    void keepOnly(Set<Place> there) {
        lanes.forEach((place, lane) -> {
            if (!there.contains(place) && lanes.remove(place, lane)) {
                lane.close();
            }
        });
    }
}
