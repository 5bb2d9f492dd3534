package io.ethryx.routing;

import io.ethryx.core.topology.ChainId;
import java.util.Map;
import java.util.Objects;

/**
 * What an operator decides about routing.
 *
 * @param strategy how a node is chosen
 * @param stateWindow how many blocks behind the head a State node still serves, 0 and above
 * @param windows that number for single chains; a version without its own goes by its base
 * @param maxAttempts how many nodes are asked at most because others failed, 1 and above; what a node's error code calls for
 *     comes on top
 */
public record RoutingSettings(
        SelectionStrategy strategy, long stateWindow, Map<ChainId, Long> windows, int maxAttempts) {

    /** Random, 64 blocks, three attempts. */
    public static final RoutingSettings DEFAULT = new RoutingSettings(SelectionStrategy.RANDOM, 64, Map.of(), 3);

    /**
     * Copies the map.
     *
     * @param strategy see the record
     * @param stateWindow see the record
     * @param windows see the record
     * @param maxAttempts see the record
     * @throws IllegalArgumentException if a window is negative, or there is no attempt
     */
    public RoutingSettings {
        Objects.requireNonNull(strategy, "strategy");
        windows = Map.copyOf(windows);
        if (stateWindow < 0 || windows.values().stream().anyMatch(window -> window < 0)) {
            throw new IllegalArgumentException("a negative window");
        }
        if (maxAttempts < 1) {
            throw new IllegalArgumentException("max attempts " + maxAttempts);
        }
    }

    /**
     * The window of a chain.
     *
     * @param chain a chain, or a version of one
     * @return blocks, 0 and above
     */
    public long windowOf(ChainId chain) {
        Long own = windows.get(chain);
        return own != null ? own : windows.getOrDefault(chain.withoutVersion(), stateWindow);
    }
}
