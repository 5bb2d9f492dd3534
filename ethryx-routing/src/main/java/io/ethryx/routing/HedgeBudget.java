package io.ethryx.routing;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds how many second copies are sent: one for every ten calls that may be hedged, and ten in advance. When all nodes
 * become slow at once, hedging so adds a tenth to their load and not as much again.
 *
 * <p>For any number of threads, without locks; {@link #called} and {@link #take} cost one atomic update each and allocate
 * nothing.
 */
public final class HedgeBudget {

    private static final long CALLS_A_COPY = 10;
    private static final long MOST_CALLS = 10 * CALLS_A_COPY;

    private final AtomicLong calls = new AtomicLong(MOST_CALLS);

    /** A budget with all that it can hold. */
    public HedgeBudget() {}

    /** A call begins that may be hedged. */
    public void called() {
        long known = calls.get();
        while (known < MOST_CALLS && !calls.compareAndSet(known, known + 1)) {
            known = calls.get();
        }
    }

    /** {@return whether a second copy may be sent; it is paid for then} */
    public boolean take() {
        long known = calls.get();
        while (known >= CALLS_A_COPY) {
            if (calls.compareAndSet(known, known - CALLS_A_COPY)) {
                return true;
            }
            known = calls.get();
        }
        return false;
    }
}
