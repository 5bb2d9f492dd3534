package io.ethryx.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

final class RoundTripsTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "b7ad6b7169203331";

    private final CollectedSpans collected = new CollectedSpans();
    private final RoundTrips trips = collected.roundTrips();

    private RoundTrip begin() {
        return trips.begin(
                name -> name.equals("traceparent") ? "00-" + TRACE + "-" + PARENT + "-01" : null,
                "POST",
                "/1?apikey=s3cret",
                "192.0.2.1");
    }

    private SpanData span(String name) {
        return collected.ended().stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String text(SpanData span, String attribute) {
        return span.getAttributes().get(AttributeKey.stringKey(attribute));
    }

    @Test
    void a_node_is_asked_below_the_round_trip_below_the_clients_span() {
        RoundTrip trip = begin();
        trip.calls("1-v2", "eth_call");
        UpstreamSpan upstream = trip.asks("s1", "state", "10.0.0.1", 8545);
        Map<String, String> context = new ConcurrentHashMap<>();
        upstream.inject(context::put);
        upstream.answered(200);
        trip.ended(200);

        SpanData server = span("RoundTrip");
        SpanData client = span("Upstream");
        assertThat(server.getKind()).isEqualTo(SpanKind.SERVER);
        assertThat(server.getTraceId()).isEqualTo(TRACE);
        assertThat(server.getParentSpanId()).isEqualTo(PARENT);
        assertThat(client.getKind()).isEqualTo(SpanKind.CLIENT);
        assertThat(client.getParentSpanId()).isEqualTo(server.getSpanId());
        assertThat(context).containsOnlyKeys("traceparent");
        assertThat(context.get("traceparent")).isEqualTo("00-" + TRACE + "-" + client.getSpanId() + "-01");
        assertThat(text(server, "chain_id")).isEqualTo("1-v2");
        assertThat(text(server, "rpc_method")).isEqualTo("eth_call");
        assertThat(text(server, "url.path")).isEqualTo("/1");
        assertThat(text(client, "rpc_method")).isEqualTo("eth_call");
        assertThat(text(client, "node")).isEqualTo("s1");
        assertThat(text(client, "pool")).isEqualTo("state");
        assertThat(client.getAttributes().get(AttributeKey.longKey("server.port")))
                .isEqualTo(8545);
        assertThat(server.getAttributes().get(AttributeKey.longKey("http.response.status_code")))
                .isEqualTo(200);
        assertThat(server.toString()).doesNotContain("s3cret");
    }

    @Test
    void failures_are_told_as_such() {
        RoundTrip trip = begin();
        trip.calls("1", "m".repeat(1000));
        trip.asks("a", "state", "h", 1).failed("connect");
        trip.asks("b", "state", "h", 1).answered(503);
        trip.ended(502);
        assertThat(collected.ended())
                .hasSize(3)
                .allSatisfy(span -> assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR));
        assertThat(text(collected.ended().get(0), "error.type")).isEqualTo("connect");
        assertThat(text(collected.ended().get(1), "error.type")).isEqualTo("503");
        assertThat(text(collected.ended().get(2), "error.type")).isEqualTo("502");
        assertThat(text(collected.ended().get(2), "rpc_method")).hasSize(256);
    }

    @Test
    void a_client_that_left_is_told_without_a_status() {
        RoundTrip trip = begin();
        trip.ended(499);
        assertThat(text(span("RoundTrip"), "error.type")).isEqualTo("client_aborted");
        assertThat(span("RoundTrip").getAttributes().get(AttributeKey.longKey("http.response.status_code")))
                .isNull();
    }
}
