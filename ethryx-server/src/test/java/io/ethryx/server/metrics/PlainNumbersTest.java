package io.ethryx.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainNumbersTest {

    private static String of(String page) {
        return new String(PlainNumbers.of(page.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({
        "1.0,1",
        "0.0,0",
        "-0.0,0",
        "-2.0,-2",
        "100.0,100",
        "1.05,1.05",
        "2.1E7,21000000",
        "2.3456789E7,23456789",
        "1.796070323119E9,1796070323.119",
        "1.8446744073709552E19,18446744073709552000",
        "5.0E-4,0.0005",
        "3,3",
        "NaN,NaN",
        "+Inf,+Inf",
    })
    void a_value_is_written_plainly(String written, String plain) {
        assertThat(of("a{le=\"5.0\",x=\"é 1.0\"} " + written + "\nb " + written + "\n"))
                .isEqualTo("a{le=\"5.0\",x=\"é 1.0\"} " + plain + "\nb " + plain + "\n");
    }

    @Test
    void comments_are_as_they_were() {
        String comments = "# HELP a Since 1.0\n# TYPE a gauge\n";
        assertThat(of(comments)).isEqualTo(comments);
    }

    @Test
    void the_page_of_the_text_format_is_written_so() {
        PrometheusRegistry registry = new PrometheusRegistry();
        Gauge.builder().name("height").help("It").register(registry).set(21_000_000);
        MetricsPage page = new MetricsPage(registry);
        assertThat(new String(page.render(null).body(), StandardCharsets.UTF_8)).endsWith("\nheight 21000000\n");
    }
}
