package io.ethryx.discovery;

import io.ethryx.core.topology.GatewaySettings;
import io.ethryx.core.topology.MethodRoute;
import io.ethryx.core.topology.Node;
import io.ethryx.discovery.Flaw.Grade;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The value of a chain's gateway key: {@code {"weights":[{"node_key":"k","weight":10}],
 * "method_routes":{"eth_call":{"include_node_keys":{"k":true},"exclude_node_keys":{}}}}}.
 */
final class GatewayValue {

    private final List<Flaw> flaws;

    private GatewayValue(List<Flaw> flaws) {
        this.flaws = flaws;
    }

    static Entry read(Members members, List<Flaw> flaws) {
        GatewayValue value = new GatewayValue(flaws);
        Map<String, Integer> weights = value.weights(members);
        return new Entry.Gateway(new GatewaySettings(weights, value.routes(members)));
    }

    private Map<String, Integer> weights(Members members) {
        Map<String, Integer> weights = new HashMap<>();
        int index = 0;
        for (Object element : members.list("weights")) {
            String name = "weights[" + index++ + "]";
            if (!(element instanceof Map<?, ?> object)) {
                members.note(Grade.USELESS, name, String.valueOf(element), "has to be an object", "write {…}");
                continue;
            }
            Members weight = new Members(object, name + ".", flaws);
            String node = weight.text("node_key");
            if (node.isEmpty()) {
                weight.note(Grade.USELESS, "node_key", "absent", "has to be the key of a node", "name the node");
            }
            Integer earlier = weights.put(node, weight.within("weight", 0, 100, Node.DEFAULT_WEIGHT));
            if (earlier != null) {
                weight.note(Grade.UNUSUAL, "node_key", node, "has a weight already", "keep one");
            }
            weight.noteUnknown();
        }
        return weights;
    }

    private Map<String, MethodRoute> routes(Members members) {
        Map<String, MethodRoute> routes = new HashMap<>();
        members.object("method_routes").forEach((method, value) -> {
            String name = "method_routes." + method;
            if (value != null && !(value instanceof Map)) {
                members.note(Grade.USELESS, name, value, "has to be an object", "write {…}");
                return;
            }
            Members route = new Members(value == null ? Map.of() : (Map<?, ?>) value, name + ".", flaws);
            MethodRoute read = new MethodRoute(keys(route, "include_node_keys"), keys(route, "exclude_node_keys"));
            route.noteUnknown();
            if (!read.include().isEmpty() || !read.exclude().isEmpty()) {
                routes.put(String.valueOf(method), read);
            }
        });
        return routes;
    }

    /** The keys that stand there with true. */
    private static Set<String> keys(Members route, String name) {
        Set<String> keys = new HashSet<>();
        route.object(name).forEach((node, value) -> {
            if (!(value instanceof Boolean)) {
                route.note(Grade.USELESS, name, String.valueOf(value), "has to be true for each node", "write true");
            } else if (value.equals(true)) {
                keys.add(String.valueOf(node));
            }
        });
        return keys;
    }
}
