package io.ethryx.server.gateway.metrics;

import java.util.concurrent.atomic.LongAdder;

/** A histogram of whole numbers. Costs two additions, without a lock. Thread-safe. */
final class Buckets {

    private static final long[] MILLIS = {1, 5, 10, 25, 50, 100, 300, 500, 1_000, 3_000, 5_000, 10_000};
    private static final long[] BYTES = {10, 50, 100, 500, 1_000, 5_000, 10_000, 100_000, 1_000_000};

    private static final long[] PROBE_MILLIS = {10, 50, 100, 500, 1_000, 3_000, 5_000, 10_000, 30_000};

    private static final long NANOS_A_MILLI = 1_000_000;

    private final long[] bounds;
    private final LongAdder[] counts;
    private final LongAdder sum = new LongAdder();

    private Buckets(long[] bounds) {
        this.bounds = bounds;
        counts = new LongAdder[bounds.length + 1];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new LongAdder();
        }
    }

    /** For times in milliseconds. */
    static Buckets ofMillis() {
        return new Buckets(MILLIS);
    }

    /** For times of probes in milliseconds. */
    static Buckets ofProbeMillis() {
        return new Buckets(PROBE_MILLIS);
    }

    /** For sizes in bytes. */
    static Buckets ofBytes() {
        return new Buckets(BYTES);
    }

    /** As {@link #observe}, of milliseconds that are told in nanoseconds. */
    void observeNanos(long nanos) {
        observe(nanos / NANOS_A_MILLI);
    }

    void observe(long value) {
        int bucket = 0;
        while (bucket < bounds.length && value > bounds[bucket]) {
            bucket++;
        }
        counts[bucket].increment();
        sum.add(value);
    }

    /** Writes its samples, unless nothing was observed. */
    void write(PageText page, String name, String labels) {
        long[] seen = new long[counts.length];
        long total = 0;
        for (int i = 0; i < seen.length; i++) {
            total += counts[i].sum();
            seen[i] = total;
        }
        if (total == 0) {
            return;
        }
        for (int i = 0; i < bounds.length; i++) {
            page.bucket(name, labels, Long.toString(bounds[i]), seen[i]);
        }
        page.bucket(name, labels, "+Inf", total);
        page.sample(name + "_sum", labels, sum.sum());
        page.sample(name + "_count", labels, total);
    }
}
