package io.ethryx.server.real;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.gateway.LiveGateway;
import io.ethryx.server.gateway.settings.GatewayFile;
import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.ParsedPage;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nodes and versions of a real etcd that change while calls go on. */
@Timeout(120)
final class GatewayHealthIT {

    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_chainId\",\"params\":[]}";

    @TempDir
    private Path folder;

    private final List<RawUpstream> nodes = new ArrayList<>();
    private EtcdProcess etcd;
    private LiveGateway gateway;

    @BeforeEach
    void start() throws Exception {
        etcd = EtcdProcess.in(folder.resolve("etcd"));
        etcd.start();
        gateway = LiveGateway.bind(GatewayFile.parse("test.yaml", """
                        listen: 127.0.0.1:0
                        metric_listen: 127.0.0.1:0
                        etcd_endpoints: [%s]
                        proxy_config: {node_health_check_interval: 100ms, node_health_check_timeout: 2}
                        """.formatted(etcd.url()))
                .settings()
                .orElseThrow());
        assertThat(gateway.start()).isEmpty();
    }

    @AfterEach
    void stop() throws Exception {
        gateway.close();
        etcd.close();
        for (RawUpstream node : nodes) {
            node.close();
        }
    }

    @Test
    void a_version_is_put_switched_and_removed_under_traffic_without_a_failed_call() throws Exception {
        etcd.put("1/nodes/s1", at(node("base").port()));
        Await.until(() -> answers("/1", "base"), () -> ask("/1"));
        try (Traffic traffic = new Traffic()) {
            etcd.put("1/v2/nodes/x1", at(node("two").port()));
            etcd.put("0x1/v3/nodes/y1", at(node("three").port()));
            Await.until(() -> answers("/0x1-v2", "two") && answers("/1-v3", "three"), () -> ask("/1-v2"));
            etcd.put("1/version", "{\"version\":\"v2\"}");
            Await.until(() -> answers("/1", "two"), () -> ask("/1"));
            etcd.put("1/version", "v3");
            Await.until(() -> answers("/1", "three"), () -> ask("/1"));
            assertThat(answers("/1-v2", "two"))
                    .as("who asks for a version gets it")
                    .isTrue();
            etcd.put("1/version", "\"v9\"");
            Await.until(() -> answers("/1", "base"), () -> "an override without nodes counts: " + ask("/1"));
            etcd.put("1/version", "v3");
            Await.until(() -> answers("/1", "three"), () -> ask("/1"));
            etcd.delete("1/version");
            Await.until(() -> answers("/1", "base"), () -> ask("/1"));
            traffic.stop();
            assertThat(traffic.failed).isEmpty();
        }
    }

    @Test
    void a_version_whose_node_is_registered_but_has_not_joined_counts() throws Exception {
        etcd.put("1/nodes/s1", at(node("base").port()));
        Await.until(() -> answers("/1", "base"), () -> ask("/1"));
        RawUpstream late = node("late");
        late.close();
        etcd.put("1/v2/nodes/x1", at(late.port()));
        etcd.put("1/version", "v2");
        Await.until(() -> ask("/1").contains("no backends available"), () -> ask("/1"));
        nodes.add(RawUpstream.start(InetAddress.getLoopbackAddress(), late.port(), script("late")));
        Await.until(() -> answers("/1", "late"), () -> ask("/1"));
    }

    /** Case 172. */
    @Test
    void when_all_nodes_go_at_once_calls_get_a_clean_error_until_one_is_back() throws Exception {
        RawUpstream one = node("one");
        String archive = at(node("old").port()).replace("\"nodeType\":1", "\"nodeType\":2");
        etcd.put("1/nodes/s1", at(one.port()));
        etcd.put("1/nodes/a1", archive);
        Await.until(() -> answers("/1", "one"), () -> ask("/1"));
        etcd.delete("1/nodes/s1");
        Await.until(() -> answers("/1", "old"), () -> "the other pool does not serve: " + ask("/1"));
        etcd.delete("1/nodes/a1");
        Await.until(() -> ask("/1").contains("no backends available"), () -> ask("/1"));
        assertThat(ask("/1")).startsWith("HTTP/1.1 200").contains("\"code\":-32603", "\"id\":1");
        etcd.put("1/nodes/s1", at(one.port()));
        Await.until(() -> answers("/1", "one"), () -> ask("/1"));
    }

    /** Case 172. */
    @Test
    void when_a_lease_that_all_nodes_hang_on_ends_they_go_at_once_and_come_back_with_their_keys() throws Exception {
        RawUpstream one = node("one");
        RawUpstream two = node("two");
        String lease = etcd.lease();
        etcd.put("1/nodes/s1", at(one.port()), lease);
        etcd.put("1/nodes/s2", at(two.port()), lease);
        etcd.put("1/lastBlockNumber", "{\"latestBlockNumber\":\"0x100\"}");
        Await.until(() -> ask("/1").contains("\"one\""), () -> ask("/1"));
        Await.until(() -> ask("/1").contains("\"two\""), () -> ask("/1"));
        etcd.revoke(lease);
        Await.until(() -> ask("/1").contains("no backends available"), () -> ask("/1"));
        assertThat(ask("/1")).startsWith("HTTP/1.1 200").contains("\"code\":-32603", "\"id\":1");
        String next = etcd.lease();
        etcd.put("1/nodes/s1", at(one.port()), next);
        etcd.put("1/nodes/s2", at(two.port()), next);
        Await.until(() -> ask("/1").contains("\"one\""), () -> ask("/1"));
        Await.until(() -> ask("/1").contains("\"two\""), () -> ask("/1"));
    }

    @Test
    void joining_is_counted_under_the_names_of_the_replaced_program_until_the_node_goes() throws Exception {
        RawUpstream dead = node("dead");
        dead.close();
        etcd.put("1/nodes/s1", at(node("base").port()));
        etcd.put("1/nodes/s2", at(dead.port()));
        Await.until(() -> sum("jrpcx_rpc_health_check_total", "s1", "success") == 1, this::page);
        Await.until(() -> sum("jrpcx_rpc_health_check_total", "s2", "retry") >= 1, this::page);
        assertThat(sum("jrpcx_rpc_health_check_duration_ms_count", "s1", "success"))
                .isOne();
        assertThat(sum("jrpcx_rpc_health_check_total", "s2", "success")).isZero();
        Await.until(
                () -> new ParsedPage(page()).sum("ethryx_gateway_pool_size", "chain_id", "1", "pool", "state") == 1,
                this::page);
        assertThat(new ParsedPage(page())
                        .sum("ethryx_gateway_node_available", "chain_id", "1", "pool", "state", "node", "s2"))
                .isZero();
        etcd.delete("1/nodes/s2");
        Await.until(() -> !page().contains("s2"), this::page);
    }

    private double sum(String name, String node, String status) {
        return new ParsedPage(page()).sum(name, "chain_id", "1", "node_key", node, "status", status);
    }

    private String page() {
        try (RawClient client = RawClient.connect(gateway.probesAddress().getPort())) {
            client.send("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n");
            String answer = client.readAnswer();
            return answer.substring(answer.indexOf("\r\n\r\n") + 4);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void a_node_moves_to_an_address_that_answers_and_to_no_other_without_a_failed_call() throws Exception {
        etcd.put("1/nodes/s1", at(node("old").port()));
        Await.until(() -> answers("/1", "old"), () -> ask("/1"));
        try (Traffic traffic = new Traffic()) {
            RawUpstream dead = node("dead");
            dead.close();
            etcd.put("1/nodes/s1", at(dead.port()));
            RawUpstream sure = node("sure");
            etcd.put("1/nodes/s2", at(sure.port()));
            Await.until(() -> ask("/1").contains("sure"), () -> ask("/1"));
            assertThat(answersOneOf("/1", "old", "sure"))
                    .as("the old address serves on")
                    .isTrue();
            etcd.put("1/nodes/s1", at(node("new").port()));
            Await.until(() -> answersOneOf("/1", "new", "sure"), () -> ask("/1"));
            etcd.delete("1/nodes/s2");
            Await.until(() -> answers("/1", "new"), () -> ask("/1"));
            traffic.stop();
            assertThat(traffic.failed).isEmpty();
        }
    }

    /** A node that answers whatever it is asked with its name. */
    private RawUpstream node(String name) throws IOException {
        RawUpstream node = RawUpstream.start(script(name));
        nodes.add(node);
        return node;
    }

    private static RawUpstream.Script script(String name) {
        String answer = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"" + name + "\"}";
        return connection -> {
            while (connection.readRequest() != null) {
                connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                        + answer.length() + "\r\n\r\n" + answer);
            }
        };
    }

    private static String at(int port) {
        return "{\"address\":\"127.0.0.1\",\"port\":" + port + ",\"nodeType\":1,\"stateType\":1}";
    }

    private boolean answers(String path, String name) {
        return answersOneOf(path, name, name);
    }

    /** Whether these nodes, and no others, serve: so often is it asked that another would show. */
    private boolean answersOneOf(String path, String one, String other) {
        for (int i = 0; i < 20; i++) {
            String answer = ask(path);
            if (!answer.contains("\"result\":\"" + one + "\"") && !answer.contains("\"result\":\"" + other + "\"")) {
                return false;
            }
        }
        return true;
    }

    private String ask(String path) {
        try (RawClient client = RawClient.connect(gateway.addresses().get(0).getPort())) {
            client.send("POST " + path + " HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: "
                    + CALL.length() + "\r\n\r\n" + CALL);
            return client.readAnswer();
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** One client that asks and asks. */
    private final class Traffic implements AutoCloseable {

        private final List<String> failed = new CopyOnWriteArrayList<>();
        private final AtomicBoolean over = new AtomicBoolean();
        private final Thread thread = new Thread(this::run, "traffic");

        Traffic() {
            thread.start();
        }

        private void run() {
            while (!over.get()) {
                String answer = ask("/1");
                if (!answer.startsWith("HTTP/1.1 200") || !answer.contains("\"result\":\"")) {
                    failed.add(answer);
                }
            }
        }

        void stop() throws InterruptedException {
            over.set(true);
            thread.join();
        }

        @Override
        public void close() throws InterruptedException {
            stop();
        }
    }
}
