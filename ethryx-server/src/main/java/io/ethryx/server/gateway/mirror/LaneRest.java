package io.ethryx.server.gateway.mirror;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Leaves a target alone that failed many times in a row, for longer and longer: connecting in vain costs the IO threads more
 * than an answer does. Thread-safe, lock-free.
 */
final class LaneRest {

    private static final int STRIKES = 8;
    private static final int MOST_DOUBLINGS = 7;
    private static final long FIRST_NANOS = Duration.ofMillis(50).toNanos();

    private final LongSupplier ticker;
    private final AtomicInteger strikes = new AtomicInteger();
    private volatile long untilNanos;
    private volatile boolean resting;

    LaneRest(LongSupplier ticker) {
        this.ticker = ticker;
    }

    /** Whether nothing is sent now. */
    boolean rests() {
        if (!resting) {
            return false;
        }
        boolean over = ticker.getAsLong() - untilNanos >= 0;
        resting = !over;
        return !over;
    }

    /** A copy was answered. */
    void answered() {
        if (strikes.get() != 0) {
            strikes.set(0);
        }
    }

    /** A copy was not answered in time, or not at all. */
    void failed() {
        int doublings = strikes.incrementAndGet() - STRIKES;
        if (doublings >= 0) {
            untilNanos = ticker.getAsLong() + (FIRST_NANOS << Math.min(doublings, MOST_DOUBLINGS));
            resting = true;
        }
    }
}
