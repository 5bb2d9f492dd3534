package io.ethryx.server.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.FrameClient;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a client's trace context on its way to the node (W3C Trace Context section 3). */
class TracePassingTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "b7ad6b7169203331";
    private static final Pattern VALID =
            Pattern.compile("(?i)\r\ntraceparent: 00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}\r\n");

    private RawUpstream node;
    private RawUpstream collector;
    private SidecarFixture sidecar;

    @BeforeEach
    void start() throws Exception {
        node = RawUpstream.answering(OK);
        collector = RawUpstream.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    }

    @AfterEach
    void stop() throws Exception {
        if (sidecar != null) {
            sidecar.closeAndCheckNothingIsLeft();
        }
        node.close();
        collector.close();
    }

    private String passed(String fields, String... flags) throws Exception {
        sidecar = SidecarFixture.with(node.port(), node.port()).arguments(flags).warmed();
        try (RawClient client = RawClient.connect(sidecar.port())) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 ");
        }
        return node.nextRequest();
    }

    private String traced(String fields) throws Exception {
        return passed(fields, "--otel-endpoint", "http://127.0.0.1:" + collector.port());
    }

    private static List<String> tracesOf(String request) {
        assertThat(request.split("(?i)\r\ntraceparent:", -1)).as(request).hasSize(2);
        return VALID.matcher(request)
                .results()
                .map(found -> found.group(1))
                .filter(trace -> !trace.matches("0+"))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00-" + TRACE + "-" + PARENT + "-01",
                "00-" + TRACE + "-" + PARENT + "-00",
                "00-" + TRACE + "-" + PARENT + "-ff",
                "cc-" + TRACE + "-" + PARENT + "-01",
                "cc-" + TRACE + "-" + PARENT + "-01-what-the-future-adds"
            })
    void a_valid_one_goes_on_under_the_same_trace(String value) throws Exception {
        String request = traced("traceparent: " + value + "\r\ntracestate: a=1,b=2\r\n");
        assertThat(tracesOf(request)).containsExactly(TRACE);
        assertThat(request).doesNotContain(PARENT).containsIgnoringCase("\r\ntracestate: a=1,b=2\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ff-" + TRACE + "-" + PARENT + "-01",
                "00-00000000000000000000000000000000-" + PARENT + "-01",
                "00-" + TRACE + "-0000000000000000-01",
                "00-" + TRACE + "-" + PARENT + "-01-x",
                "00-0AF7651916CD43DD8448EB211C80319C-" + PARENT + "-01",
                "00-" + TRACE + "-" + PARENT + "-0",
                "00-" + TRACE + "-" + PARENT,
                "00-" + TRACE + "-" + PARENT + "-01, 00-" + TRACE + "-" + PARENT + "-01",
                "0-" + TRACE + "-" + PARENT + "-01",
                "00_" + TRACE + "_" + PARENT + "_01",
                ""
            })
    void instead_of_an_invalid_one_exactly_one_of_a_new_trace_goes_on(String value) throws Exception {
        String request = traced("traceparent: " + value + "\r\ntracestate: a=1\r\nTracestate: b=2\r\n");
        assertThat(tracesOf(request)).hasSize(1).doesNotContain(TRACE);
        assertThat(request).as("the state of another trace").doesNotContainIgnoringCase("tracestate");
    }

    @Test
    void a_state_without_a_trace_goes_nowhere() throws Exception {
        String request = traced("tracestate: a=1\r\n");
        assertThat(tracesOf(request)).hasSize(1);
        assertThat(request).doesNotContainIgnoringCase("tracestate");
    }

    @Test
    void of_two_lines_one_goes_on() throws Exception {
        String other = TRACE.replace('0', '1');
        String request = traced("traceparent: 00-" + TRACE + "-" + PARENT + "-01\r\ntraceparent: 00-" + other + "-"
                + PARENT + "-01\r\n");
        assertThat(tracesOf(request)).hasSize(1).doesNotContain(TRACE, other);
    }

    @Test
    void lines_of_a_state_are_one_list() throws Exception {
        String request = traced("tracestate: a=1\r\ntraceparent: 00-" + TRACE + "-" + PARENT
                + "-01\r\ntracestate: b=2\r\nTracestate: c=3\r\n");
        assertThat(tracesOf(request)).containsExactly(TRACE);
        assertThat(request.split("(?i)\r\ntracestate:", -1)).hasSize(2);
        assertThat(request).containsIgnoringCase("\r\ntracestate: a=1,b=2,c=3\r\n");
    }

    @ParameterizedTest
    @CsvSource({
        "'','/v1/'",
        "/,/v1/",
        "/otlp,/otlp/v1/",
        "/otlp/,/otlp/v1/",
        "//,/v1/",
        "/v1/traces,/v1/",
        "/a/v1/metrics/,/a/v1/"
    })
    void the_paths_of_both_signals_are_appended_to_the_collectors_once(String path, String posted) throws Exception {
        passed("", "--otel-endpoint", "http://127.0.0.1:" + collector.port() + path);
        sidecar.closeAndCheckNothingIsLeft();
        sidecar = null;
        assertThat(List.of(collector.nextRequest(), collector.nextRequest()))
                .anyMatch(request -> request.startsWith("POST " + posted + "traces HTTP/1.1\r\n"))
                .anyMatch(request -> request.startsWith("POST " + posted + "metrics HTTP/1.1\r\n"));
    }

    @Test
    void a_long_state_goes_on_whole_or_by_whole_members() throws Exception {
        StringBuilder state = new StringBuilder("a=1");
        for (int i = 0; i < 29; i++) {
            state.append(",k").append(i).append('=').append("v".repeat(15));
        }
        String request = traced("traceparent: 00-" + TRACE + "-" + PARENT + "-01\r\ntracestate: " + state + "\r\n");
        assertThat(tracesOf(request)).containsExactly(TRACE);
        assertThat(request).containsIgnoringCase("\r\ntracestate: " + state + "\r\n");
    }

    @Test
    void over_http2_a_value_that_is_none_at_all_ends_its_stream_alone() throws Exception {
        sidecar = SidecarFixture.with(node.port(), node.port())
                .arguments("--otel-endpoint", "http://127.0.0.1:" + collector.port())
                .warmed();
        try (FrameClient client = FrameClient.connect(sidecar.port())) {
            client.get(1, "/", "traceparent", "00-" + TRACE + "-" + PARENT + "-01\0");
            assertThat(client.answer(1)).startsWith("reset");
            client.get(3, "/", "traceparent", "00-" + TRACE + "-" + PARENT + "-01");
            assertThat(client.answer(3)).isEqualTo("200 {}");
        }
        assertThat(tracesOf(node.nextRequest())).containsExactly(TRACE);
    }

    @Test
    void without_a_collector_everything_passes_as_it_came() throws Exception {
        String fields = "traceparent: ff-nonsense\r\nTraceparent: 00-" + TRACE + "-" + PARENT + "-01, x\r\ntracestate: "
                + "s".repeat(600) + "\r\n";
        assertThat(passed(fields)).contains("\r\n" + fields);
    }
}
