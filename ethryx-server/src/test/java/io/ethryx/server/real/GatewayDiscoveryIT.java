package io.ethryx.server.real;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The gateway as a process that follows a real etcd, or a file. */
@Timeout(180)
final class GatewayDiscoveryIT {

    private static final String ETHRYX =
            Path.of(System.getProperty("ethryx.root"), "ethryx").toString();
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_chainId\",\"params\":[]}";

    @TempDir
    private Path folder;

    private final List<RawUpstream> nodes = new ArrayList<>();
    private EtcdProcess etcd;
    private RunningProcess gateway;
    private int port;

    @BeforeEach
    void chooseAddresses() throws IOException {
        port = freePort();
        etcd = EtcdProcess.at(freePort(), folder.resolve("etcd"));
    }

    @AfterEach
    void stop() throws Exception {
        if (gateway != null) {
            gateway.close();
        }
        etcd.close();
        for (RawUpstream node : nodes) {
            node.close();
        }
    }

    @Test
    void nodes_come_and_go_with_their_keys_and_a_lost_etcd_changes_nothing() throws Exception {
        etcd.start();
        etcd.put("/prod/1/nodes/s1", node("one"));
        etcd.put("1/nodes/stranger", node("stranger"));
        follow("etcd_endpoints: [" + etcd.url() + "]", "proxy_config: {etcd_prefix: /prod}");
        Await.until(() -> answers("one"), this::output);
        etcd.put("/prod/1/nodes/s2", node("two"));
        Await.until(() -> ask().contains("\"two\""), this::output);
        etcd.delete("/prod/1/nodes/s1");
        Await.until(() -> answers("two"), this::output);
        etcd.put("/prod/1/nodes/s2", "{nonsense");
        Await.until(() -> told("bad value in etcd, the last good one stays"), this::output);
        etcd.kill();
        Await.until(() -> told("etcd not reached, the last topology stays"), this::output);
        assertThat(answers("two")).isTrue();
        etcd.start();
        etcd.put("/prod/1/nodes/s2", node("three"));
        Await.until(() -> answers("three"), this::output);
        assertThat(gateway.terminate(SOON)).isZero();
        assertThat(gateway.lines())
                .allSatisfy(
                        line -> assertThat(line).startsWith("{\"timestamp\":\"").endsWith("}"));
        // Newer virtual machines warn there of what a library does, and that is theirs to do.
        assertThat(gateway.said().lines().filter(line -> !line.startsWith("WARNING: ")))
                .isEmpty();
    }

    @Test
    void a_start_without_etcd_serves_the_last_known_topology_until_etcd_is_there() throws Exception {
        String[] settings = {
            "etcd_endpoints: [" + etcd.url() + "]", "discovery: {snapshot_file: " + folder.resolve("last.json") + "}"
        };
        etcd.start();
        etcd.put("1/nodes/s1", node("one"));
        follow(settings);
        Await.until(() -> answers("one"), this::output);
        assertThat(gateway.terminate(SOON)).isZero();
        etcd.kill();
        follow(settings);
        Await.until(() -> answers("one"), this::output);
        Await.until(() -> told("etcd not reached, the last topology stays"), this::output);
        etcd.start();
        etcd.put("1/nodes/s1", node("two"));
        Await.until(() -> answers("two"), this::output);
    }

    @Test
    void an_edit_of_the_file_is_followed_and_a_bad_one_is_told_and_changes_nothing() throws Exception {
        Path file = folder.resolve("nodes.yaml");
        Files.writeString(file, "1/nodes/s1: " + node("one") + "\n");
        follow("discovery: {file: " + file + "}");
        Await.until(() -> answers("one"), this::output);
        Files.writeString(file, "# edited\n1/nodes/s1: " + node("two") + "\n");
        Await.until(() -> answers("two"), this::output);
        Files.writeString(file, "\n1/nodes/s1: {address: 127.0.0.1, port: 99999}\n");
        Await.until(() -> told("topology file refused, the last one stays"), this::output);
        assertThat(output()).contains(file + ":2: 1/nodes/s1.port: 99999");
        assertThat(answers("two")).isTrue();
        Files.writeString(file, "1/nodes/s1: " + node("three") + "\n");
        Await.until(() -> answers("three"), this::output);
    }

    @Test
    void a_file_that_is_wrong_at_the_start_is_refused_with_its_line() throws Exception {
        Path file = Files.writeString(folder.resolve("nodes.yaml"), "1/nodes/s1: {address: 127.0.0.1, port: 99999}\n");
        start("discovery: {file: " + file + "}");
        assertThat(gateway.exit(SOON)).isEqualTo(1);
        assertThat(gateway.said()).startsWith("ethryx: " + file + ":1: 1/nodes/s1.port: 99999");
    }

    /** The line of a new node that answers each call with its name. */
    private String node(String name) throws IOException {
        String answer = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"" + name + "\"}";
        RawUpstream node = RawUpstream.answering("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                + "Content-Length: " + answer.length() + "\r\n\r\n" + answer);
        nodes.add(node);
        return "{\"address\": \"127.0.0.1\", \"port\": " + node.port() + ", \"nodeType\": 1, \"stateType\": 1}";
    }

    private void follow(String... settings) throws Exception {
        start(settings);
        Await.until(() -> told("listening"), this::output);
    }

    private void start(String... settings) throws Exception {
        Path file = folder.resolve("gateway.yaml");
        Files.writeString(
                file,
                "listen: 127.0.0.1:" + port + "\nmetric_listen: 127.0.0.1:0\n" + String.join("\n", settings) + "\n");
        gateway = RunningProcess.start("gateway-discovery", List.of(ETHRYX, "gateway", "--config=" + file));
    }

    private boolean told(String message) {
        return gateway.lines().stream().anyMatch(line -> line.contains("\"message\":\"" + message + "\""));
    }

    /** Whether a node, and no other, serves: so often is it asked that another would show. */
    private boolean answers(String name) {
        for (int i = 0; i < 20; i++) {
            if (!ask().contains("\"result\":\"" + name + "\"")) {
                return false;
            }
        }
        return true;
    }

    private String ask() {
        try (RawClient client = RawClient.connect(port)) {
            client.send("POST /1 HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: "
                    + CALL.length() + "\r\n\r\n" + CALL);
            return client.readAnswer();
        } catch (IOException e) {
            return e.toString();
        }
    }

    private String output() {
        return String.join("\n", gateway.lines());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
