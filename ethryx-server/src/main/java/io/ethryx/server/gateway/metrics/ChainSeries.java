package io.ethryx.server.gateway.metrics;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/** The series of one chain at one host. Thread-safe. */
final class ChainSeries {

    final String labels;
    final LongAdder requests = new LongAdder();
    final LongAdder batches = new LongAdder();
    final Buckets batchTime = Buckets.ofMillis();
    final ConcurrentMap<String, MethodSeries> methods = new ConcurrentHashMap<>();

    ChainSeries(String host, KnownTopology.ChainLabels chain) {
        labels = PageText.labels(
                "host", host, "target", "native", "chain_id", chain.id(), "chain_version", chain.version());
    }
}
