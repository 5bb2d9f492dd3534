package io.ethryx.server.sidecar;

import io.undertow.util.HttpString;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * From method and raw target to a route: byte for byte and case-sensitively, by the first path segment; nothing is decoded
 * or cleaned up. Immutable; costs no allocation.
 */
final class RouteTable {

    private static final List<String> BUILT_IN = List.of("eth", "teku", "prysm", "nimbus", "lodestar", "lighthouse");

    private static final Route[] LOCAL = {Route.LIVEZ, Route.READYZ, Route.HEALTHZ, Route.METRICS};
    private static final String[] LOCAL_PATHS = {"/livez", "/readyz", "/healthz", "/metrics"};

    private final String[] clSegments;

    /**
     * The built-in table with more consensus-layer segments.
     *
     * @param clPathPrefixes first path segments, without slashes
     */
    RouteTable(List<String> clPathPrefixes) {
        clSegments = Stream.concat(BUILT_IN.stream(), clPathPrefixes.stream()).toArray(String[]::new);
    }

    Route of(HttpString method, String target) {
        Route local = local(target);
        if (local != null && isRead(method)) {
            return local;
        }
        return isCl(target) ? Route.CL : Route.EL;
    }

    private static @Nullable Route local(String target) {
        int query = target.indexOf('?');
        int length = query < 0 ? target.length() : query;
        for (int i = 0; i < LOCAL.length; i++) {
            if (LOCAL_PATHS[i].length() == length && target.startsWith(LOCAL_PATHS[i])) {
                return LOCAL[i];
            }
        }
        return null;
    }

    private static boolean isRead(HttpString method) {
        String name = method.toString();
        return name.equals("GET") || name.equals("HEAD");
    }

    private boolean isCl(String target) {
        if (target.charAt(0) != '/') {
            return false;
        }
        int end = 1;
        while (end < target.length() && target.charAt(end) != '/' && target.charAt(end) != '?') {
            end++;
        }
        for (String segment : clSegments) {
            if (segment.length() == end - 1 && target.startsWith(segment, 1)) {
                return true;
            }
        }
        return false;
    }
}
