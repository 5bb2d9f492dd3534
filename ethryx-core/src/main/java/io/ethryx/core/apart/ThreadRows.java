package io.ethryx.core.apart;

/**
 * Numbers for threads, so that each may have a row of its own in a table. Threads that are made one after the other have
 * different rows, as long as they are fewer than twice the processors, and than 16; others may share one, for which the table
 * has to be ready.
 *
 * <p>Thread-safe. Costs a few instructions.
 */
public final class ThreadRows {

    /** As tables have a row for each, and there are thousands of them. */
    private static final int MOST = 16;

    private static final int COUNT =
            Math.min(MOST, 2 * Integer.highestOneBit(2 * Runtime.getRuntime().availableProcessors() - 1));

    private ThreadRows() {}

    /** {@return how many rows there are, 2 to 16, always the same} */
    public static int count() {
        return COUNT;
    }

    /** {@return the row of the thread that asks, from 0 to below {@link #count}, always the same} */
    public static int mine() {
        return of(Thread.currentThread().getId());
    }

    /** The row of the thread of an id. */
    static int of(long thread) {
        return (int) thread & COUNT - 1;
    }
}
