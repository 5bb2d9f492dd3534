package io.ethryx.core.topology;

import java.util.Map;

/**
 * A chain's weights and method routes: the value of its {@code gateway} key.
 *
 * @param weights node key to weight, 0 to 100; a node that is not named has {@link Node#DEFAULT_WEIGHT}
 * @param routes method to route, by its exact name
 */
public record GatewaySettings(Map<String, Integer> weights, Map<String, MethodRoute> routes) {

    /** No weight and no route: what a chain without the key has. */
    public static final GatewaySettings NONE = new GatewaySettings(Map.of(), Map.of());

    /**
     * Copies the maps.
     *
     * @param weights see the record
     * @param routes see the record
     * @throws IllegalArgumentException if a weight is outside 0 to 100
     */
    public GatewaySettings {
        weights = Map.copyOf(weights);
        routes = Map.copyOf(routes);
        weights.forEach((key, weight) -> {
            if (weight < 0 || weight > 100) {
                throw new IllegalArgumentException("weight " + weight + " of " + key + " is outside 0 to 100");
            }
        });
    }

    /**
     * The weight that shares at random go by.
     *
     * @param nodeKey the node's key
     * @return 0 to 100
     */
    public int weightOf(String nodeKey) {
        return weights.getOrDefault(nodeKey, Node.DEFAULT_WEIGHT);
    }
}
