package io.ethryx.server.metrics;

import io.ethryx.core.apart.ApartCounts;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.concurrent.TimeUnit;

/**
 * A classic histogram of durations. Costs a request two additions, without a lock; a scrape that runs meanwhile may see one
 * of the two. Thread-safe.
 */
final class Durations {

    private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

    private final double[] bounds;
    private final long[] nanoBounds;
    /** One for each bound, one for what is above, and the sum. */
    private final ApartCounts counts;

    private final long createdMillis = System.currentTimeMillis();

    /** Buckets up to each of the bounds, in seconds, ascending, and one above them. */
    Durations(double... bounds) {
        this.bounds = bounds.clone();
        nanoBounds = new long[bounds.length];
        counts = new ApartCounts(bounds.length + 2);
        for (int i = 0; i < bounds.length; i++) {
            nanoBounds[i] = Math.round(bounds[i] * NANOS);
        }
    }

    void observe(long nanos) {
        int bucket = 0;
        while (bucket < nanoBounds.length && nanos > nanoBounds[bucket]) {
            bucket++;
        }
        counts.add(bucket, 1);
        counts.add(bounds.length + 1, nanos);
    }

    HistogramDataPointSnapshot snapshot(Labels labels) {
        ClassicHistogramBuckets.Builder counted = ClassicHistogramBuckets.builder();
        for (int i = 0; i <= bounds.length; i++) {
            counted.bucket(i < bounds.length ? bounds[i] : Double.POSITIVE_INFINITY, counts.sum(i));
        }
        return HistogramDataPointSnapshot.builder()
                .labels(labels)
                .classicHistogramBuckets(counted.build())
                .sum(counts.sum(bounds.length + 1) / NANOS)
                .createdTimestampMillis(createdMillis)
                .build();
    }
}
