package io.ethryx.core.line;

import org.jspecify.annotations.Nullable;

/** Counts what a client used. */
@FunctionalInterface
public interface UsageSink {

    /** Counts nothing. */
    UsageSink NONE = (clientId, nanos) -> {};

    /**
     * Counts one HTTP request. On the request path: never blocks, and loses a record rather than wait.
     *
     * @param clientId the request's {@code client-id} field, or null if there is none
     * @param nanos how long the request took from its first byte to its end, 0 and above
     */
    void record(@Nullable String clientId, long nanos);
}
