package io.ethryx.routing;

import io.ethryx.core.apart.Apart;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What a further call to a node costs: how long it has taken lately, for each call in flight and the new one. The time rises
 * at once to the slowest answer, and sinks towards the answers that follow. Silence lets it sink too, so that a node that
 * was slow once is tried again.
 *
 * <p>Lock-free, without allocation, and one object to read: value and time stand in one long (upper half the value in
 * nanoseconds as a float, lower half the time in units of 2^20 ns), replaced by compare-and-set; a loser of that race tries
 * again. The weight of what was seen sinks along the first terms of the exponential series, which gives the same value on
 * every machine.
 */
final class PeakEwma extends Apart {

    private static final VarHandle STATE;
    private static final VarHandle IN_FLIGHT;

    static {
        try {
            MethodHandles.Lookup own = MethodHandles.lookup();
            STATE = own.findVarHandle(PeakEwma.class, "state", long.class);
            IN_FLIGHT = own.findVarHandle(PeakEwma.class, "inFlight", int.class);
        } catch (ReflectiveOperationException renamed) {
            throw new ExceptionInInitializerError(renamed);
        }
    }

    private static final int TIME_SHIFT = 20;

    /** Above what any answer takes: one call at a time finds out about a new node. */
    private static final double UNKNOWN_COST = 1e15;

    private volatile long state;
    private volatile int inFlight;
    private final double agesPerUnit;

    /**
     * Knows no answer yet.
     *
     * @param decayNanos in this time what was seen loses 60 % of its weight
     */
    PeakEwma(long decayNanos) {
        this.agesPerUnit = 1.0 / Math.max(1L, decayNanos >> TIME_SHIFT);
    }

    /** A call begins. */
    void begun() {
        IN_FLIGHT.getAndAdd(this, 1);
    }

    /** A call ends, in whatever way. */
    void ended() {
        IN_FLIGHT.getAndAdd(this, -1);
    }

    /** Takes note of an answer, or of a failure that counts as one. */
    void observe(long tookNanos, long nowNanos) {
        double took = Math.max(1L, tookNanos);
        long seen;
        long next;
        do {
            seen = state;
            next = pack(seen == 0 ? took : blend(seen, took, units(nowNanos)), units(nowNanos));
        } while (!STATE.compareAndSet(this, seen, next));
    }

    private double blend(long seen, double took, int now) {
        double kept = kept(Math.max(0, now - (int) seen));
        double sunk = value(seen) * kept + took * (1 - kept);
        return Math.max(took, sunk);
    }

    /**
     * Compares what a further call costs here and there. What both have lost since the later of their answers is the same
     * share, so that it is left out, and no clock is read. An idle node that never answered costs nothing, to be tried.
     *
     * <p>Without a branch that chance would decide: two nodes that chance names are a coin toss, which a processor guesses wrong
     * half of the time. Costs are not below 0, and the bits of such numbers have the order of the numbers.
     *
     * @return below 0 where it costs less here, 0 where it is the same
     */
    long compareCost(PeakEwma other) {
        long here = state;
        long there = other.state;
        int longerAgo = here == 0 || there == 0 ? 0 : (int) there - (int) here;
        double own = cost(here, inFlight) * shrinkage(Math.max(0, -longerAgo));
        double its = cost(there, other.inFlight) * shrinkage(Math.max(0, longerAgo));
        return Double.doubleToRawLongBits(own) - Double.doubleToRawLongBits(its);
    }

    private static double cost(long seen, int waiting) {
        return seen == 0 && waiting > 0 ? UNKNOWN_COST + waiting : value(seen) * (double) (waiting + 1);
    }

    private double kept(int elapsed) {
        return 1 / shrinkage(elapsed);
    }

    /** By how much a weight is divided in a time. */
    private double shrinkage(int elapsed) {
        double ages = elapsed * agesPerUnit;
        return 1 + ages + ages * ages / 2;
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
