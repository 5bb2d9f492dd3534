package io.ethryx.server.listener.http2;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** How often something may happen within any ten seconds, counted in steps of one second. */
final class SlidingBudget {

    private static final int SECONDS = 10;
    private static final long STEP_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final int most;
    private final LongSupplier nanoTime;
    private final int[] counts = new int[SECONDS];
    private final long startNanos;
    private long step;
    private int total;

    /**
     * A budget of which nothing is spent.
     *
     * @param most what ten seconds allow
     * @param nanoTime the clock, as {@link System#nanoTime}
     */
    SlidingBudget(int most, LongSupplier nanoTime) {
        this.most = most;
        this.nanoTime = nanoTime;
        this.startNanos = nanoTime.getAsLong();
    }

    /**
     * Counts one.
     *
     * @return whether that is still within the budget
     */
    boolean spend() {
        long now = (nanoTime.getAsLong() - startNanos) / STEP_NANOS;
        if (now - step >= SECONDS) {
            Arrays.fill(counts, 0);
            total = 0;
            step = now;
        }
        while (step < now) {
            step++;
            int slot = (int) (step % SECONDS);
            total -= counts[slot];
            counts[slot] = 0;
        }
        counts[(int) (step % SECONDS)]++;
        total++;
        return total <= most;
    }
}
