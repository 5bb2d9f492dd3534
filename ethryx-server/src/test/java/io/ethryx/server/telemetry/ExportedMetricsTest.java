package io.ethryx.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.resources.Resource;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ExportedMetricsTest {

    private final PrometheusRegistry registry = new PrometheusRegistry();

    private MetricData only() {
        return new ExportedMetrics(registry, 7)
                .produce(Resource.empty())
                .iterator()
                .next();
    }

    @Test
    void a_counter_is_a_monotonic_sum_under_the_name_on_the_metrics_page() {
        Counter.builder()
                .name("ethryx_proxy_requests_total")
                .help("Requests.")
                .labelNames("upstream")
                .register(registry)
                .labelValues("EL")
                .inc(3);
        MetricData family = only();
        assertThat(family.getName()).isEqualTo("ethryx_proxy_requests_total");
        assertThat(family.getDescription()).isEqualTo("Requests.");
        assertThat(family.getDoubleSumData().isMonotonic()).isTrue();
        DoublePointData point = family.getDoubleSumData().getPoints().iterator().next();
        assertThat(point.getValue()).isEqualTo(3);
        assertThat(point.getAttributes())
                .isEqualTo(Attributes.builder().put("upstream", "EL").build());
        assertThat(point.getStartEpochNanos()).isEqualTo(7);
        assertThat(point.getEpochNanos()).isGreaterThan(7);
    }

    @Test
    void a_gauge_is_a_gauge_except_the_connections_which_go_up_and_down() {
        Gauge.builder().name("ethryx_el_peers").register(registry).set(16);
        assertThat(only().getDoubleGaugeData().getPoints().iterator().next().getValue())
                .isEqualTo(16);
        registry.clear();
        Gauge.builder().name("ethryx_active_connections").register(registry).set(2);
        assertThat(only().getDoubleSumData().isMonotonic()).isFalse();
        assertThat(only().getDoubleSumData().getPoints().iterator().next().getValue())
                .isEqualTo(2);
    }

    @Test
    void a_histogram_keeps_its_buckets() {
        Histogram histogram = Histogram.builder()
                .name("ethryx_proxy_request_duration_seconds")
                .classicOnly()
                .classicUpperBounds(0.1, 1)
                .register(registry);
        histogram.observe(0.05);
        histogram.observe(0.5);
        histogram.observe(5);
        MetricData family = only();
        assertThat(family.getUnit()).isEqualTo("s");
        HistogramPointData point =
                family.getHistogramData().getPoints().iterator().next();
        assertThat(point.getBoundaries()).isEqualTo(List.of(0.1, 1.0));
        assertThat(point.getCounts()).isEqualTo(List.of(1L, 1L, 1L));
        assertThat(point.getCount()).isEqualTo(3);
        assertThat(point.getSum()).isEqualTo(5.55);
    }

    @Test
    void facts_are_a_gauge_of_one() {
        Info.builder()
                .name("target_info")
                .labelNames("version")
                .register(registry)
                .addLabelValues("1");
        assertThat(only().getName()).isEqualTo("target_info");
        assertThat(only().getDoubleGaugeData().getPoints().iterator().next().getValue())
                .isEqualTo(1);
    }
}
