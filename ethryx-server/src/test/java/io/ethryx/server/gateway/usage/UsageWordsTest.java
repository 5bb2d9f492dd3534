package io.ethryx.server.gateway.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.gateway.metrics.PageText;
import io.ethryx.usage.Delivery;
import io.ethryx.usage.UsageRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 11 of the gateway reference: which requests count, under which name, and what is counted of them. */
final class UsageWordsTest {

    @ParameterizedTest
    @ValueSource(strings = {"1", "0x1", "0x1-version-id", "%2056%20", "007", "+7", "9223372036854775807", "1-"})
    void a_number_names_a_chain_that_is_metered(String segment) {
        assertThat(NumericChain.in(segment)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ethereum", "not-a-chain", "", "-v1", "9223372036854775808", "1.5", "1%", "99999999999999999999"
            })
    void anything_else_names_none(String segment) {
        assertThat(NumericChain.in(segment)).isFalse();
    }

    @Test
    void a_client_is_named_by_the_bytes_that_it_sent() {
        String sent = new String("caf\u00e9".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        assertThat(ClientField.text(sent)).isEqualTo("caf\u00e9");
        assertThat(ClientField.text("instance:123")).isEqualTo("instance:123");
    }

    @Test
    void the_families_are_those_of_the_reference_and_tell_every_outcome() {
        UsageCounts counts = new UsageCounts();
        counts.gauge(() -> 3);
        UsageRecord record = new UsageRecord(new UUID(1, 2), "a", 1, 1);
        counts.flushed(Delivery.complete(5), Duration.ofMillis(7));
        counts.flushed(new Delivery(2, 1, 4, List.of(record), "away"), Duration.ofMillis(3));
        counts.cutOff(6);
        counts.spooled(4096, 1);
        counts.torn(2);
        counts.overflowed();
        counts.spoolFailed("full");
        PageText page = new PageText();
        counts.writeTo(page);
        assertThat(new String(page.bytes(), StandardCharsets.UTF_8).lines())
                .contains(
                        "jrpcx_usage_flush_total{status=\"success\"} 1",
                        "jrpcx_usage_flush_total{status=\"failed\"} 1",
                        "jrpcx_usage_records_total{status=\"sent\"} 7",
                        "jrpcx_usage_records_total{status=\"dropped\"} 8",
                        "jrpcx_usage_aggregation_keys 3",
                        "ethryx_gateway_usage_flush_milliseconds_total 10",
                        "ethryx_gateway_usage_overflow_total 1",
                        "ethryx_gateway_usage_spool_failures_total 1",
                        "ethryx_gateway_usage_torn_lines_total 2",
                        "ethryx_gateway_usage_spool_bytes 4096",
                        "ethryx_gateway_usage_spool_batches 1");
    }
}
