package io.ethryx.server.gateway.metrics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The series of calls by host, chain and method. So many combinations are kept apart; the rest share the host and the method
 * {@code other}. Thread-safe; a combination seen before costs three look-ups.
 */
final class SeriesTable {

    /** At most some 2 KB each, and 7 KB on the page. */
    private static final int MOST_SERIES = 2_048;

    private static final int MOST_FAILURES = 4_096;

    private final ConcurrentMap<String, ConcurrentMap<KnownTopology.ChainLabels, ChainSeries>> hosts =
            new ConcurrentHashMap<>();
    private final Room room = new Room(MOST_SERIES);
    private final LongAdder overflow = new LongAdder();
    private final FailureCounts.Bounds failures;

    SeriesTable(LabelValues codes) {
        failures = new FailureCounts.Bounds(codes, new Room(MOST_FAILURES));
    }

    ChainSeries of(String host, KnownTopology.ChainLabels chain) {
        ConcurrentMap<KnownTopology.ChainLabels, ChainSeries> chains = hosts.get(host);
        ChainSeries known = chains == null ? null : chains.get(chain);
        return known != null ? known : add(host, chain);
    }

    private ChainSeries add(String host, KnownTopology.ChainLabels chain) {
        String place = place(host);
        return hosts.computeIfAbsent(place, unseen -> new ConcurrentHashMap<>(4))
                .computeIfAbsent(chain, unseen -> new ChainSeries(place, chain));
    }

    MethodSeries of(ChainSeries chain, String method) {
        MethodSeries known = chain.methods.get(method);
        return known != null ? known : add(chain, method);
    }

    private MethodSeries add(ChainSeries chain, String method) {
        return chain.methods.computeIfAbsent(
                place(method),
                place -> new MethodSeries(chain.labels + ',' + PageText.labels("method", place), failures));
    }

    /** The room for sources of calls, which is that for series. */
    Room room() {
        return room;
    }

    /** The value itself, if there is room for another combination. */
    private String place(String value) {
        if (value.equals(LabelValues.OTHER) || room.take()) {
            return value;
        }
        overflow.increment();
        return LabelValues.OTHER;
    }

    /** How often a combination was left out. */
    long overflow() {
        return overflow.sum();
    }

    List<ChainSeries> chains() {
        List<ChainSeries> all = new ArrayList<>();
        hosts.values().forEach(chains -> all.addAll(chains.values()));
        all.sort(Comparator.comparing(series -> series.labels));
        return all;
    }

    static List<MethodSeries> methods(List<ChainSeries> chains) {
        List<MethodSeries> all = new ArrayList<>();
        for (ChainSeries chain : chains) {
            chain.methods.values().stream()
                    .sorted(Comparator.comparing(series -> series.labels))
                    .forEach(all::add);
        }
        return all;
    }
}
