package io.ethryx.server.gateway.settings;

import java.time.Duration;
import java.util.Map;

/**
 * A time by method.
 *
 * @param usual for methods that are not named
 * @param byMethod for those that are
 */
public record MethodTimes(Duration usual, Map<String, Duration> byMethod) {

    /**
     * Copies what it is given.
     *
     * @param usual see the record
     * @param byMethod see the record
     */
    public MethodTimes {
        byMethod = Map.copyOf(byMethod);
    }

    /**
     * The time of a method.
     *
     * @param method its name
     * @return its own time, or the usual one
     */
    public Duration of(String method) {
        return byMethod.isEmpty() ? usual : byMethod.getOrDefault(method, usual);
    }
}
