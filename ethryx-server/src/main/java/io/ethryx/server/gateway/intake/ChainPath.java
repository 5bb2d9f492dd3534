package io.ethryx.server.gateway.intake;

import io.ethryx.core.line.Target;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Topology;
import io.ethryx.server.gateway.edge.PathSegment;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the path of a request names: one segment, and by it a chain. Thread-safe; of use for any number of requests. */
final class ChainPath {

    private final String segment;
    private final Optional<ChainId> chain;
    /** What came of it last; a thread that misses another one's makes it again. */
    private @Nullable Target last;

    private ChainPath(String segment, Optional<ChainId> chain) {
        this.segment = segment;
        this.chain = chain;
    }

    /** The path of a target, its query left aside. */
    static ChainPath of(String target) {
        String segment = onlySegment(target);
        return new ChainPath(segment, ChainId.parse(PathSegment.decoded(segment)));
    }

    /** As it was sent; empty where the path is not one segment. */
    String segment() {
        return segment;
    }

    /** The chain that it names; nothing where it names none. */
    Optional<ChainId> chain() {
        return chain;
    }

    /** The chain in the topology of this moment; null where it names none. */
    @SuppressWarnings("ReferenceEquality") // An equal one may do, but to find that out takes long.
    @Nullable
    Target target(Topology topology) {
        Target known = last;
        if (known == null || known.topology() != topology) {
            known = chain.map(asked -> Target.of(topology, asked)).orElse(null);
            last = known;
        }
        return known;
    }

    /** The target of one segment that another is with a slash too many; empty if it is not. */
    static String withoutLastSlash(String target) {
        int end = endOfPath(target);
        if (end < 3 || target.charAt(end - 1) != '/') {
            return "";
        }
        String without = target.substring(0, end - 1) + target.substring(end);
        return onlySegment(without).isEmpty() ? "" : without;
    }

    /** The path if it is one segment, else an empty text; an escaped slash parts segments as a slash does. */
    private static String onlySegment(String target) {
        int end = endOfPath(target);
        if (end < 2 || target.charAt(0) != '/' || target.lastIndexOf('/', end - 1) != 0) {
            return "";
        }
        String segment = target.substring(1, end);
        return segment.contains("%2f") || segment.contains("%2F") ? "" : segment;
    }

    private static int endOfPath(String target) {
        int query = target.indexOf('?');
        return query < 0 ? target.length() : query;
    }
}
