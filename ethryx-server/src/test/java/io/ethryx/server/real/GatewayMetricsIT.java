package io.ethryx.server.real;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.ParsedPage;
import io.ethryx.server.testing.RawUpstream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The gateway's metrics and probes as the programs see them that they are for: promtool, Prometheus, and a balancer. */
@Timeout(120)
final class GatewayMetricsIT {

    private static final Path ROOT = Path.of(System.getProperty("ethryx.root"));
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private static final String ANSWER = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"0x1\"}";

    private RawUpstream node;
    private RunningProcess gateway;
    private int port;
    private int probes;

    @BeforeEach
    void start_a_gateway_and_call_it_well_and_badly() throws Exception {
        node = RawUpstream.start(connection -> {
            while (connection.readRequest() != null) {
                connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                        + ANSWER.length() + "\r\n\r\n" + ANSWER);
            }
        });
        port = freePort();
        probes = freePort();
        Path file = Files.createDirectories(Path.of("target", "real")).resolve("gateway-metrics.yaml");
        Files.writeString(
                file,
                "listen: 127.0.0.1:" + port + "\n"
                        + "metric_listen: 127.0.0.1:" + probes + "\n"
                        + "lifecycle: {shutdown_delay: 5s}\n"
                        + "discovery: {static: {1/nodes/s: {address: 127.0.0.1, port: " + node.port()
                        + ", nodeType: 1, stateType: 1}}}\n");
        gateway = RunningProcess.start(
                "gateway", List.of(ROOT.resolve("ethryx").toString(), "gateway", "--config", file.toString()));
        Await.until(() -> status("/readyz") == 200, this::said);
        assertThat(call("eth_chainId")).isEqualTo(200);
        assertThat(call("txpool_content")).isEqualTo(400);
        Await.until(() -> page().sum("jrpcx_rpc_request") == 2, this::said);
    }

    @AfterEach
    void stop() throws Exception {
        if (gateway != null && gateway.alive()) {
            // The second signal cuts the delay short.
            gateway.signal("TERM");
            gateway.close();
        }
        node.close();
    }

    @Test
    void promtool_finds_nothing_but_the_names_that_are_kept() throws Exception {
        Process promtool = new ProcessBuilder("promtool", "check", "metrics")
                .redirectErrorStream(true)
                .start();
        promtool.getOutputStream().write(text().getBytes(StandardCharsets.UTF_8));
        promtool.getOutputStream().close();
        String found = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        promtool.waitFor();
        assertThat(found.lines())
                .allMatch(line ->
                        line.startsWith("jrpcx_") && line.endsWith("counter metrics should have \"_total\" suffix"))
                .hasSizeGreaterThanOrEqualTo(5);
    }

    @Test
    void a_real_prometheus_stores_the_counters_under_their_own_names() throws Exception {
        try (RunningProcess prometheus = RunningProcess.start(
                "prometheus",
                List.of(
                        ROOT.resolve("ethryx-server/src/test/real/prometheus.sh")
                                .toString(),
                        Integer.toString(freePort()),
                        "127.0.0.1:" + probes))) {
            String url = prometheus.awaitReady(SOON);
            assertThat(stored(url, "jrpcx_rpc_calls_started{chain_id=\"1\",method=\"eth_chainId\"}"))
                    .contains(
                            "\"__name__\":\"jrpcx_rpc_calls_started\"",
                            "\"target\":\"native\"",
                            "\"host\":\"127.0.0.1:" + port + "\"");
            assertThat(stored(url, "jrpcx_rpc_calls_failed"))
                    .contains("\"reason\":\"method_not_allowed\"", "\"upstream_related\":\"false\"");
            assertThat(stored(url, "jrpcx_rpc_calls_time_bucket{le=\"+Inf\"}")).contains("\"method\":\"eth_chainId\"");
        }
    }

    @Test
    void it_says_that_it_is_not_ready_from_the_signal_on_and_ends_with_0() throws Exception {
        gateway.signal("TERM");
        Await.until(() -> status("/readyz") == 503, this::said);
        assertThat(status("/livez")).isEqualTo(200);
        assertThat(gateway.exit(SOON)).isZero();
        assertThat(gateway.lines())
                .anyMatch(line -> line.contains("\"metrics listening\"")
                        && line.contains("\"listen\":\"127.0.0.1:" + probes + "\""));
    }

    /** What Prometheus has of a query, once it has scraped. */
    private String stored(String url, String query) {
        String[] answer = {""};
        Await.until(
                () -> {
                    answer[0] = get(url + "/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8))
                            .body();
                    return answer[0].contains("\"metric\"");
                },
                () -> answer[0]);
        return answer[0];
    }

    private ParsedPage page() {
        return new ParsedPage(text());
    }

    private String text() {
        return get("http://127.0.0.1:" + probes + "/metrics").body();
    }

    /** 0 while nothing answers. */
    private int status(String path) {
        try {
            return get("http://127.0.0.1:" + probes + path).statusCode();
        } catch (UncheckedIOException notYet) {
            return 0;
        }
    }

    private String said() {
        return String.join("\n", gateway.lines());
    }

    private int call(String method) throws Exception {
        String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":[]}";
        return CLIENT.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/1"))
                                .timeout(Duration.ofSeconds(20))
                                .POST(BodyPublishers.ofString(body))
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
    }

    private static HttpResponse<String> get(String url) {
        try {
            return CLIENT.send(
                    HttpRequest.newBuilder(URI.create(url))
                            .timeout(Duration.ofSeconds(20))
                            .build(),
                    BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
