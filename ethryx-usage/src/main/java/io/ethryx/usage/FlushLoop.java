package io.ethryx.usage;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** What the meter's thread does: ships when it is time or when it is asked to, and a last time at the end. */
final class FlushLoop implements Runnable {

    /** Of the time that is left at the end, what the shipper has to let go in. */
    private static final int PART_FOR_CLOSING = 5;

    /** Takes the table of an interval that ends. */
    @FunctionalInterface
    interface Swap {

        /** The table, which no one is given any more; the next one takes nothing if this was the last. */
        UsageTable take(boolean last);
    }

    private final MeterSettings settings;
    private final Flush flush;
    private final Swap swap;

    private volatile int keysInFlight;
    private volatile boolean wanted;
    private volatile boolean ending;
    private volatile boolean givenUp;
    private volatile long endNanos;

    FlushLoop(MeterSettings settings, Flush flush, Swap swap) {
        this.settings = settings;
        this.flush = flush;
        this.swap = swap;
    }

    int keysInFlight() {
        return keysInFlight;
    }

    /** Asks for a shipment before it is time; the thread has to be woken. */
    void flushSoon() {
        wanted = true;
    }

    /** Asks for the end; the thread has to be woken. The first one to ask says by when. */
    synchronized void end(long byNanos) {
        if (!ending) {
            endNanos = byNanos;
            ending = true;
        }
    }

    long nanosLeft() {
        return endNanos - System.nanoTime();
    }

    /** Whether this is the first time that the end did not come in time. */
    synchronized boolean giveUp() {
        boolean first = !givenUp;
        givenUp = true;
        return first;
    }

    @Override
    public void run() {
        long interval = settings.interval().toNanos();
        long next = System.nanoTime() + interval;
        try {
            while (awaitTurn(next)) {
                ship(false, settings.flushBudget());
                long now = System.nanoTime();
                if (now - next >= 0) {
                    next = now + interval;
                }
            }
            long left = Math.max(1, nanosLeft());
            ship(true, shorter(settings.flushBudget(), Duration.ofNanos(left - left / PART_FOR_CLOSING)));
            flush.close(Duration.ofNanos(Math.max(1, nanosLeft())));
        } catch (InterruptedException cutOff) {
            swap.take(true);
            flush.close(Duration.ZERO);
        }
    }

    /** Waits for the next shipment; false if it is the last. */
    private boolean awaitTurn(long next) throws InterruptedException {
        while (!ending) {
            long left = next - System.nanoTime();
            if (left <= 0 || wanted) {
                wanted = false;
                return true;
            }
            LockSupport.parkNanos(this, left);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        return false;
    }

    private void ship(boolean last, Duration budget) throws InterruptedException {
        UsageTable table = swap.take(last);
        keysInFlight = table.keys();
        try {
            flush.run(table, budget);
        } finally {
            keysInFlight = 0;
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
