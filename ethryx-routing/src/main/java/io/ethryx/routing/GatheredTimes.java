package io.ethryx.routing;

import io.ethryx.core.apart.Apart;
import org.HdrHistogram.AtomicHistogram;
import org.jspecify.annotations.Nullable;

/**
 * Times that one thread has gathered for a histogram that it shares with others: they are recorded many at once, so that
 * threads seldom meet there.
 */
final class GatheredTimes extends Apart {

    /** How many are recorded at once. */
    static final int MOST = 16;

    /** From so many answers on, a few that wait to be recorded with others make no difference. */
    private static final int BUSY = 1_000;

    /** Keeps the times of one thread off the cache lines of those of another. */
    private static final int FIRST = 16;

    private final long owner;
    private final long[] micros = new long[FIRST + MOST];
    private int size;
    /** The one that is gathered for, so that it is not asked each time; null where there is none. */
    private @Nullable AtomicHistogram busy;

    /** Nothing is gathered yet. */
    GatheredTimes(long owner) {
        this.owner = owner;
    }

    /** Takes a time, if this is the thread that gathers here, and the histogram has so many that a few may wait. */
    boolean add(long time, AtomicHistogram histogram) {
        if (Thread.currentThread().getId() != owner || !isBusy(histogram)) {
            return false;
        }
        micros[FIRST + size++] = time;
        if (size == MOST) {
            recordIn(histogram);
        }
        return true;
    }

    /** What was gathered for one histogram is recorded there before there is another one. */
    @SuppressWarnings("ReferenceEquality") // Two that hold the same are not the same one.
    private boolean isBusy(AtomicHistogram histogram) {
        if (busy != histogram) {
            if (busy != null) {
                recordIn(busy);
            }
            busy = histogram.getTotalCount() >= BUSY ? histogram : null;
        }
        return busy != null;
    }

    private void recordIn(AtomicHistogram histogram) {
        for (int i = 0; i < size; i++) {
            histogram.recordValue(micros[FIRST + i]);
        }
        size = 0;
    }
}
