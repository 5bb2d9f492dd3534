package io.ethryx.routing;

import io.ethryx.core.apart.ThreadRows;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.HdrHistogram.AtomicHistogram;
import org.jspecify.annotations.Nullable;

/**
 * How answer times of a node spread over the last half to whole minute: a histogram that fills, and what the one before
 * it told.
 *
 * <p>Lock-free. Recording allocates a histogram of about 6 KB twice a minute while answers come, and nothing between; a
 * value that is recorded at that moment may fall into the older one. Of a busy node each thread keeps its last few answers
 * to itself until there are more.
 */
final class LatencyWindow {

    private static final long SPAN_NANOS = 30_000_000_000L;
    private static final long LONGEST_MICROS = 600_000_000L;
    private static final int DIGITS = 1;
    private static final int ENOUGH = 100;

    private final AtomicReference<@Nullable Filling> filling = new AtomicReference<>();
    private final AtomicReferenceArray<@Nullable GatheredTimes> gathered =
            new AtomicReferenceArray<>(ThreadRows.count());

    private record Filling(
            long began, AtomicHistogram histogram, @Nullable AtomicHistogram before) {}

    /** Takes note of an answer: at once, or where there are many together with the next ones of the same thread. */
    void record(long tookNanos, long nowNanos) {
        long micros = Math.min(LONGEST_MICROS, Math.max(0, tookNanos / 1000));
        AtomicHistogram histogram = current(nowNanos).histogram();
        if (!mine().add(micros, histogram)) {
            histogram.recordValue(micros);
        }
    }

    private GatheredTimes mine() {
        int row = ThreadRows.mine();
        GatheredTimes known = gathered.get(row);
        if (known != null) {
            return known;
        }
        GatheredTimes made = new GatheredTimes(Thread.currentThread().getId());
        GatheredTimes faster = gathered.compareAndExchange(row, null, made);
        return faster == null ? made : faster;
    }

    private Filling current(long nowNanos) {
        Filling seen = filling.get();
        if (seen != null && nowNanos - seen.began() < SPAN_NANOS) {
            return seen;
        }
        AtomicHistogram before = seen != null && nowNanos - seen.began() < 2 * SPAN_NANOS ? seen.histogram() : null;
        Filling next = new Filling(nowNanos, new AtomicHistogram(LONGEST_MICROS, DIGITS), before);
        if (filling.compareAndSet(seen, next)) {
            return next;
        }
        Filling faster = filling.get();
        return faster == null ? next : faster;
    }

    /**
     * The time that so many percent of the answers took at most.
     *
     * @param percent above 0, up to 100
     * @return microseconds, or -1 while fewer than a hundred answers of the last minute are known
     */
    long microsAt(double percent, long nowNanos) {
        Filling seen = filling.get();
        if (seen == null || nowNanos - seen.began() >= 2 * SPAN_NANOS) {
            return -1;
        }
        AtomicHistogram before = seen.before();
        AtomicHistogram told =
                before != null && before.getTotalCount() > seen.histogram().getTotalCount() ? before : seen.histogram();
        return told.getTotalCount() < ENOUGH ? -1 : told.getValueAtPercentile(percent);
    }
}
