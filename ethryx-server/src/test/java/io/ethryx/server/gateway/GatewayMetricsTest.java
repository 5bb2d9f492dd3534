package io.ethryx.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.ParsedPage;
import io.ethryx.server.testing.RawClient;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
final class GatewayMetricsTest {

    private static final String HEAD = "1/lastBlockNumber: {latestBlockNumber: \"0x3e8\"}";

    private ScriptedNode state;
    private ScriptedNode archive;
    private GatewayFixture gateway;

    @BeforeEach
    void start() throws IOException {
        archive = ScriptedNode.named("archive");
    }

    private void serve(ScriptedNode node, String... top) throws IOException {
        state = node;
        String[] lines = new String[top.length + 4];
        lines[0] = state.as("1/nodes/s", 1);
        lines[1] = archive.as("1/nodes/a", 2);
        lines[2] = HEAD;
        lines[3] = "---";
        System.arraycopy(top, 0, lines, 4, top.length);
        gateway = GatewayFixture.start(lines);
    }

    @AfterEach
    void stop() throws IOException {
        if (gateway != null) {
            gateway.close();
        }
        if (state != null) {
            state.close();
        }
        archive.close();
    }

    private static String call(String method) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":[]}";
    }

    @Test
    void a_call_shows_on_the_page_with_all_its_labels() throws IOException {
        serve(ScriptedNode.named("state"));
        gateway.ask("/0x1", call("eth_chainId"), "X-Api-Dapp: wallet");
        String[] labels = {
            "host", "rpc.example", "target", "native", "chain_id", "1", "chain_version", "", "method", "eth_chainId"
        };
        gateway.awaitSum(1, "jrpcx_rpc_calls_finished", labels);
        ParsedPage page = gateway.metrics();
        assertThat(page.sum("jrpcx_rpc_calls_started", "sourcedapp", "wallet", "method", "eth_chainId"))
                .isOne();
        assertThat(page.sum("jrpcx_rpc_calls_time_count", labels)).isOne();
        assertThat(page.sum("jrpcx_rpc_http_status_code", "status_code", "200", "method", "eth_chainId"))
                .isOne();
        assertThat(page.sum("jrpcx_rpc_request_payload_sizes_sum", labels))
                .isEqualTo(call("eth_chainId").length());
        assertThat(page.sum("jrpcx_rpc_response_payload_sizes_sum", labels))
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"state\"}".length());
        assertThat(page.sum("jrpcx_rpc_request")).isOne();
        assertThat(page.sum("jrpcx_rpc_calls_failed")).isZero();
    }

    @Test
    void started_is_finished_and_failed_and_a_denied_call_is_failed_only() throws IOException {
        serve(ScriptedNode.failing(-32000));
        gateway.ask("/1", call("eth_call"));
        gateway.ask("/1", call("txpool_content"));
        gateway.ask("/2", call("eth_call"));
        gateway.ask("/1", "[" + call("eth_y") + "]");
        gateway.awaitSum(4, "jrpcx_rpc_request");
        ParsedPage page = gateway.metrics();
        assertThat(page.sum("jrpcx_rpc_calls_started")).isEqualTo(3);
        assertThat(page.sum("jrpcx_rpc_calls_started", "method", "txpool_content"))
                .isZero();
        String failed = "jrpcx_rpc_calls_failed";
        assertThat(page.sum(failed)).isEqualTo(4);
        assertThat(page.sum(failed, "status_code", "-41003", "upstream_related", "false", "node_addr", "unknown"))
                .isOne();
        assertThat(page.sum(
                        failed,
                        "method",
                        "eth_call",
                        "status_code",
                        "-32000",
                        "upstream_related",
                        "true",
                        "reason",
                        "rpc_error_other",
                        "node_addr",
                        "127.0.0.1:" + state.upstream().port()))
                .isOne();
        assertThat(page.sum(failed, "chain_id", "other", "reason", "no_backends_available"))
                .isOne();
        assertThat(page.sum("jrpcx_rpc_batch_calls_finished")).isOne();
        assertThat(page.sum("jrpcx_rpc_http_status_code", "method", "batch", "status_code", "200"))
                .isOne();
    }

    @Test
    void a_limited_call_is_counted_as_such() throws IOException {
        serve(ScriptedNode.named("state"), "proxy_config: {processor: {rate_limiter: {rpc_methods: {eth_x: 0.001}}}}");
        gateway.ask("/1", call("eth_x"));
        assertThat(gateway.ask("/1", call("eth_x"))).startsWith("HTTP/1.1 429 ");
        gateway.awaitSum(1, "ethryx_gateway_ratelimited_total", "method", "eth_x");
        gateway.awaitSum(1, "jrpcx_rpc_calls_failed", "reason", "rate_limited");
        gateway.awaitSum(2, "jrpcx_rpc_calls_started", "method", "eth_x");
    }

    @ParameterizedTest
    @CsvSource({"-39006, no_state", "-39008, needs_native"})
    void one_more_node_because_of_an_answer_is_a_retry(int code, String reason) throws IOException {
        state = ScriptedNode.failing(code);
        try (ScriptedNode executes = ScriptedNode.named("native")) {
            gateway = GatewayFixture.start(
                    state.as("1/nodes/s", 1), archive.as("1/nodes/a", 2), executes.as("1/nativeNodes/n", 0), HEAD);
            assertThat(gateway.ask("/1", call("eth_call"))).contains("\"result\"");
            ParsedPage page = gateway.metrics();
            assertThat(page.sum("ethryx_gateway_retries_total", "chain_id", "1", "reason", reason))
                    .isOne();
            assertThat(page.sum("ethryx_gateway_failovers_total")).isZero();
        }
    }

    @Test
    void one_more_node_because_of_a_failure_is_a_failover_too() throws IOException {
        serve(ScriptedNode.named("state"));
        state.close();
        assertThat(gateway.ask("/1", call("eth_call"))).contains("\"result\":\"archive\"");
        ParsedPage page = gateway.metrics();
        assertThat(page.sum("ethryx_gateway_retries_total", "chain_id", "1", "reason", "connect"))
                .isOne();
        assertThat(page.sum("ethryx_gateway_failovers_total", "chain_id", "1")).isOne();
    }

    @Test
    void the_page_tells_the_topology_the_build_and_what_is_held() throws IOException {
        serve(ScriptedNode.named("state"));
        ParsedPage page = gateway.metrics();
        assertThat(page.samples())
                .containsEntry(sample("ethryx_gateway_chain_head", "chain_id", "1"), 1000.0)
                .containsEntry(
                        sample("ethryx_gateway_node_available", "chain_id", "1", "pool", "state", "node", "s"), 1.0)
                .containsEntry(sample("ethryx_gateway_pool_size", "chain_id", "1", "pool", "archive"), 1.0)
                .containsEntry(sample("ethryx_gateway_pool_size", "chain_id", "1", "pool", "native"), 0.0)
                .containsEntry(sample("ethryx_gateway_in_flight_bytes"), 0.0);
        assertThat(page.sum("ethryx_gateway_topology_version"))
                .isEqualTo((double) gateway.gateway().topology().revision());
        assertThat(page.sum("ethryx_build_info")).isOne();
    }

    private static ParsedPage.Sample sample(String name, String... labels) {
        Map<String, String> all = new TreeMap<>();
        for (int i = 0; i < labels.length; i += 2) {
            all.put(labels[i], labels[i + 1]);
        }
        return new ParsedPage.Sample(name, all);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Accept: application/openmetrics-text; version=1.0.0", "Accept: application/json", "X: y"})
    void the_page_is_text_whatever_is_accepted(String field) throws IOException {
        serve(ScriptedNode.named("state"));
        assertThat(gateway.probe("GET", "/metrics?x=y", field))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .containsIgnoringCase("content-type: text/plain; version=0.0.4; charset=utf-8\r\n")
                .containsIgnoringCase("cache-control: no-store\r\n")
                .doesNotContain("# EOF");
        assertThat(gateway.probe("HEAD", "/metrics", field)).startsWith("HTTP/1.1 200 OK\r\n");
    }

    @Test
    void a_gateway_is_alive_before_it_is_ready_and_ready_until_it_ends() throws IOException {
        state = ScriptedNode.named("state");
        gateway = GatewayFixture.bind(state.as("1/nodes/s", 1));
        gateway.gateway().openProbes();
        assertThat(gateway.probe("GET", "/livez")).startsWith("HTTP/1.1 200 OK\r\n");
        assertThat(gateway.probe("GET", "/readyz"))
                .startsWith("HTTP/1.1 503 ")
                .endsWith("\r\n\r\ndiscovery has not synced yet\n");
        gateway.serve();
        assertThat(gateway.probe("GET", "/readyz"))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .containsIgnoringCase("cache-control: no-store\r\n")
                .endsWith("\r\n\r\nready\n");
        assertThat(gateway.probe("HEAD", "/readyz")).startsWith("HTTP/1.1 200 OK\r\n");
        gateway.gateway().notReady();
        assertThat(gateway.probe("GET", "/readyz")).startsWith("HTTP/1.1 503 ").endsWith("\r\n\r\nshutting down\n");
        assertThat(gateway.probe("GET", "/livez")).startsWith("HTTP/1.1 200 OK\r\n");
        assertThat(gateway.ask("/1", call("eth_chainId"))).contains("\"result\":\"state\"");
    }

    @Test
    void a_topology_of_an_earlier_run_serves_and_does_not_make_it_ready() throws IOException {
        state = ScriptedNode.named("state");
        gateway = GatewayFixture.start(state.as("1/nodes/s", 1));
        AtomicBoolean synced = new AtomicBoolean();
        gateway.gateway().readyOnceSynced(synced::get);
        assertThat(gateway.ask("/1", call("eth_chainId"))).contains("\"result\":\"state\"");
        assertThat(gateway.probe("GET", "/readyz"))
                .startsWith("HTTP/1.1 503 ")
                .endsWith("\r\n\r\ndiscovery has not synced yet\n");
        synced.set(true);
        assertThat(gateway.probe("GET", "/readyz")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void probes_and_metrics_are_served_on_while_calls_drain() throws IOException {
        serve(ScriptedNode.named("state"));
        gateway.gateway().notReady();
        gateway.gateway().drain();
        assertThat(gateway.probe("GET", "/readyz")).startsWith("HTTP/1.1 503 ");
        assertThat(gateway.probe("GET", "/metrics")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void a_gateway_without_an_available_node_is_not_ready() throws IOException {
        state = ScriptedNode.named("state");
        gateway = GatewayFixture.start(state.as("1/nodes/s", 1).replace("stateType: 1", "stateType: 2"));
        assertThat(gateway.probe("GET", "/readyz"))
                .startsWith("HTTP/1.1 503 ")
                .endsWith("\r\n\r\nno chain has an available node\n");
        assertThat(gateway.metrics().sum("ethryx_gateway_node_available")).isZero();
        assertThat(gateway.metrics().sum("ethryx_gateway_pool_size", "pool", "state"))
                .isOne();
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /metrics, 405",
        "DELETE, /readyz, 405",
        "POST, /livez, 405",
        "GET, /, 404",
        "GET, /1, 404",
        "GET, /metrics/, 404",
        "POST, /1, 404"
    })
    void nothing_else_is_served_there(String method, String path, int status) throws IOException {
        serve(ScriptedNode.named("state"));
        String answer = gateway.probe(method, path, "Content-Length: 0");
        assertThat(answer).startsWith("HTTP/1.1 " + status + " ").containsIgnoringCase("cache-control: no-store\r\n");
        if (status == 405) {
            assertThat(answer).containsIgnoringCase("allow: GET, HEAD\r\n");
        }
    }

    @Test
    void the_listener_of_calls_has_no_metrics() throws IOException {
        serve(ScriptedNode.named("state"));
        try (RawClient client = gateway.client()) {
            client.send("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 405 ");
        }
    }
}
