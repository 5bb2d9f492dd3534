package io.ethryx.usage;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What one client used in one interval, in nanoseconds. Its sum is taken once, and what comes after that is refused, so that
 * nothing is lost between an interval and the next. Thread-safe, wait-free.
 */
final class UsageCell extends AtomicLong {

    private static final long serialVersionUID = 1;

    /** So low that no sum of what comes late gets it above 0. */
    private static final long SEALED = Long.MIN_VALUE;

    UsageCell(long nanos) {
        super(nanos);
    }

    /** Adds to the sum; false if it was taken before, and then nothing is added. */
    boolean add(long nanos) {
        return getAndAdd(nanos) >= 0;
    }

    /** The sum for the one who asks first, below 0 for any other. */
    long seal() {
        return getAndSet(SEALED);
    }
}
