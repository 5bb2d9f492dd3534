package io.ethryx.server.gateway.metrics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The series of calls by host, chain and method. So many combinations are kept apart; the rest share the host and the method
 * {@code other}. Thread-safe; a combination seen before costs three look-ups.
 */
final class SeriesTable {

    private final ConcurrentMap<String, ConcurrentMap<KnownTopology.ChainLabels, ChainSeries>> hosts =
            new ConcurrentHashMap<>();
    private final SeriesBounds bounds;
    private final LongAdder overflow = new LongAdder();

    SeriesTable(SeriesBounds bounds) {
        this.bounds = bounds;
    }

    /** The series of a chain at a host, as a client names that; letter case does not count. What has a place has it under its own name. */
    ChainSeries of(@Nullable String host, KnownTopology.ChainLabels chain) {
        String named = host == null ? "" : host;
        ChainSeries known = find(named, chain);
        return known != null ? known : ofUnseen(bounds.values().hosts().of(named.toLowerCase(Locale.ROOT)), chain);
    }

    private ChainSeries ofUnseen(String host, KnownTopology.ChainLabels chain) {
        ChainSeries known = find(host, chain);
        return known != null ? known : add(host, chain);
    }

    private @Nullable ChainSeries find(String host, KnownTopology.ChainLabels chain) {
        ConcurrentMap<KnownTopology.ChainLabels, ChainSeries> chains = hosts.get(host);
        return chains == null ? null : chains.get(chain);
    }

    private ChainSeries add(String host, KnownTopology.ChainLabels chain) {
        String place = place(host);
        return hosts.computeIfAbsent(place, unseen -> new ConcurrentHashMap<>(4))
                .computeIfAbsent(chain, unseen -> new ChainSeries(place, chain));
    }

    /** The series of a method, as a client names that. */
    MethodSeries of(ChainSeries chain, String method) {
        MethodSeries known = chain.methods.get(method);
        return known != null ? known : ofUnseen(chain, bounds.values().methods().of(method));
    }

    private MethodSeries ofUnseen(ChainSeries chain, String method) {
        MethodSeries known = chain.methods.get(method);
        return known != null ? known : add(chain, method);
    }

    private MethodSeries add(ChainSeries chain, String method) {
        return chain.methods.computeIfAbsent(
                place(method),
                place -> new MethodSeries(chain.labels + ',' + PageText.labels("method", place), bounds));
    }

    /** The value itself, if there is room for another combination. */
    private String place(String value) {
        if (value.equals(LabelValues.OTHER) || bounds.room().take()) {
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
