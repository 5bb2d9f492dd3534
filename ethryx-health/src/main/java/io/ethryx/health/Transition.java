package io.ethryx.health;

import java.time.Instant;

/**
 * A change of the verdict.
 *
 * @param at when, by the wall clock
 * @param from the state before
 * @param readiness the verdict after
 */
public record Transition(Instant at, ReadinessState from, Readiness readiness) {

    /**
     * The state after.
     *
     * @return the state after
     */
    public ReadinessState to() {
        return readiness.state();
    }

    /**
     * Whether the log tells of it: a first verdict of ready goes without saying, every other change is either
     * {@code not ready} or {@code readiness recovered}.
     *
     * @return true if it is worth a line
     */
    public boolean reported() {
        return !(from == ReadinessState.WARMING_UP && readiness.ready());
    }

    /**
     * The log's message (reference section 8).
     *
     * @return {@code readiness recovered} (info) or {@code not ready} (warn)
     */
    public String message() {
        return readiness.ready() ? "readiness recovered" : "not ready";
    }
}
