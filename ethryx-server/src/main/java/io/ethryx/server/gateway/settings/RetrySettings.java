package io.ethryx.server.gateway.settings;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What happens after a failure.
 *
 * @param maxAttempts nodes tried for one call, at least 1
 * @param hedges after what time a second node is asked too, by method
 */
public record RetrySettings(int maxAttempts, Map<String, Hedge> hedges) {

    /**
     * Copies what it is given.
     *
     * @param maxAttempts see the record
     * @param hedges see the record
     */
    public RetrySettings {
        hedges = Map.copyOf(hedges);
    }

    /**
     * When a second node is asked.
     *
     * @param after a fixed time; absent: the 95th percentile of the node's latency
     */
    public record Hedge(Optional<Duration> after) {}
}
