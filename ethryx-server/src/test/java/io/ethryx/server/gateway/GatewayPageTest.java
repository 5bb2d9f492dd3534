package io.ethryx.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.gateway.settings.GatewayFile;
import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.NamedMetrics;
import io.ethryx.server.testing.ParsedPage;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import io.ethryx.server.testing.ReferencePage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page of metrics of a running gateway has every family that was promised, with its type and exactly its labels. */
@Timeout(60)
final class GatewayPageTest {

    private static final String CALL = "host,target,chain_id,chain_version,";

    /** Name, type, and labels in any order: null where nothing makes a sample, and a question mark first where it is open. */
    private static final String[][] FAMILIES = {
        {"jrpcx_rpc_calls_started", "counter", CALL + "method,sourcedapp"},
        {"jrpcx_rpc_calls_finished", "counter", CALL + "method"},
        {"jrpcx_rpc_calls_failed", "counter", CALL + "method,status_code,upstream_related,reason,node_addr"},
        {"jrpcx_rpc_calls_cache_hits", "counter", CALL + "method"},
        {"jrpcx_rpc_calls_time", "histogram", CALL + "method"},
        {"jrpcx_rpc_batch_calls_finished", "counter", CALL},
        {"jrpcx_rpc_batch_calls_time", "histogram", CALL},
        {"jrpcx_rpc_request", "counter", CALL},
        {"jrpcx_rpc_http_status_code", "counter", CALL + "method,status_code"},
        {"jrpcx_rpc_request_payload_sizes", "histogram", CALL + "method"},
        {"jrpcx_rpc_response_payload_sizes", "histogram", CALL + "method"},
        {"jrpcx_rpc_internal_failed_request", "counter", null},
        {"jrpcx_rpc_health_check_total", "counter", "?chain_id,node_key,status"},
        {"jrpcx_rpc_health_check_duration_ms", "histogram", "?chain_id,node_key,status"},
        {"jrpcx_usage_flush_total", "counter", "status"},
        {"jrpcx_usage_records_total", "counter", "status"},
        {"jrpcx_usage_aggregation_keys", "gauge", ""},
        {"ethryx_gateway_retries_total", "counter", "chain_id,reason"},
        {"ethryx_gateway_failovers_total", "counter", "chain_id"},
        {"ethryx_gateway_node_available", "gauge", "chain_id,pool,node"},
        {"ethryx_gateway_node_ejections_total", "counter", "?chain_id,node,reason"},
        {"ethryx_gateway_pool_size", "gauge", "chain_id,pool"},
        {"ethryx_gateway_chain_head", "gauge", "chain_id"},
        {"ethryx_gateway_ratelimited_total", "counter", "method"},
        {"ethryx_gateway_mirror_sent_total", "counter", "chain_id"},
        {"ethryx_gateway_mirror_dropped_total", "counter", "chain_id,reason"},
        {"ethryx_gateway_etcd_connected", "gauge", null},
        {"ethryx_gateway_etcd_last_event_timestamp_seconds", "gauge", null},
        {"ethryx_gateway_etcd_resyncs_total", "counter", null},
        {"ethryx_gateway_topology_version", "gauge", ""},
        {"ethryx_gateway_in_flight_bytes", "gauge", ""},
        {"ethryx_gateway_websockets", "gauge", ""},
        {"ethryx_gateway_label_overflow_total", "counter", "label"},
        {"ethryx_build_info", "gauge", "version,git"},
        {"process_cpu_seconds_total", "counter", ""},
        {"process_start_time_seconds", "gauge", ""},
    };

    @TempDir
    private Path folder;

    private ScriptedNode node;
    private ScriptedNode dead;
    private RawUpstream mirror;
    private LiveGateway gateway;

    @BeforeEach
    void start_a_gateway() throws IOException {
        node = ScriptedNode.answering(body -> body.startsWith("[")
                ? "[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1}]"
                : "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1}");
        dead = ScriptedNode.named("dead");
        dead.close();
        mirror = RawUpstream.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        GatewayFile file = GatewayFile.parse(
                "test.yaml",
                String.join(
                        "\n",
                        "listen: 127.0.0.1:0",
                        "metric_listen: 127.0.0.1:0",
                        "discovery:",
                        "  head_tracking: false",
                        "  static:",
                        "    " + node.as("1/nodes/s", 1),
                        "    " + dead.as("1/nodes/a", 2),
                        "    1/lastBlockNumber: {latestBlockNumber: \"0x3e8\"}",
                        "    1/mirror/m: {address: 127.0.0.1, port: " + mirror.port() + ", rateLimit: 1}",
                        "usage: {sink: file, file: " + folder.resolve("usage.jsonl") + "}",
                        "proxy_config:",
                        "  processor:",
                        "    rate_limiter: {rpc_methods: {eth_x: 0.001}}",
                        "    request_mirror: {enable: true}"));
        assertThat(file.faults()).isEmpty();
        gateway = LiveGateway.bind(file.settings().orElseThrow());
        assertThat(gateway.start()).isEmpty();
    }

    @AfterEach
    void stop() throws IOException {
        gateway.close();
        node.close();
        mirror.close();
    }

    private void ask(String body) throws IOException {
        try (RawClient client = RawClient.connect(gateway.addresses().get(0).getPort())) {
            client.send(GatewayFixture.post("/1", body, "x-api-dapp: d"));
            client.readAnswer();
        }
    }

    private static String call(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    private ParsedPage page() {
        return new ParsedPage(text());
    }

    private String text() {
        try (RawClient client = RawClient.connect(gateway.probesAddress().getPort())) {
            client.send("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n");
            String answer = client.readAnswer();
            return answer.substring(answer.indexOf("\r\n\r\n") + 4);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void every_family_is_there_with_its_type_and_its_labels() throws Exception {
        ask(call("eth_chainId", "[]"));
        ask(call("getLatestBlock", "[]"));
        ask(call("eth_x", "[]"));
        ask(call("eth_x", "[]"));
        ask(call("txpool_content", "[]"));
        ask(call("eth_getBalance", "[\"0xa\",\"0x1\"]"));
        ask("[" + call("eth_chainId", "[]") + "]");
        Await.until(
                () -> page().sum("jrpcx_rpc_request") == 7 && page().sum("ethryx_gateway_mirror_sent_total") > 0,
                () -> "seven requests and a copy were not counted");
        ParsedPage page = page();
        List<String> wrong = new ArrayList<>();
        for (String[] family : FAMILIES) {
            if (!family[1].equals(page.types().get(family[0]))) {
                wrong.add(family[0] + " is a " + page.types().get(family[0]));
            }
            Set<Set<String>> labels = labels(page, family[0]);
            boolean open = family[2] != null && family[2].startsWith("?");
            Set<Set<String>> wanted = family[2] == null ? Set.of() : Set.of(named(family[2].replace("?", "")));
            if (!labels.equals(wanted) && !(open && labels.isEmpty())) {
                wrong.add(family[0] + " has " + labels + " and not " + wanted);
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static Set<String> named(String labels) {
        Set<String> names = new TreeSet<>(List.of(labels.split(",")));
        names.remove("");
        return names;
    }

    private static Set<Set<String>> labels(ParsedPage page, String family) {
        Set<Set<String>> all = new HashSet<>();
        page.samples().keySet().stream()
                .filter(sample -> sample.name().matches(family + "(_bucket|_sum|_count)?"))
                .forEach(sample -> {
                    Set<String> names = new TreeSet<>(sample.labels().keySet());
                    names.remove("le");
                    all.add(names);
                });
        return all;
    }

    @Test
    void the_table_of_the_documents_is_that_of_the_page() throws IOException {
        ReferencePage.same("gateway-metrics.md", ReferencePage.ofMetrics("Metrics of `ethryx gateway`", text()));
    }

    @Test
    void dashboards_and_alerts_ask_for_nothing_else() throws IOException {
        ParsedPage page = page();
        Set<String> asked = NamedMetrics.in(page, "dashboards/gateway.json", "alerts/gateway.rules.yml");
        assertThat(page.types().keySet()).containsAll(asked);
        assertThat(asked).hasSizeGreaterThan(25);
    }

    @Test
    void the_process_is_told_by_its_own_numbers() {
        ParsedPage page = page();
        assertThat(page.sum("process_cpu_seconds_total")).isPositive();
        assertThat(page.sum("process_start_time_seconds")).isBetween(1e9, System.currentTimeMillis() / 1_000.0 + 1);
    }
}
