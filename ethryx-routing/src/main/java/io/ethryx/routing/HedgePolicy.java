package io.ethryx.routing;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * After how long without an answer a call is sent to a second node as well. Off for every method that is not named, and for
 * methods that submit whatever is said.
 *
 * <p>Immutable and pure; a look-up costs one read of a hash map.
 *
 * @param delays method to delay
 */
public record HedgePolicy(Map<String, Delay> delays) {

    /** No hedging. */
    public static final HedgePolicy NONE = new HedgePolicy(Map.of());

    private static final double P95 = 95.0;

    /**
     * How long to wait.
     *
     * @param fixed a time above zero, or null for the time that 95 % of the first node's answers took at most in the last minute
     */
    public record Delay(@Nullable Duration fixed) {

        /** When the first node is slower than for 95 % of its answers. */
        public static final Delay BEYOND_P95 = new Delay(null);

        /**
         * Checks the time.
         *
         * @param fixed see the record
         * @throws IllegalArgumentException if it is not above zero
         */
        public Delay {
            if (fixed != null && (fixed.isZero() || fixed.isNegative())) {
                throw new IllegalArgumentException("hedging after " + fixed);
            }
        }
    }

    /**
     * Copies the map.
     *
     * @param delays see the record
     */
    public HedgePolicy {
        delays = Map.copyOf(delays);
    }

    /**
     * How long to wait for the first node.
     *
     * @param method the call's method
     * @param first how the first node has done
     * @param nowNanos the ticker's time
     * @return nanoseconds; nothing if the call is not to be hedged, or the node has not answered often enough to tell
     */
    public OptionalLong delayNanos(String method, NodeLoad first, long nowNanos) {
        Delay delay = delays.get(method);
        if (delay == null || SubmittingMethods.contains(method)) {
            return OptionalLong.empty();
        }
        if (delay.fixed() != null) {
            return OptionalLong.of(delay.fixed().toNanos());
        }
        long micros = first.microsAt(P95, nowNanos);
        return micros < 0 ? OptionalLong.empty() : OptionalLong.of(micros * 1000);
    }
}
