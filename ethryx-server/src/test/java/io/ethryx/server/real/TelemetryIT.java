package io.ethryx.server.real;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.gateway.LiveGateway;
import io.ethryx.server.gateway.settings.GatewayFile;
import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The sidecar as a process before a collector that decodes what it gets with the published OTLP messages. */
@Timeout(180)
final class TelemetryIT {

    private static final String ETHRYX =
            Path.of(System.getProperty("ethryx.root"), "ethryx").toString();
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "b7ad6b7169203331";

    private RawUpstream node;
    private RunningProcess sidecar;
    private int port;

    @BeforeEach
    void startNode() throws IOException {
        node = RawUpstream.answering(OK);
    }

    @AfterEach
    void stop() throws Exception {
        if (sidecar != null) {
            sidecar.close();
        }
        node.close();
    }

    private static RunningProcess collector() throws Exception {
        Path libraries = Path.of("target", "otlp-receiver").toAbsolutePath();
        return RunningProcess.start(
                "otlp-receiver",
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        libraries + "/*",
                        Path.of("src", "test", "real", "otlp", "OtlpReceiver.java")
                                .toAbsolutePath()
                                .toString()));
    }

    private void start(String collector) throws Exception {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        sidecar = RunningProcess.start(
                "sidecar-telemetry",
                List.of(
                        ETHRYX,
                        "sidecar",
                        "--listen=127.0.0.1:" + port,
                        "--el-http-url=http://127.0.0.1:" + node.port() + "/0123456789abcdef0123",
                        "--cl-beacon-url=http://127.0.0.1:" + node.port(),
                        "--mock-cl-node-health",
                        "--otel-endpoint=" + collector));
        Await.until(
                () -> sidecar.lines().stream().anyMatch(line -> line.contains("\"upstreams connected\"")),
                () -> String.join("\n", sidecar.lines()));
    }

    private String ask(String request) throws IOException {
        try (RawClient client = RawClient.connect(port)) {
            client.send(request);
            return client.readAnswer();
        }
    }

    @Test
    void spans_and_metrics_reach_the_collector_at_the_latest_when_the_process_ends() throws Exception {
        try (RunningProcess collector = collector()) {
            start(collector.awaitReady(SOON) + "/");
            assertThat(ask("POST /x?a=1 HTTP/1.1\r\nHost: rpc.example:8547\r\ntraceparent: 00-" + TRACE + "-" + PARENT
                            + "-01\r\ntracestate: a=1\r\nContent-Length: 2\r\n\r\n{}"))
                    .startsWith("HTTP/1.1 200 ");
            ask("GET /eth/v1/node/health HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(sidecar.terminate(SOON)).isZero();
            List<String> told = collector.lines();
            String server = line(told, "span " + TRACE, "kind: SPAN_KIND_SERVER");
            String client = line(told, "span " + TRACE, "kind: SPAN_KIND_CLIENT");
            assertThat(server)
                    .contains(" " + PARENT + " ", "\"upstream\"", "\"EL\"", "\"http.response.status_code\"", "\"/x\"");
            String serverId = word(server, 2);
            String clientId = word(client, 2);
            assertThat(word(client, 3)).isEqualTo(serverId);
            assertThat(client).contains("/***/x").doesNotContain("0123456789abcdef0123");
            assertThat(traceparentSeenByTheNode()).isEqualTo("00-" + TRACE + "-" + clientId + "-01");
            assertThat(node.received()).containsIgnoringCase("tracestate: a=1\r\n");
            line(told, "span ", "\"/eth/v1/node/health\"");
            line(told, "resource", "\"service.name\"");
            line(told, "metric", "name: \"ethryx_proxy_requests_total\"");
            line(told, "metric", "name: \"ethryx_proxy_request_duration_seconds\"");
            line(told, "metric", "name: \"ethryx_active_connections\"");
        }
    }

    @Test
    void the_spans_of_a_gateway_reach_the_collector_and_its_nodes_get_their_context() throws Exception {
        RawUpstream state = RawUpstream.answering(
                "HTTP/1.1 200 OK\r\nContent-Length: 38\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"s1\"}");
        try (RunningProcess collector = collector()) {
            try (LiveGateway gateway = gateway(collector.awaitReady(SOON), state.port())) {
                port = gateway.addresses().get(0).getPort();
                String call = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_chainId\",\"params\":[]}";
                assertThat(ask("POST /1?key=0123456789abcdef0123 HTTP/1.1\r\nHost: a\r\ntraceparent: 00-" + TRACE + "-"
                                + PARENT + "-01\r\nContent-Length: " + call.length() + "\r\n\r\n" + call))
                        .endsWith("\"s1\"}");
            }
            Await.until(
                    () -> collector.lines().stream().anyMatch(line -> line.contains("\"RoundTrip\"")),
                    () -> String.join("\n", collector.lines()));
            List<String> told = collector.lines();
            String trip = line(told, "span " + TRACE, "\"RoundTrip\"");
            String upstream = line(told, "span " + TRACE, "\"Upstream\"");
            assertThat(trip).contains(" " + PARENT + " ", "\"rpc_method\"", "\"eth_chainId\"", "\"/1\"");
            assertThat(upstream).contains("\"node\"", "\"s1\"", "\"pool\"", "\"eth_chainId\"");
            assertThat(word(upstream, 3)).isEqualTo(word(trip, 2));
            assertThat(state.received())
                    .containsIgnoringCase("traceparent: 00-" + TRACE + "-" + word(upstream, 2) + "-01\r\n");
            assertThat(String.join("\n", told)).doesNotContain("0123456789abcdef0123");
        } finally {
            state.close();
        }
    }

    private static LiveGateway gateway(String collector, int node) throws IOException {
        GatewayFile file = GatewayFile.parse(
                "gateway.yaml",
                String.join(
                        "\n",
                        "listen: 127.0.0.1:0",
                        "metric_listen: 127.0.0.1:0",
                        "discovery:",
                        "  static: {1/nodes/s1: {address: 127.0.0.1, port: " + node + ", nodeType: 1, stateType: 1}}",
                        "proxy_config:",
                        "  observability: {trace: {enable: true, otlp_endpoint: \"" + collector
                                + "\", sampling_ratio: 0}}"));
        LiveGateway gateway = LiveGateway.bind(file.settings().orElseThrow());
        assertThat(gateway.start()).isEmpty();
        return gateway;
    }

    private String traceparentSeenByTheNode() {
        Matcher field = Pattern.compile("(?i)traceparent: (\\S+)\r\n").matcher(node.received());
        assertThat(field.find()).isTrue();
        String value = field.group(1);
        assertThat(field.find()).isFalse();
        return value;
    }

    private static String word(String line, int index) {
        return List.of(line.split(" ", -1)).get(index);
    }

    private static String line(List<String> lines, String... parts) {
        return lines.stream()
                .filter(line -> List.of(parts).stream().allMatch(line::contains))
                .findFirst()
                .orElseThrow(() -> new AssertionError(List.of(parts) + " is not in\n" + String.join("\n", lines)));
    }

    @Test
    void a_collector_that_is_not_there_touches_neither_traffic_nor_the_exit() throws Exception {
        int nobody;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = closed.getLocalPort();
        }
        start("http://127.0.0.1:" + nobody);
        for (int i = 0; i < 50; i++) {
            assertThat(ask("GET /x HTTP/1.1\r\nHost: a\r\n\r\n")).startsWith("HTTP/1.1 200 ");
        }
        // It is tried again a few times before it is given up and told.
        long patience = System.nanoTime() + SOON.toNanos();
        while (!toldOfAFailure() && System.nanoTime() < patience) {
            LockSupport.parkNanos(50_000_000);
        }
        assertThat(toldOfAFailure()).isTrue();
        assertThat(sidecar.terminate(SOON)).isZero();
    }

    private boolean toldOfAFailure() {
        return sidecar.lines().stream().anyMatch(line -> line.contains("\"message\":\"Failed to export"));
    }

    @Test
    void a_collector_that_hangs_does_not_hold_up_the_exit() throws Exception {
        try (RawUpstream hanging = RawUpstream.start(RawUpstream.Connection::readToEnd)) {
            start("http://127.0.0.1:" + hanging.port());
            assertThat(ask("GET /x HTTP/1.1\r\nHost: a\r\n\r\n")).startsWith("HTTP/1.1 200 ");
            assertThat(sidecar.terminate(SOON)).isZero();
        }
    }
}
