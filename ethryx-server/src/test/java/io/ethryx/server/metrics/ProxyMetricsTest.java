package io.ethryx.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.undertow.util.HttpString;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProxyMetricsTest {

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final ProxyMetrics metrics = new ProxyMetrics(registry);

    @Test
    void a_request_counts_under_its_layer_method_and_status() {
        metrics.headReady("EL", new HttpString("POST"), 200, 1_000_000);
        metrics.headReady("EL", new HttpString("POST"), 200, 1_000_000);
        metrics.headReady("CL", new HttpString("GET"), 307, 1_000_000);
        assertThat(page(null))
                .contains("ethryx_proxy_requests_total{method=\"POST\",status=\"200\",upstream=\"EL\"} 2\n")
                .contains("ethryx_proxy_requests_total{method=\"GET\",status=\"307\",upstream=\"CL\"} 1\n");
    }

    @Test
    void a_client_can_not_invent_method_labels() {
        for (int i = 0; i < 500; i++) {
            metrics.headReady("EL", new HttpString("PURGE" + i), 200, 1);
        }
        metrics.headReady("EL", new HttpString("get"), 200, 1);
        assertThat(page(null))
                .contains("method=\"OTHER\",status=\"200\",upstream=\"EL\"} 501\n")
                .doesNotContain("PURGE")
                .doesNotContain("method=\"GET\"");
    }

    @Test
    void the_duration_is_a_classic_histogram_from_half_a_millisecond_to_a_minute() {
        metrics.headReady("EL", new HttpString("POST"), 200, 2_000_000);
        assertThat(page(null))
                .contains("# TYPE ethryx_proxy_request_duration_seconds histogram")
                .contains("ethryx_proxy_request_duration_seconds_bucket{upstream=\"EL\",le=\"5.0E-4\"} 0")
                .contains("ethryx_proxy_request_duration_seconds_bucket{upstream=\"EL\",le=\"0.0025\"} 1")
                .contains("ethryx_proxy_request_duration_seconds_bucket{upstream=\"EL\",le=\"60.0\"} 1")
                .contains("ethryx_proxy_request_duration_seconds_sum{upstream=\"EL\"} 0.002");
    }

    @Test
    void both_sides_of_the_aborts_are_there_from_the_start() {
        metrics.clientAborted();
        assertThat(page(null))
                .contains("ethryx_requests_aborted_total{side=\"client\"} 1\n")
                .contains("ethryx_requests_aborted_total{side=\"upstream\"} 0\n");
    }

    @Test
    void every_family_has_help_and_type() {
        assertThat(page(null))
                .contains("# HELP ethryx_requests_aborted_total ")
                .contains("# TYPE ethryx_requests_aborted_total counter");
    }

    @Test
    void open_metrics_is_given_to_a_scraper_that_names_it() {
        MetricsPage page = new MetricsPage(registry);
        assertThat(page.render("application/openmetrics-text;version=1.0.0;q=0.5,text/plain")
                        .contentType())
                .startsWith("application/openmetrics-text");
        assertThat(page("application/openmetrics-text; version=1.0.0")).endsWith("# EOF\n");
        assertThat(page.render("text/plain").contentType()).isEqualTo("text/plain; version=0.0.4; charset=utf-8");
        assertThat(page.render(null).contentType()).isEqualTo("text/plain; version=0.0.4; charset=utf-8");
    }

    @Test
    void an_unknown_layer_is_a_mistake_of_the_program() {
        assertThatThrownBy(() -> metrics.headReady("XL", new HttpString("GET"), 200, 1))
                .hasMessageContaining("XL");
    }

    private String page(String accept) {
        return new String(new MetricsPage(registry).render(accept).body(), StandardCharsets.UTF_8);
    }
}
