package io.ethryx.server.metrics;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.undertow.util.HttpString;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** What the data plane did: requests by layer, method and status, their latency, and aborts. Thread-safe. */
public final class ProxyMetrics {

    private static final double[] BUCKETS = {
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60
    };
    private static final int STATUSES = 600;

    private final Counter requests;
    private final Map<String, Layer> layers;
    private final CounterDataPoint clientAborts;
    private final CounterDataPoint upstreamAborts;

    /**
     * Registers the families.
     *
     * @param registry where to
     */
    public ProxyMetrics(PrometheusRegistry registry) {
        requests = Counter.builder()
                .name("ethryx_proxy_requests_total")
                .help("Requests whose answer's head was ready, by layer, method and status.")
                .labelNames("upstream", "method", "status")
                .withoutExemplars()
                .register(registry);
        layers = Map.of("EL", new Layer(), "CL", new Layer());
        registry.register(this::durations);
        Counter aborts = Counter.builder()
                .name("ethryx_requests_aborted_total")
                .help("Exchanges that ended before their answer did, by the side that broke off.")
                .labelNames("side")
                .withoutExemplars()
                .register(registry);
        clientAborts = aborts.labelValues("client");
        upstreamAborts = aborts.labelValues("upstream");
    }

    /**
     * Counts a request whose answer's head is ready.
     *
     * @param layer {@code EL} or {@code CL}
     * @param method its method
     * @param status 100 to 599
     * @param nanos from dispatch to now
     */
    public void headReady(String layer, HttpString method, int status, long nanos) {
        Layer counted = layers.get(layer);
        if (counted == null) {
            throw new IllegalArgumentException("no layer is called " + layer);
        }
        counted.series(layer, MethodLabel.of(method), status).inc();
        counted.durations.observe(nanos);
    }

    private MetricSnapshot durations() {
        HistogramSnapshot.Builder family = HistogramSnapshot.builder()
                .name("ethryx_proxy_request_duration_seconds")
                .help("Time from the dispatch of a request to the head of its answer.");
        layers.forEach((name, layer) -> family.dataPoint(layer.durations.snapshot(Labels.of("upstream", name))));
        return family.build();
    }

    /** Counts a client that left. */
    public void clientAborted() {
        clientAborts.inc();
    }

    /** Counts an upstream that broke off. */
    public void upstreamAborted() {
        upstreamAborts.inc();
    }

    /** The series of one layer, found again by method and status. */
    private final class Layer {

        private final Durations durations = new Durations(BUCKETS);
        private final Map<MethodLabel, AtomicReferenceArray<CounterDataPoint>> counters =
                new EnumMap<>(MethodLabel.class);

        Layer() {
            for (MethodLabel method : MethodLabel.values()) {
                counters.put(method, new AtomicReferenceArray<>(STATUSES));
            }
        }

        CounterDataPoint series(String layer, MethodLabel method, int status) {
            AtomicReferenceArray<CounterDataPoint> byStatus = Objects.requireNonNull(counters.get(method));
            CounterDataPoint known = byStatus.get(status);
            if (known == null) {
                known = requests.labelValues(layer, method.name(), Integer.toString(status));
                byStatus.set(status, known);
            }
            return known;
        }
    }
}
