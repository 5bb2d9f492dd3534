package io.ethryx.routing;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How long a node has taken lately: rises at once to the slowest answer, and sinks with time towards the answers that
 * follow. Silence lets it sink too, so that a node that was slow once is tried again.
 *
 * <p>Lock-free and without allocation: value and time stand in one long (upper half the value in nanoseconds as a float,
 * lower half the time in units of 2^20 ns), replaced by compare-and-set. A loser of that race tries again.
 */
final class PeakEwma {

    private static final int TIME_SHIFT = 20;

    private final AtomicLong state = new AtomicLong();
    private final double decayUnits;

    /**
     * Knows no answer yet.
     *
     * @param decayNanos in this time what was seen loses 63 % of its weight
     */
    PeakEwma(long decayNanos) {
        this.decayUnits = Math.max(1L, decayNanos >> TIME_SHIFT);
    }

    /** Takes note of an answer, or of a failure that counts as one. */
    void observe(long tookNanos, long nowNanos) {
        double took = Math.max(1L, tookNanos);
        long seen;
        long next;
        do {
            seen = state.get();
            next = pack(seen == 0 ? took : blend(seen, took, units(nowNanos)), units(nowNanos));
        } while (!state.compareAndSet(seen, next));
    }

    private double blend(long seen, double took, int now) {
        double kept = keptOf(seen, now);
        double sunk = value(seen) * kept + took * (1 - kept);
        return Math.max(took, sunk);
    }

    /** What it is now, in nanoseconds; 0 while no answer is known. */
    double nanos(long nowNanos) {
        long seen = state.get();
        return seen == 0 ? 0 : value(seen) * keptOf(seen, units(nowNanos));
    }

    private double keptOf(long seen, int now) {
        int elapsed = Math.max(0, now - (int) seen);
        return Math.exp(-elapsed / decayUnits);
    }

    private static int units(long nanos) {
        return (int) (nanos >> TIME_SHIFT);
    }

    private static float value(long packed) {
        return Float.intBitsToFloat((int) (packed >>> 32));
    }

    private static long pack(double value, int time) {
        return (long) Float.floatToRawIntBits((float) value) << 32 | (time & 0xFFFF_FFFFL);
    }
}
