package io.ethryx.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RequestSpansTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "b7ad6b7169203331";

    private final CollectedSpans collected = new CollectedSpans();
    private final Map<String, String> passedOn = new HashMap<>();

    private static RequestFacts facts(String method, String target) {
        return new RequestFacts(method, target, "EL", "1.1", "192.0.2.7", "rpc.example:8547", "curl/8");
    }

    private RequestSpan begin(RequestFacts facts, Map<String, String> fields) {
        return collected.spans().begin(facts, fields::get, 0);
    }

    private void ask(RequestSpan span) {
        span.asks("el:8545", false, "http://el:8545/", passedOn::put);
    }

    private SpanData ended(SpanKind kind) {
        return collected.ended().stream()
                .filter(span -> span.getKind() == kind)
                .findFirst()
                .orElseThrow();
    }

    private static Map<String, String> attributes(SpanData span) {
        return span.getAttributes().asMap().entrySet().stream()
                .collect(Collectors.toMap(e -> e.getKey().getKey(), e -> String.valueOf(e.getValue())));
    }

    private static @Nullable String errorType(SpanData span) {
        return span.getAttributes().get(AttributeKey.stringKey("error.type"));
    }

    @Test
    void a_request_is_a_server_span_and_what_is_asked_upstream_a_client_span_below_it() {
        RequestSpan span = begin(facts("POST", "/x?y=1"), Map.of());
        ask(span);
        span.answered(200);
        span.ended(200);

        SpanData server = ended(SpanKind.SERVER);
        SpanData client = ended(SpanKind.CLIENT);
        assertThat(server.getName()).isEqualTo("POST");
        assertThat(attributes(server))
                .containsOnly(
                        Map.entry("method", "POST"),
                        Map.entry("path", "/x"),
                        Map.entry("upstream", "EL"),
                        Map.entry("http.request.method", "POST"),
                        Map.entry("http.response.status_code", "200"),
                        Map.entry("url.scheme", "http"),
                        Map.entry("url.path", "/x"),
                        Map.entry("url.query", "y=1"),
                        Map.entry("server.address", "rpc.example"),
                        Map.entry("server.port", "8547"),
                        Map.entry("client.address", "192.0.2.7"),
                        Map.entry("network.protocol.version", "1.1"),
                        Map.entry("user_agent.original", "curl/8"));
        assertThat(client.getParentSpanId()).isEqualTo(server.getSpanId());
        assertThat(attributes(client))
                .containsOnly(
                        Map.entry("http.request.method", "POST"),
                        Map.entry("http.response.status_code", "200"),
                        Map.entry("server.address", "el"),
                        Map.entry("server.port", "8545"),
                        Map.entry("url.full", "http://el:8545/"));
        assertThat(server.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    }

    @Test
    void the_clients_trace_goes_on_and_the_upstream_is_told_of_the_client_span() {
        RequestSpan span = begin(
                facts("GET", "/"),
                Map.of("traceparent", "00-" + TRACE + "-" + PARENT + "-01", "tracestate", "a=1,b=2"));
        ask(span);
        span.ended(200);

        assertThat(ended(SpanKind.SERVER).getTraceId()).isEqualTo(TRACE);
        assertThat(ended(SpanKind.SERVER).getParentSpanId()).isEqualTo(PARENT);
        assertThat(passedOn)
                .containsOnly(
                        Map.entry(
                                "traceparent",
                                "00-" + TRACE + "-" + ended(SpanKind.CLIENT).getSpanId() + "-01"),
                        Map.entry("tracestate", "a=1,b=2"));
    }

    @Test
    void a_trace_that_the_client_does_not_sample_is_not_exported_but_passed_on() {
        RequestSpan span = begin(facts("GET", "/"), Map.of("traceparent", "00-" + TRACE + "-" + PARENT + "-00"));
        ask(span);
        span.ended(200);

        assertThat(collected.ended()).isEmpty();
        assertThat(passedOn.get("traceparent")).startsWith("00-" + TRACE + "-").endsWith("-00");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00-" + TRACE + "-" + PARENT,
                "00-00000000000000000000000000000000-" + PARENT + "-01",
                "ff-" + TRACE + "-" + PARENT + "-01",
                "00-" + TRACE + "-" + PARENT + "-01-x"
            })
    void a_malformed_traceparent_begins_a_trace_of_its_own(String traceparent) {
        RequestSpan span = begin(facts("GET", "/"), Map.of("traceparent", traceparent));
        span.ended(200);
        assertThat(ended(SpanKind.SERVER).getTraceId()).isNotEqualTo(TRACE);
        assertThat(ended(SpanKind.SERVER).getParentSpanId()).isEqualTo("0000000000000000");
    }

    @Test
    void an_upstream_at_its_schemes_own_port_is_told_with_that_port() {
        RequestSpan span = begin(facts("GET", "/"), Map.of());
        span.asks("el.example", true, "https://el.example/", passedOn::put);
        span.ended(200);
        assertThat(attributes(ended(SpanKind.CLIENT)))
                .contains(Map.entry("server.address", "el.example"), Map.entry("server.port", "443"));
    }

    @Test
    void a_request_that_was_answered_here_begins_when_it_came() {
        RequestSpan span = collected.spans().begin(facts("GET", "/"), Map.<String, String>of()::get, 2_000_000_000L);
        span.ended(200);
        SpanData server = ended(SpanKind.SERVER);
        assertThat(server.getEndEpochNanos() - server.getStartEpochNanos()).isBetween(1_900_000_000L, 60_000_000_000L);
    }

    @Test
    void an_unknown_method_does_not_become_a_name() {
        RequestSpan span = begin(facts("PURGE", "/"), Map.of());
        span.ended(200);
        assertThat(ended(SpanKind.SERVER).getName()).isEqualTo("HTTP");
        assertThat(attributes(ended(SpanKind.SERVER)))
                .contains(
                        Map.entry("http.request.method", "_OTHER"),
                        Map.entry("http.request.method_original", "PURGE"),
                        Map.entry("method", "PURGE"));
    }

    @Test
    void a_long_value_in_a_query_is_hidden() {
        RequestSpan span = begin(facts("GET", "/x?key=0123456789abcdef0&slot=1"), Map.of());
        span.ended(200);
        assertThat(attributes(ended(SpanKind.SERVER))).containsEntry("url.query", "key=***&slot=1");
    }

    @ParameterizedTest
    @CsvSource({"200,", "404,", "499,client_aborted", "502,502"})
    void the_server_span_fails_by_the_status_that_the_client_got(int status, @Nullable String type) {
        RequestSpan span = begin(facts("GET", "/"), Map.of());
        span.ended(status);
        assertThat(errorType(ended(SpanKind.SERVER))).isEqualTo(type);
        assertThat(ended(SpanKind.SERVER).getStatus().getStatusCode())
                .isEqualTo(type == null ? StatusCode.UNSET : StatusCode.ERROR);
    }

    @Test
    void the_client_span_fails_by_the_upstreams_status_or_by_what_happened() {
        RequestSpan refused = begin(facts("GET", "/"), Map.of());
        ask(refused);
        refused.answered(404);
        refused.ended(404);
        assertThat(errorType(ended(SpanKind.CLIENT))).isEqualTo("404");
        collected.ended().clear();

        RequestSpan silent = begin(facts("GET", "/"), Map.of());
        ask(silent);
        silent.upstreamFailed("timeout");
        silent.ended(504);
        assertThat(errorType(ended(SpanKind.CLIENT))).isEqualTo("timeout");
        assertThat(attributes(ended(SpanKind.CLIENT))).doesNotContainKey("http.response.status_code");
    }

    @ParameterizedTest
    @CsvSource({
        "rpc,rpc,",
        "rpc:80,rpc,80",
        "[::1],[::1],",
        "[::1]:81,[::1],81",
        "rpc:,rpc:,",
        "rpc:1234567,rpc:1234567,"
    })
    void the_authority_tells_address_and_port(String authority, String address, @Nullable String port) {
        RequestSpan span = begin(new RequestFacts("GET", "/", "CL", "2", "::1", authority, null), Map.of());
        span.ended(200);
        assertThat(attributes(ended(SpanKind.SERVER)).get("server.address")).isEqualTo(address);
        assertThat(attributes(ended(SpanKind.SERVER)).get("server.port")).isEqualTo(port);
    }
}
