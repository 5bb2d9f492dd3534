package io.ethryx.core.apart;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Counters that many threads add to at once. The first threads that come, as many as {@link ThreadRows} has rows, have a row
 * of them each, on cache lines of its own; all others share as many more, and lose nothing by it.
 *
 * <p>Thread-safe. Adding costs as much as to a field for a thread that has a row, else an atomic step, and allocates nothing
 * but the first row of a thread.
 */
public final class ApartCounts {

    private static final VarHandle COUNTS = MethodHandles.arrayElementVarHandle(long[].class);

    /** Where a row says whose it is: behind what keeps it apart from whatever lies before it in memory. */
    private static final int OWNER = 16;

    private static final int FIRST = OWNER + 1;
    private static final long NOBODY = -1;

    private final int counters;
    /** One by the number of a thread that has it for its own, and behind those one by the number of all others. */
    private final AtomicReferenceArray<long @Nullable []> rows = new AtomicReferenceArray<>(2 * ThreadRows.count());

    /**
     * Counters at zero.
     *
     * @param counters how many, 1 and above
     */
    public ApartCounts(int counters) {
        this.counters = counters;
    }

    /**
     * Adds to a counter.
     *
     * @param counter which, 0 and above
     * @param n how much
     * @throws IndexOutOfBoundsException if there is no such counter
     */
    public void add(int counter, long n) {
        int at = FIRST + Objects.checkIndex(counter, counters);
        long thread = Thread.currentThread().getId();
        int number = ThreadRows.of(thread);
        long[] row = row(number, thread);
        if (row[OWNER] == thread) {
            COUNTS.setOpaque(row, at, row[at] + n);
        } else {
            COUNTS.getAndAdd(row(ThreadRows.count() + number, NOBODY), at, n);
        }
    }

    /**
     * The value of a counter. What is added meanwhile may be in it or not.
     *
     * @param counter which, 0 and above
     * @return what was added in all
     * @throws IndexOutOfBoundsException if there is no such counter
     */
    public long sum(int counter) {
        int at = FIRST + Objects.checkIndex(counter, counters);
        long sum = 0;
        for (int i = 0; i < rows.length(); i++) {
            long[] row = rows.get(i);
            sum += row == null ? 0 : (long) COUNTS.getOpaque(row, at);
        }
        return sum;
    }

    private long[] row(int number, long owner) {
        long[] row = rows.get(number);
        return row == null ? begin(number, owner) : row;
    }

    private long[] begin(int number, long owner) {
        long[] row = new long[FIRST + counters];
        row[OWNER] = owner;
        long[] faster = rows.compareAndExchange(number, null, row);
        return faster == null ? row : faster;
    }
}
