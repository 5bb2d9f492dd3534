package io.ethryx.server.gateway.metrics;

import io.ethryx.core.apart.ApartCounts;

/** A histogram of whole numbers. Costs two additions, without a lock. Thread-safe. */
final class Buckets {

    private static final long[] MILLIS = {1, 5, 10, 25, 50, 100, 300, 500, 1_000, 3_000, 5_000, 10_000};
    private static final long[] BYTES = {10, 50, 100, 500, 1_000, 5_000, 10_000, 100_000, 1_000_000};

    private static final long[] PROBE_MILLIS = {10, 50, 100, 500, 1_000, 3_000, 5_000, 10_000, 30_000};

    private static final long NANOS_A_MILLI = 1_000_000;

    private final long[] bounds;
    private final ApartCounts counts;
    /** The first of its counters: one for each bound, one for what is above, one for the sum. */
    private final int first;

    private Buckets(long[] bounds, ApartCounts counts, int first) {
        this.bounds = bounds;
        this.counts = counts;
        this.first = first;
    }

    /** How many counters {@link #ofMillis} takes. */
    static int sizeOfMillis() {
        return MILLIS.length + 2;
    }

    /** How many counters {@link #ofBytes} takes. */
    static int sizeOfBytes() {
        return BYTES.length + 2;
    }

    /** For times in milliseconds. */
    static Buckets ofMillis() {
        return ofMillis(new ApartCounts(sizeOfMillis()), 0);
    }

    /** For times in milliseconds, among counters that others have a part of. */
    static Buckets ofMillis(ApartCounts counts, int first) {
        return new Buckets(MILLIS, counts, first);
    }

    /** For times of probes in milliseconds. */
    static Buckets ofProbeMillis() {
        return new Buckets(PROBE_MILLIS, new ApartCounts(PROBE_MILLIS.length + 2), 0);
    }

    /** For sizes in bytes. */
    static Buckets ofBytes() {
        return ofBytes(new ApartCounts(sizeOfBytes()), 0);
    }

    /** For sizes in bytes, among counters that others have a part of. */
    static Buckets ofBytes(ApartCounts counts, int first) {
        return new Buckets(BYTES, counts, first);
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
        counts.add(first + bucket, 1);
        counts.add(first + bounds.length + 1, value);
    }

    /** Writes its samples, unless nothing was observed. */
    void write(PageText page, String name, String labels) {
        long[] seen = new long[bounds.length + 1];
        long total = 0;
        for (int i = 0; i < seen.length; i++) {
            total += counts.sum(first + i);
            seen[i] = total;
        }
        if (total == 0) {
            return;
        }
        for (int i = 0; i < bounds.length; i++) {
            page.bucket(name, labels, Long.toString(bounds[i]), seen[i]);
        }
        page.bucket(name, labels, "+Inf", total);
        page.sample(name + "_sum", labels, counts.sum(first + bounds.length + 1));
        page.sample(name + "_count", labels, total);
    }
}
