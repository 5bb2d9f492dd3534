package io.ethryx.server.telemetry;

import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.MetricProducer;
import io.opentelemetry.sdk.resources.Resource;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Everything in a Prometheus registry, under the same names, as OpenTelemetry sees it. Thread-safe. */
final class ExportedMetrics implements MetricProducer {

    private final PrometheusRegistry registry;
    private final long startEpochNanos;

    ExportedMetrics(PrometheusRegistry registry, long startEpochNanos) {
        this.registry = registry;
        this.startEpochNanos = startEpochNanos;
    }

    @Override
    public Collection<MetricData> produce(Resource resource) {
        PointTimes times = new PointTimes(startEpochNanos, PointTimes.now());
        List<MetricData> families = new ArrayList<>();
        for (MetricSnapshot snapshot : registry.scrape()) {
            ExportedFamily family = ExportedFamily.of(snapshot, resource, times);
            if (family != null) {
                families.add(family);
            }
        }
        return families;
    }
}
