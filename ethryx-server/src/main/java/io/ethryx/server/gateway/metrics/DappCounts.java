package io.ethryx.server.gateway.metrics;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts the calls of one method that started, by the application that makes them; most calls name none. Thread-safe. */
final class DappCounts {

    private final SeriesBounds bounds;
    private final LongAdder ofNone = new LongAdder();
    private final ConcurrentMap<String, LongAdder> byDapp = new ConcurrentHashMap<>(2);

    DappCounts(SeriesBounds bounds) {
        this.bounds = bounds;
    }

    /** Counts one; an application for which there is no room is another one. */
    void count(@Nullable String said) {
        String dapp = bounds.values().dapps().of(said);
        (dapp.isEmpty() ? ofNone : of(dapp)).increment();
    }

    private LongAdder of(String dapp) {
        LongAdder known = byDapp.get(dapp);
        if (known != null) {
            return known;
        }
        String place = bounds.room().take() ? dapp : LabelValues.OTHER;
        return byDapp.computeIfAbsent(place, unseen -> new LongAdder());
    }

    void write(PageText page, String name, String labels) {
        long none = ofNone.sum();
        if (none > 0) {
            write(page, name, labels, "", none);
        }
        byDapp.forEach((dapp, times) -> write(page, name, labels, dapp, times.sum()));
    }

    private static void write(PageText page, String name, String labels, String dapp, long times) {
        page.sample(name, labels + ',' + PageText.labels("sourcedapp", dapp), times);
    }
}
