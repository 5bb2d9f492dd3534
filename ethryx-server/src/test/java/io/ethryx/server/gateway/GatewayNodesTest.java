package io.ethryx.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.NodeStatus;
import io.ethryx.health.NodeReport;
import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.RawUpstream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Decisions G10, G12, G31 over sockets: the pace of probes is a few milliseconds. */
@Timeout(60)
final class GatewayNodesTest {

    private static final ChainId ONE = new ChainId("1", "");
    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_chainId\",\"params\":[]}";
    private static final String RESULT = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"0x1\"}";
    private static final String FAST = "proxy_config: {node_health_check_interval: 20ms}";
    private static final String SLOW = "proxy_config: {node_health_check_interval: 1h}";

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void everything_ends() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    private ProbedNode node(String name, long head) throws IOException {
        ProbedNode node = ProbedNode.named(name, head);
        open.add(node);
        return node;
    }

    private GatewayFixture gateway(String... lines) throws IOException {
        GatewayFixture gateway = GatewayFixture.startProbing(lines);
        open.add(gateway);
        return gateway;
    }

    private static String balance(long height) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_getBalance\",\"params\":[\"0x1\",\"0x"
                + Long.toHexString(height) + "\"]}";
    }

    private static void awaitStatus(GatewayFixture gateway, String key, NodeStatus status) {
        Await.until(
                () -> gateway.gateway().topology().chains().values().stream()
                        .flatMap(chain -> chain.nodes().stream())
                        .anyMatch(node -> node.key().equals(key) && node.status() == status),
                () -> key + " is not " + status + " but " + report(gateway, key));
    }

    private static NodeReport report(GatewayFixture gateway, String key) {
        return gateway.gateway().nodes().reports(ONE).stream()
                .filter(report -> report.registered().key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    private static void awaitHead(GatewayFixture gateway, double head) {
        Await.until(
                () -> gateway.metrics().sum("ethryx_gateway_chain_head", "chain_id", "1") == head,
                () -> "head is not " + head + " in " + gateway.metrics().samples());
    }

    @Test
    void a_written_topology_serves_before_any_probe_has_ended() throws IOException {
        RawUpstream silent = RawUpstream.start(connection -> {
            for (String request = connection.readRequest(); request != null; request = connection.readRequest()) {
                if (!request.contains("eth_blockNumber")) {
                    connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                            + RESULT.length() + "\r\n\r\n" + RESULT);
                }
            }
        });
        open.add(silent);
        GatewayFixture gateway = gateway("1/nodes/s: {address: 127.0.0.1, port: " + silent.port() + ", stateType: 1}");
        assertThat(gateway.ask("/1", CALL)).startsWith("HTTP/1.1 200").endsWith(RESULT);
        assertThat(gateway.probe("GET", "/readyz")).startsWith("HTTP/1.1 200");
    }

    @Test
    void a_node_whose_probes_fail_gets_no_calls_until_one_passes() throws IOException {
        ProbedNode s1 = node("s1", 100);
        ProbedNode s2 = node("s2", 100);
        GatewayFixture gateway = gateway(s1.as("1/nodes/s1", 1), s2.as("1/nodes/s2", 1), "---", FAST);
        s1.sick(true);
        awaitStatus(gateway, "s1", NodeStatus.UNREACHABLE);
        for (int i = 0; i < 30; i++) {
            assertThat(gateway.ask("/1", CALL)).contains("\"s2\"");
        }
        gateway.awaitSum(0, "ethryx_gateway_node_available", "chain_id", "1", "pool", "state", "node", "s1");
        gateway.awaitSum(1, "ethryx_gateway_node_available", "chain_id", "1", "pool", "state", "node", "s2");
        gateway.awaitSum(2, "ethryx_gateway_pool_size", "chain_id", "1", "pool", "state");
        gateway.awaitSum(
                1, "ethryx_gateway_node_ejections_total", "chain_id", "1", "node", "s1", "reason", "http_status");
        s1.sick(false);
        awaitStatus(gateway, "s1", NodeStatus.READY);
        Await.until(() -> answered(gateway, "\"s1\""), () -> "s1 gets no calls again");
    }

    private static boolean answered(GatewayFixture gateway, String text) {
        try {
            return gateway.ask("/1", CALL).contains(text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void a_node_that_clients_calls_find_dead_is_ejected_without_a_probe_and_returns_by_one() throws IOException {
        ProbedNode s1 = node("s1", 100);
        ProbedNode s2 = node("s2", 100);
        GatewayFixture gateway = gateway(s1.as("1/nodes/s1", 1), s2.as("1/nodes/s2", 1), "---", SLOW);
        awaitHead(gateway, 100);
        s1.die();
        while (report(gateway, "s1").node().available()) {
            assertThat(gateway.ask("/1", CALL)).contains("\"s2\"");
        }
        assertThat(report(gateway, "s1").probes().trouble())
                .hasValueSatisfying(trouble -> assertThat(trouble.detail()).contains("in a row failed"));
        s1.revive();
        awaitStatus(gateway, "s1", NodeStatus.READY);
    }

    @Test
    void stock_nodes_are_probed_at_their_path_with_eth_block_number() throws IOException {
        ProbedNode state = node("s", 100);
        ProbedNode natives = node("n", 100);
        gateway(
                "1/nodes/s: {address: 127.0.0.1, port: " + state.port() + ", stateType: 1, path: /rpc/v1}",
                "1/nativeNodes/n: {address: 127.0.0.1, port: " + natives.port() + ", stateType: 1}",
                "---",
                SLOW);
        Await.until(() -> !state.probes().isEmpty() && !natives.probes().isEmpty(), () -> "no probes");
        assertThat(state.probes().get(0))
                .startsWith("POST /rpc/v1 HTTP/1.1\r\n")
                .containsIgnoringCase("\r\nHost: 127.0.0.1:" + state.port() + "\r\n")
                .containsIgnoringCase("\r\nContent-Type: application/json\r\n")
                .endsWith("\r\n\r\n{\"id\":1,\"jsonrpc\":\"2.0\",\"method\":\"eth_blockNumber\",\"params\":[]}");
        assertThat(natives.probes().get(0)).startsWith("POST / HTTP/1.1\r\n").contains("eth_blockNumber");
    }

    @Test
    void a_chain_may_have_a_probe_and_a_path_of_its_own() throws IOException {
        ProbedNode state = node("s", 100);
        gateway(
                state.as("1/nodes/s", 1),
                "---",
                SLOW,
                "routing: {chains: {\"0x1\": {probe: getLatestBlock, upstream_path: /el}}}");
        Await.until(() -> !state.probes().isEmpty(), () -> "no probe");
        assertThat(state.probes().get(0)).startsWith("POST /el HTTP/1.1\r\n").contains("getLatestBlock");
    }

    // --- heads ---

    @Test
    void a_chain_without_a_given_head_follows_its_nodes() throws IOException {
        ProbedNode state = node("state", 20_000);
        ProbedNode archive = node("archive", 20_000);
        GatewayFixture gateway = gateway(state.as("1/nodes/s", 1), archive.as("1/nodes/a", 2), "---", FAST);
        awaitHead(gateway, 20_000);
        assertThat(gateway.ask("/1", balance(20_000 - 64))).contains("\"state\"");
        assertThat(gateway.ask("/1", balance(20_000 - 65))).contains("\"archive\"");
        state.head(20_010);
        archive.head(20_010);
        awaitHead(gateway, 20_010);
        assertThat(gateway.ask("/1", balance(20_010 - 65))).contains("\"archive\"");
        assertThat(gateway.ask("/1", balance(20_010 - 64))).contains("\"state\"");
    }

    @Test
    void a_given_head_wins() throws IOException {
        ProbedNode state = node("state", 20_000);
        GatewayFixture given =
                gateway(state.as("1/nodes/s", 1), "1/lastBlockNumber: {latestBlockNumber: \"0x3e8\"}", "---", FAST);
        Await.until(() -> report(given, "s").head().isPresent(), () -> "no head told");
        awaitHead(given, 1_000);
    }

    @Test
    void a_rogue_head_moves_nothing_and_a_node_that_lags_is_flagged() throws IOException {
        ProbedNode good = node("good", 20_000);
        ProbedNode rogue = node("rogue", 20_000);
        ProbedNode slow = node("slow", 19_000);
        GatewayFixture gateway = gateway(
                good.as("1/nodes/good", 1), rogue.as("1/nodes/rogue", 1), slow.as("1/nodes/slow", 1), "---", FAST);
        awaitHead(gateway, 20_000);
        Await.until(() -> report(gateway, "slow").lagging(), () -> report(gateway, "slow") + " does not lag");
        assertThat(report(gateway, "good").lagging()).isFalse();
        rogue.head(9_000_000_000L);
        Await.until(() -> report(gateway, "rogue").head().orElse(0) == 9_000_000_000L, () -> "not told");
        good.head(20_001);
        awaitHead(gateway, 20_001);
        assertThat(report(gateway, "slow").node().available())
                .as("a flag is no verdict")
                .isTrue();
    }
}
