package io.ethryx.server.gateway.admin;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The calls that there are. Immutable. */
final class RouteTable {

    private final List<Route> routes;

    RouteTable(List<Route> routes) {
        this.routes = List.copyOf(routes);
    }

    /**
     * A call that was found.
     *
     * @param route it
     * @param names what stands in the places of its path, decoded
     * @param query the parameters, decoded
     */
    record Found(Route route, Map<String, String> names, Map<String, String> query) {

        Found {
            names = Map.copyOf(names);
            query = Map.copyOf(query);
        }
    }

    List<Route> routes() {
        return routes;
    }

    /** The call that a request is; null if it is none of them. */
    @Nullable
    Found find(String method, String target) {
        int mark = target.indexOf('?');
        List<String> segments = segments(target);
        for (Route route : routes) {
            Map<String, String> names = route.method().equals(method) ? route.match(segments) : null;
            if (names != null) {
                return found(route, names, mark < 0 ? "" : target.substring(mark + 1));
            }
        }
        return null;
    }

    /** The methods of the calls that a target may be, in their order; empty if it is none. */
    Set<String> methods(String target) {
        List<String> segments = segments(target);
        Set<String> methods = new LinkedHashSet<>();
        for (Route route : routes) {
            if (route.match(segments) != null) {
                methods.add(route.method());
            }
        }
        return methods;
    }

    private static List<String> segments(String target) {
        int mark = target.indexOf('?');
        String path = mark < 0 ? target : target.substring(0, mark);
        return path.startsWith("/") ? List.of(path.substring(1).split("/", -1)) : List.of();
    }

    private static @Nullable Found found(Route route, Map<String, String> names, String query) {
        try {
            names.replaceAll((place, text) -> decoded(text.replace("+", "%2B")));
            return new Found(route, names, parameters(query));
        } catch (IllegalArgumentException badEscape) {
            return null;
        }
    }

    private static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new HashMap<>();
        for (String pair : query.split("&", -1)) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
                parameters.putIfAbsent(name, equals < 0 ? "" : decoded(pair.substring(equals + 1)));
            }
        }
        return parameters;
    }

    /** The target has a char for each byte. */
    private static String decoded(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return URLDecoder.decode(new String(bytes, StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }
}
