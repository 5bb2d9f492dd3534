package io.ethryx.discovery;

import io.ethryx.core.topology.Node;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The text of a chain's {@code gateway} key, to be changed: members that nobody here knows are kept as they are. Immutable.
 * What is empty is left out, so that the emptied document is <code>{}</code>.
 */
public final class GatewayDocument {

    private static final String WEIGHTS = "weights";
    private static final String ROUTES = "method_routes";
    private static final String INCLUDE = "include_node_keys";
    private static final String EXCLUDE = "exclude_node_keys";

    /** The document of a chain that has none. */
    public static final GatewayDocument EMPTY = new GatewayDocument(Map.of());

    private final Map<String, @Nullable Object> members;

    private GatewayDocument(Map<String, @Nullable Object> members) {
        this.members = members;
    }

    /**
     * Reads a document.
     *
     * @param text the key's value
     * @return the document
     * @throws IllegalArgumentException if it is no JSON object
     */
    public static GatewayDocument of(String text) {
        return new GatewayDocument(ValueText.object(text));
    }

    /**
     * Sets a node's weight.
     *
     * @param nodeKey the node
     * @param weight 0 to 100; 100 is what a node without an entry has, and takes the entry away
     * @return the changed document
     * @throws IllegalArgumentException if the weight is out of bounds, or the document is not of its shape
     */
    public GatewayDocument withWeight(String nodeKey, int weight) {
        if (weight < 0 || weight > 100) {
            throw new IllegalArgumentException("weight " + weight + " is outside 0 to 100");
        }
        List<Object> others = new ArrayList<>();
        for (Map<String, @Nullable Object> entry : ValueText.objects(members, WEIGHTS)) {
            if (!nodeKey.equals(entry.get("node_key"))) {
                others.add(entry);
            }
        }
        if (weight != Node.DEFAULT_WEIGHT) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("node_key", nodeKey);
            entry.put("weight", weight);
            others.add(entry);
        }
        return with(WEIGHTS, others.isEmpty() ? null : others);
    }

    /**
     * Adds nodes to a method's route.
     *
     * @param method the method
     * @param include the only nodes to serve it
     * @param exclude nodes not to serve it
     * @return the changed document
     * @throws IllegalArgumentException if the document is not of its shape
     */
    public GatewayDocument withRoute(String method, Collection<String> include, Collection<String> exclude) {
        Map<String, @Nullable Object> routes = ValueText.object(members, ROUTES);
        Map<String, @Nullable Object> route = ValueText.object(routes, method);
        route.put(INCLUDE, with(ValueText.object(route, INCLUDE), include));
        route.put(EXCLUDE, with(ValueText.object(route, EXCLUDE), exclude));
        routes.put(method, route);
        return with(ROUTES, routes);
    }

    /**
     * Takes nodes out of a method's route, and the route away once it names none.
     *
     * @param method the method
     * @param include nodes that are among the only ones to serve it
     * @param exclude nodes that are not to serve it
     * @return the changed document; the same if there is no such route
     * @throws IllegalArgumentException if the document is not of its shape
     */
    public GatewayDocument withoutRoute(String method, Collection<String> include, Collection<String> exclude) {
        Map<String, @Nullable Object> routes = ValueText.object(members, ROUTES);
        if (!routes.containsKey(method)) {
            return this;
        }
        Map<String, @Nullable Object> route = ValueText.object(routes, method);
        Map<String, @Nullable Object> included = ValueText.object(route, INCLUDE);
        Map<String, @Nullable Object> excluded = ValueText.object(route, EXCLUDE);
        included.keySet().removeAll(include);
        excluded.keySet().removeAll(exclude);
        route.put(INCLUDE, included);
        route.put(EXCLUDE, excluded);
        routes.put(method, route);
        if (included.isEmpty() && excluded.isEmpty()) {
            routes.remove(method);
        }
        return with(ROUTES, routes.isEmpty() ? null : routes);
    }

    /**
     * Takes a method's route away.
     *
     * @param method the method
     * @return the changed document; the same if there is no such route
     * @throws IllegalArgumentException if the document is not of its shape
     */
    public GatewayDocument withoutRoute(String method) {
        Map<String, @Nullable Object> routes = ValueText.object(members, ROUTES);
        boolean known = routes.containsKey(method);
        routes.remove(method);
        return known ? with(ROUTES, routes.isEmpty() ? null : routes) : this;
    }

    /**
     * Takes a node out of weights and routes.
     *
     * @param nodeKey the node
     * @return the changed document
     * @throws IllegalArgumentException if the document is not of its shape
     */
    public GatewayDocument withoutNode(String nodeKey) {
        GatewayDocument changed = withWeight(nodeKey, Node.DEFAULT_WEIGHT);
        for (String method : ValueText.object(members, ROUTES).keySet()) {
            changed = changed.withoutRoute(method, List.of(nodeKey), List.of(nodeKey));
        }
        return changed;
    }

    /** {@return the value to write} */
    public String text() {
        return JsonPrinter.print(members);
    }

    private GatewayDocument with(String name, @Nullable Object value) {
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(members);
        if (value == null) {
            changed.remove(name);
        } else {
            changed.put(name, value);
        }
        return new GatewayDocument(changed);
    }

    private static Map<String, @Nullable Object> with(Map<String, @Nullable Object> keys, Collection<String> added) {
        added.forEach(key -> keys.put(Objects.requireNonNull(key, "key"), true));
        return keys;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof GatewayDocument document && members.equals(document.members);
    }

    @Override
    public int hashCode() {
        return members.hashCode();
    }

    @Override
    public String toString() {
        return text();
    }
}
