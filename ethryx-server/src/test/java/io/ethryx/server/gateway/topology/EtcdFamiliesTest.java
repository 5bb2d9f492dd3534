package io.ethryx.server.gateway.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.discovery.Fault;
import io.ethryx.server.gateway.metrics.PageText;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class EtcdFamiliesTest {

    private final EtcdWatch watch = new EtcdWatch();

    private String page() {
        PageText page = new PageText();
        new EtcdFamilies(Optional.of(watch)).writeTo(page);
        return new String(page.bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void before_etcd_is_reached_nothing_is_connected_and_no_event_has_come() {
        assertThat(page())
                .contains("\nethryx_gateway_etcd_connected 0\n", "\nethryx_gateway_etcd_resyncs_total 0\n")
                .doesNotContain("\nethryx_gateway_etcd_last_event_timestamp_seconds ");
    }

    @Test
    void without_etcd_there_is_no_sample() {
        PageText page = new PageText();
        new EtcdFamilies(Optional.empty()).writeTo(page);
        assertThat(new String(page.bytes(), StandardCharsets.UTF_8)).doesNotContain("\nethryx_gateway_etcd");
    }

    @Test
    void what_becomes_of_the_watch_is_shown() {
        watch.connected(3);
        watch.applied(4, Instant.ofEpochMilli(1_700_000_000_500L));
        watch.resyncing("compacted");
        watch.badValue(new Fault("k", "", "v", "r", "m", 0), false);
        assertThat(page())
                .contains(
                        "# TYPE ethryx_gateway_etcd_connected gauge\nethryx_gateway_etcd_connected 1\n",
                        "\nethryx_gateway_etcd_last_event_timestamp_seconds 1700000000.5\n",
                        "# TYPE ethryx_gateway_etcd_resyncs_total counter\nethryx_gateway_etcd_resyncs_total 1\n",
                        "\nethryx_gateway_etcd_bad_values_total 1\n");
        watch.disconnected("gone", true);
        assertThat(page()).contains("\nethryx_gateway_etcd_connected 0\n");
    }
}
