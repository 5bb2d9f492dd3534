package io.ethryx.server.gateway.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class PageTextTest {

    private final PageText page = new PageText();

    private String text() {
        return new String(page.bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void a_counter_keeps_its_name() {
        page.family("jrpcx_rpc_request", PageText.Type.COUNTER, "Requests.");
        page.sample("jrpcx_rpc_request", PageText.labels("host", "a", "target", "native"), 3);
        page.sample("jrpcx_rpc_request", "", Long.MAX_VALUE);
        assertThat(text()).isEqualTo("""
                        # HELP jrpcx_rpc_request Requests.
                        # TYPE jrpcx_rpc_request counter
                        jrpcx_rpc_request{host="a",target="native"} 3
                        jrpcx_rpc_request 9223372036854775807
                        """);
    }

    @Test
    void backslashes_line_feeds_and_in_labels_quotes_are_escaped() {
        page.family("a", PageText.Type.GAUGE, "a \"b\" \\ c\nd");
        page.sample("a", PageText.labels("x", "\\n\n\"é"), 0);
        assertThat(text()).isEqualTo("# HELP a a \"b\" \\\\ c\\nd\n# TYPE a gauge\na{x=\"\\\\n\\n\\\"é\"} 0\n");
    }

    @Test
    void a_histogram_counts_what_is_not_above_each_bound() {
        Buckets sizes = Buckets.ofBytes();
        for (long size : new long[] {10, 11, 1_000_000, 1_000_001}) {
            sizes.observe(size);
        }
        page.family("s", PageText.Type.HISTOGRAM, "Sizes.");
        sizes.write(page, "s", PageText.labels("m", "x"));
        assertThat(text().lines().skip(2))
                .containsExactly(
                        "s_bucket{m=\"x\",le=\"10\"} 1",
                        "s_bucket{m=\"x\",le=\"50\"} 2",
                        "s_bucket{m=\"x\",le=\"100\"} 2",
                        "s_bucket{m=\"x\",le=\"500\"} 2",
                        "s_bucket{m=\"x\",le=\"1000\"} 2",
                        "s_bucket{m=\"x\",le=\"5000\"} 2",
                        "s_bucket{m=\"x\",le=\"10000\"} 2",
                        "s_bucket{m=\"x\",le=\"100000\"} 2",
                        "s_bucket{m=\"x\",le=\"1000000\"} 3",
                        "s_bucket{m=\"x\",le=\"+Inf\"} 4",
                        "s_sum{m=\"x\"} 2000022",
                        "s_count{m=\"x\"} 4");
    }

    @Test
    void times_have_the_bounds_of_the_replaced_program() {
        Buckets times = Buckets.ofMillis();
        times.observe(10_001);
        times.write(page, "t", "");
        assertThat(text().lines().filter(line -> line.startsWith("t_bucket")))
                .extracting(line -> line.replaceAll(".*le=\"(.*)\".*", "$1"))
                .containsExactly(
                        "1", "5", "10", "25", "50", "100", "300", "500", "1000", "3000", "5000", "10000", "+Inf");
    }
}
