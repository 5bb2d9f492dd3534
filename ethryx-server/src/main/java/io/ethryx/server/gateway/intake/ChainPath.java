package io.ethryx.server.gateway.intake;

import io.ethryx.core.line.Target;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Topology;
import io.ethryx.server.gateway.edge.PathSegment;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the path of a request names: one segment, and by it a chain.
 *
 * @param segment as it was sent; empty where the path is not one segment
 * @param chain nothing where it names none
 */
record ChainPath(String segment, Optional<ChainId> chain) {

    /** Reads a path, without its query. */
    static ChainPath of(String path) {
        String segment = onlySegment(path);
        return new ChainPath(segment, ChainId.parse(PathSegment.decoded(segment)));
    }

    /** The chain in the topology of this moment; null where it names none. */
    @Nullable
    Target target(Topology topology) {
        ChainId asked = chain.orElse(null);
        return asked == null ? null : Target.of(topology, asked);
    }

    /** The target of one segment that another is with a slash too many; empty if it is not. */
    static String withoutLastSlash(String target) {
        int end = endOfPath(target);
        if (end < 3 || target.charAt(end - 1) != '/') {
            return "";
        }
        String path = target.substring(0, end - 1);
        return onlySegment(path).isEmpty() ? "" : path + target.substring(end);
    }

    /** Where the path of a target ends. */
    static int endOfPath(String target) {
        int query = target.indexOf('?');
        return query < 0 ? target.length() : query;
    }

    /** The path if it is one segment, else an empty text; an escaped slash parts segments as a slash does. */
    private static String onlySegment(String path) {
        if (path.length() < 2 || path.charAt(0) != '/' || path.lastIndexOf('/') != 0) {
            return "";
        }
        return path.contains("%2f") || path.contains("%2F") ? "" : path.substring(1);
    }
}
