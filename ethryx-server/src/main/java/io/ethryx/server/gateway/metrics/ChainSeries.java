package io.ethryx.server.gateway.metrics;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/** The series of one chain at one host. Thread-safe. */
final class ChainSeries {

    final String labels;
    final LongAdder batches = new LongAdder();
    final Buckets batchTime = Buckets.ofMillis();
    final ConcurrentMap<String, MethodSeries> methods = new ConcurrentHashMap<>();

    ChainSeries(String host, KnownTopology.ChainLabels chain) {
        labels = PageText.labels(
                "host", host, "target", "native", "chain_id", chain.id(), "chain_version", chain.version());
    }

    /** How many requests ended, single calls and batches: each has one status, that of a batch counts under a method of its own. */
    long requests() {
        long requests = 0;
        for (MethodSeries method : methods.values()) {
            requests += method.statuses.total();
        }
        return requests;
    }
}
