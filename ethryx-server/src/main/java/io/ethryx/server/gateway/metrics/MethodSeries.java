package io.ethryx.server.gateway.metrics;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/** The series of one method at one host and chain. Thread-safe. */
final class MethodSeries {

    final String labels;
    final ConcurrentMap<String, LongAdder> startedByDapp = new ConcurrentHashMap<>(2);
    final LongAdder finished = new LongAdder();
    final LongAdder cacheHits = new LongAdder();
    final Buckets time = Buckets.ofMillis();
    final Buckets requestSizes = Buckets.ofBytes();
    final Buckets responseSizes = Buckets.ofBytes();
    final StatusCounts statuses = new StatusCounts();
    final FailureCounts failed;

    /**
     * Series without a value yet.
     *
     * @param labels those of its chain, and its own
     * @param failures what failures are bounded by
     */
    MethodSeries(String labels, FailureCounts.Bounds failures) {
        this.labels = labels;
        failed = new FailureCounts(failures);
    }

    /** Counts a call that started; a dapp for which there is no room is another one. */
    void started(String dapp, Room room) {
        LongAdder times = startedByDapp.get(dapp);
        if (times == null) {
            String place = dapp.isEmpty() || room.take() ? dapp : LabelValues.OTHER;
            times = startedByDapp.computeIfAbsent(place, unseen -> new LongAdder());
        }
        times.increment();
    }

    void writeStarted(PageText page, String name) {
        startedByDapp.forEach(
                (dapp, times) -> page.sample(name, labels + ',' + PageText.labels("sourcedapp", dapp), times.sum()));
    }
}
