package io.ethryx.routing;

import java.time.Duration;

/**
 * How long a call may take: one deadline for all its attempts together, which ends when the first byte of an answer goes to
 * the caller; from then on only silence ends it. Pure; times are those of one ticker, which may begin anywhere.
 *
 * @param beganNanos when the call began
 * @param total how long it may take to the first byte, above zero
 * @param silence how long nothing may come after that, above zero
 */
public record CallDeadline(long beganNanos, Duration total, Duration silence) {

    /** How long an answer that has begun may stand still. */
    public static final Duration SILENCE = Duration.ofSeconds(60);

    /**
     * Checks the durations.
     *
     * @param beganNanos see the record
     * @param total see the record
     * @param silence see the record
     * @throws IllegalArgumentException if one is not above zero
     */
    public CallDeadline {
        if (total.isZero() || total.isNegative() || silence.isZero() || silence.isNegative()) {
            throw new IllegalArgumentException("no time: " + total + ", " + silence);
        }
    }

    /**
     * A deadline with the usual {@link #SILENCE}.
     *
     * @param beganNanos when the call began
     * @param total how long it may take to the first byte, above zero
     * @return the deadline
     */
    public static CallDeadline of(long beganNanos, Duration total) {
        return new CallDeadline(beganNanos, total, SILENCE);
    }

    /** {@return when it passes, for a call of which nothing has gone to its caller} */
    public long atNanos() {
        return beganNanos + total.toNanos();
    }

    /**
     * What is left for the next attempt.
     *
     * @param nowNanos the ticker's time
     * @return nanoseconds; 0 or less once it has passed
     */
    public long leftNanos(long nowNanos) {
        return atNanos() - nowNanos;
    }

    /**
     * What is left for an answer that is going to the caller.
     *
     * @param lastByteNanos when its last byte so far came
     * @param nowNanos the ticker's time
     * @return nanoseconds; 0 or less once it has been silent for too long
     */
    public long leftInAnswerNanos(long lastByteNanos, long nowNanos) {
        return lastByteNanos + silence.toNanos() - nowNanos;
    }
}
