package io.ethryx.routing;

import java.util.Optional;

/** How one of a pool's nodes is chosen. */
public enum SelectionStrategy {
    /** At random, by the gateway's weights. */
    RANDOM("random"),
    /** In turns, by the nodes' own weights; the gateway's weights and method routes do not apply. */
    ROUND_ROBIN("round_robin"),
    /** The cheaper of two, by recent answer times and calls in flight; weights other than 0 do not apply. */
    LEAST_LATENCY("least_latency");

    private final String wireName;

    SelectionStrategy(String wireName) {
        this.wireName = wireName;
    }

    /** {@return how {@code node_select_strategy} names it} */
    public String wireName() {
        return wireName;
    }

    /**
     * Finds a strategy.
     *
     * @param name its exact name
     * @return nothing if there is no such strategy
     */
    public static Optional<SelectionStrategy> named(String name) {
        for (SelectionStrategy strategy : values()) {
            if (strategy.wireName.equals(name)) {
                return Optional.of(strategy);
            }
        }
        return Optional.empty();
    }
}
