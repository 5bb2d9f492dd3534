package io.ethryx.server.gateway.metrics;

import io.ethryx.core.apart.ApartCounts;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts the calls of one method that started, by the application that makes them; most calls name none. Thread-safe. */
final class DappCounts {

    private final SeriesBounds bounds;
    private final ApartCounts counts;
    private final int ofNone;
    private final ConcurrentMap<String, LongAdder> byDapp = new ConcurrentHashMap<>(2);

    /** Those of no application are one of the counters that are given. */
    DappCounts(SeriesBounds bounds, ApartCounts counts, int ofNone) {
        this.bounds = bounds;
        this.counts = counts;
        this.ofNone = ofNone;
    }

    /** Counts one; an application for which there is no room is another one. */
    void count(@Nullable String said) {
        String dapp = bounds.values().dapps().of(said);
        if (dapp.isEmpty()) {
            counts.add(ofNone, 1);
        } else {
            of(dapp).increment();
        }
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
        long none = counts.sum(ofNone);
        if (none > 0) {
            write(page, name, labels, "", none);
        }
        byDapp.forEach((dapp, times) -> write(page, name, labels, dapp, times.sum()));
    }

    private static void write(PageText page, String name, String labels, String dapp, long times) {
        page.sample(name, labels + ',' + PageText.labels("sourcedapp", dapp), times);
    }
}
