package io.ethryx.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.dslplatform.json.DslJson;
import io.ethryx.server.logging.JsonLogProbe;
import io.ethryx.server.testing.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The log of slow and failed calls, and the record of all of them (decision G17). */
@Timeout(60)
final class CallLogTest {

    private static final String SLOW = "observability_log: {enable: true, slow_threshold: {default: 1}}";
    private static final String ERRORS =
            "observability_log: {enable: true, enable_error_log: true, slow_threshold: {default: 600000}}";

    private ScriptedNode node;
    private GatewayFixture gateway;

    @BeforeEach
    void start() throws IOException {
        node = ScriptedNode.failing(-32000);
    }

    private void serve(String processor, String... proxy) throws IOException {
        List<String> lines = new ArrayList<>(
                List.of(node.as("1/nodes/s", 1), "---", "proxy_config:", "  processor:", "    " + processor));
        lines.addAll(List.of(proxy));
        gateway = GatewayFixture.start(lines.toArray(String[]::new));
    }

    @AfterEach
    void stop() throws IOException {
        gateway.close();
        node.close();
    }

    private static String call(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    private static Map<?, ?> member(Map<?, ?> of, String name) {
        return (Map<?, ?>) of.get(name);
    }

    /** The lines of a message, once the calls have ended. */
    private List<? extends Map<?, ?>> lines(JsonLogProbe log, String message, int requests) {
        gateway.awaitSum(requests, "jrpcx_rpc_request");
        return log.lines().stream()
                .map(line -> member(line, "fields"))
                .filter(fields -> message.equals(fields.get("message")))
                .toList();
    }

    @Test
    void a_failed_call_is_written_down_in_the_members_that_consumers_know() throws Exception {
        serve(ERRORS);
        try (JsonLogProbe log = JsonLogProbe.with("info")) {
            gateway.ask(
                    "/0x1",
                    call("eth_call", "[ {\"a\":1}, \"latest\" ]"),
                    "x-dbk-biz: biz",
                    "x-dbk-source: 192.0.2.9",
                    "Authorization: hidden",
                    "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
            List<? extends Map<?, ?>> lines = lines(log, "observability log", 1);
            assertThat(lines).hasSize(1);
            assertThat(lines.get(0).get("TraceId")).isEqualTo("0af7651916cd43dd8448eb211c80319c");
            Map<?, ?> attributes = member(lines.get(0), "Attributes");
            assertThat(attributes.keySet().stream().map(String::valueOf).toList())
                    .containsExactly(
                            "Cached",
                            "ChainId",
                            "ErrorCode",
                            "ErrorMessage",
                            "Host",
                            "Method",
                            "Node",
                            "RequestBody",
                            "RequestBodySize",
                            "ResponseBodySize",
                            "SourceBiz",
                            "SourceEnv",
                            "SourceHost",
                            "SourceIP",
                            "SourceServerVersion",
                            "Start",
                            "Status",
                            "Target",
                            "duration");
            assertThat(attributes.values()).allMatch(String.class::isInstance);
            assertThat(attributes.get("Method")).isEqualTo("eth_call");
            assertThat(attributes.get("ErrorCode")).isEqualTo("-32000");
            assertThat(attributes.get("ErrorMessage")).isEqualTo("no");
            assertThat(attributes.get("Host")).isEqualTo("rpc.example");
            assertThat(attributes.get("SourceBiz")).isEqualTo("biz");
            assertThat(attributes.get("SourceIP")).isEqualTo("192.0.2.9");
            assertThat(attributes.get("RequestBody"))
                    .isEqualTo(
                            "[{\"jsonrpc\":\"2.0\",\"method\":\"eth_call\",\"params\":[ {\"a\":1}, \"latest\" ],\"id\":7}]");
            assertThat(attributes.get("Node"))
                    .isEqualTo("127.0.0.1:" + node.upstream().port());
            assertThat(String.valueOf(attributes.get("Start"))).matches("[0-9]{19}");
            assertThat(log.text())
                    .contains("\"level\":\"INFO\"", "\"target\":\"ethryx::calls\"")
                    .doesNotContain("hidden");
        }
    }

    @Test
    void calls_that_are_neither_slow_nor_failed_are_not_written_down() throws Exception {
        node.close();
        node = ScriptedNode.named("s");
        serve(ERRORS);
        try (JsonLogProbe log = JsonLogProbe.with("info")) {
            gateway.ask("/1", call("eth_call", "[]"));
            gateway.ask("/1", call("txpool_content", "[]"));
            assertThat(lines(log, "observability log", 2))
                    .extracting(
                            line -> String.valueOf(member(line, "Attributes").get("Method")))
                    .containsExactly("txpool_content");
        }
    }

    @Test
    void a_call_is_slow_by_the_threshold_of_its_method() throws Exception {
        node.close();
        node = ScriptedNode.of(connection -> {
            while (connection.readRequest() != null) {
                long asked = System.nanoTime();
                Await.until(() -> System.nanoTime() - asked > 30_000_000, () -> "time stands still");
                connection.send(
                        "HTTP/1.1 200 OK\r\nContent-Length: 36\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":1}  ");
            }
        });
        serve("observability_log: {enable: true, slow_threshold: {default: 20, rpc_methods: {eth_slow: 600000}}}");
        try (JsonLogProbe log = JsonLogProbe.with("info")) {
            gateway.ask("/1", call("eth_call", "[]"));
            gateway.ask("/1", call("eth_slow", "[]"));
            List<? extends Map<?, ?>> lines = lines(log, "observability log", 2);
            assertThat(lines)
                    .extracting(
                            line -> String.valueOf(member(line, "Attributes").get("Method")))
                    .containsExactly("eth_call");
            assertThat(Long.parseLong(
                            String.valueOf(member(lines.get(0), "Attributes").get("duration"))))
                    .isGreaterThanOrEqualTo(30);
            assertThat(lines.get(0).get("TraceId")).isEqualTo("0".repeat(32));
        }
    }

    @Test
    void long_params_are_cut_and_the_body_stays_json() throws Exception {
        serve(ERRORS);
        try (JsonLogProbe log = JsonLogProbe.with("info")) {
            gateway.ask("/1", call("eth_call", "[\"" + "\\\"q".repeat(20_000) + "\"]"));
            gateway.ask("/1", "[" + call("eth_a", "{\"k\":\"" + "e".repeat(3_000) + "\"}") + "]");
            for (Map<?, ?> line : lines(log, "observability log", 2)) {
                String body = String.valueOf(member(line, "Attributes").get("RequestBody"));
                byte[] bytes = body.substring(1, body.length() - 1).getBytes(StandardCharsets.UTF_8);
                assertThat(bytes.length).isLessThan(3_200);
                Map<?, ?> read = new DslJson<Object>().deserialize(Map.class, bytes, bytes.length);
                assertThat(read.get("params").toString()).endsWith("…");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"eth_sendRawTransaction", "eth_sendTransaction", "personal_unlockAccount"})
    void what_is_submitted_is_in_no_line_at_no_level(String method) throws Exception {
        serve(ERRORS);
        try (JsonLogProbe log = JsonLogProbe.with("trace")) {
            gateway.ask("/1", call(method, "[\"0xfeedbeef\"]"));
            gateway.ask("/1", "[" + call(method, "[\"0xfeedbeef\"]") + "]");
            assertThat(lines(log, "observability log", 2)).hasSize(2);
            assertThat(lines(log, "call came", 2)).hasSize(2);
            assertThat(log.text()).doesNotContain("feedbeef");
        }
    }

    @Test
    void every_call_is_recorded_as_it_comes_and_as_it_ended_while_the_level_is_debug() throws Exception {
        serve("observability_log: {enable: false}");
        try (JsonLogProbe log = JsonLogProbe.with("info,ethryx::calls=debug")) {
            gateway.ask("/1", call("eth_call", "[1]"));
            gateway.ask("/1", "[" + call("eth_a", "[2]") + "," + call("txpool_content", "[]") + "]");
            assertThat(lines(log, "call came", 2))
                    .extracting(line -> line.get("method") + " " + line.get("params") + " " + line.get("id"))
                    .containsExactly("eth_call [1] 7", "eth_a [2] 7", "txpool_content [] 7");
            assertThat(lines(log, "call ended", 2))
                    .extracting(line -> line.get("method") + " " + line.get("has_error") + " " + line.get("error_code"))
                    .containsExactly("eth_call true -32000", "eth_a true -32000", "txpool_content true -41003");
        }
    }

    @Test
    void nothing_is_recorded_at_info() throws Exception {
        serve("observability_log: {enable: false}");
        try (JsonLogProbe log = JsonLogProbe.with("info")) {
            gateway.ask("/1", call("eth_call", "[1]"));
            assertThat(lines(log, "call came", 1)).isEmpty();
            assertThat(log.text()).doesNotContain("eth_call");
        }
    }

    @Test
    void of_many_lines_a_second_some_are_left_out_as_configured() throws Exception {
        serve(ERRORS, "  observability: {log: {sampling: {enable: true, initial: 2, thereafter: 0}}}");
        try (JsonLogProbe log = JsonLogProbe.with("info")) {
            StringBuilder batch = new StringBuilder("[");
            for (int i = 0; i < 500; i++) {
                batch.append(i == 0 ? "" : ",").append(call("eth_" + i, "[]"));
            }
            gateway.ask("/1", batch.append("]").toString());
            // the calls of a batch end within one second, or within two at its edge
            assertThat(lines(log, "observability log", 1)).hasSizeBetween(2, 4);
        }
    }

    @Test
    void whoever_wishes_gets_every_line() throws Exception {
        serve(ERRORS, "  observability: {log: {sampling: {enable: false}}}");
        try (JsonLogProbe log = JsonLogProbe.with("info")) {
            StringBuilder batch = new StringBuilder("[");
            for (int i = 0; i < 500; i++) {
                batch.append(i == 0 ? "" : ",").append(call("eth_" + i, "[]"));
            }
            gateway.ask("/1", batch.append("]").toString());
            assertThat(lines(log, "observability log", 1)).hasSize(500);
        }
    }

    @Test
    void slow_calls_are_written_down_whatever_they_say() throws Exception {
        serve(SLOW);
        try (JsonLogProbe log = JsonLogProbe.with("info")) {
            String odd = "eth_\\\"\\\\\\n\\u2028\\ud83d\\ude00";
            gateway.ask(
                    "/1",
                    "{\"jsonrpc\":\"2.0\",\"id\":\"" + "i".repeat(9_000) + "\",\"method\":\"" + odd
                            + "\",\"params\":[\"\\u0000\"]}");
            gateway.awaitSum(1, "jrpcx_rpc_request");
            log.lines().forEach(line -> assertThat(line.containsKey("fields")).isTrue());
        }
    }
}
