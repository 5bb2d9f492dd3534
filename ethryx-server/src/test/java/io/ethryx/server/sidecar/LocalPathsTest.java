package io.ethryx.server.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.demo.SimulatedChain;
import io.ethryx.server.demo.SimulatedNodes;
import io.ethryx.server.logging.JsonLogProbe;
import io.ethryx.server.logging.LogLevel;
import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.NamedMetrics;
import io.ethryx.server.testing.ParsedPage;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.ReferencePage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The paths that the sidecar answers itself, before a simulated pair of nodes. */
class LocalPathsTest {

    private SimulatedNodes nodes;
    private SidecarFixture sidecar;

    @BeforeEach
    void startNodes() throws Exception {
        nodes = SimulatedNodes.byHand(
                SimulatedChain.aged(Instant.now(), 1_000, Duration.ofSeconds(12), 32), InstantSource.system());
        nodes.start();
    }

    @AfterEach
    void stop() {
        sidecar.closeAndCheckNothingIsLeft();
        nodes.close();
    }

    private void start(String... arguments) throws Exception {
        sidecar = SidecarFixture.with(
                        nodes.executionNode().httpPort(), nodes.consensusNode().port())
                .arguments(
                        "--network",
                        "custom",
                        "--cl-genesis-time",
                        Long.toString(nodes.chain().genesis().getEpochSecond()),
                        "--cl-seconds-per-slot",
                        "12")
                .arguments(
                        List.of(arguments).contains("--health-poll-interval")
                                ? new String[] {}
                                : new String[] {"--health-poll-interval", "50ms"})
                .arguments(arguments)
                .probing();
    }

    private String get(String target) {
        return ask("GET", target);
    }

    private String ask(String method, String target) {
        try (RawClient client = RawClient.connect(sidecar.port())) {
            client.send(method + " " + target + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            return client.readAll();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitAnswer(String target, String part) {
        Await.until(() -> get(target).contains(part), () -> part + " is not in " + get(target));
    }

    @Test
    void livez_is_ok_and_never_cached() throws Exception {
        start();
        assertThat(get("/livez?x=1"))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("Content-Type: text/plain; charset=utf-8\r\n", "Cache-Control: no-store\r\n")
                .endsWith("\r\n\r\nok");
    }

    @Test
    void readyz_follows_the_pair() throws Exception {
        start();
        awaitAnswer("/readyz", "\"status\":\"ready\"");
        assertThat(get("/readyz"))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("Content-Type: application/json\r\n", "Cache-Control: no-store\r\n")
                .endsWith("{\"status\":\"ready\",\"el_syncing\":{\"ok\":true,\"detail\":\"synced\"},"
                        + "\"cl_syncing\":{\"ok\":true,\"detail\":\"synced (slot 1000, distance 0)\"}}");
        nodes.executionNode().script().syncing(16, 32);
        awaitAnswer("/readyz", "\"status\":\"not_ready\"");
        assertThat(get("/readyz"))
                .startsWith("HTTP/1.1 503 Service Unavailable\r\n")
                .contains("\"el_syncing\":{\"ok\":false,\"detail\":\"syncing (block 16, distance 16)\"}");
        nodes.executionNode().script().synced();
        awaitAnswer("/readyz", "\"status\":\"ready\"");
        assertThat(get("/readyz?verbose"))
                .contains("\"timeline\":[{\"at\":\"")
                .contains("\"from\":\"ready\",\"to\":\"not_ready\"");
    }

    @Test
    void healthz_is_always_200_and_tells_what_is_wrong() throws Exception {
        start();
        nodes.consensusNode().faults().status(404);
        awaitAnswer("/healthz", "\"errors\":[\"node/syncing: http 404 Not Found\",");
        assertThat(get("/healthz"))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("\"el\":{\"transport\":\"http/1.1\",\"syncing\":false,")
                .contains("\"cl\":{\"transport\":\"http/1.1\",\"errors\":[")
                .contains("\"snapshot_age_secs\":");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/livez", "/readyz", "/healthz"})
    void head_has_the_length_that_get_has_and_no_body(String path) throws Exception {
        start();
        awaitAnswer("/readyz", "\"status\":\"ready\"");
        String got = get(path);
        String body = got.substring(got.indexOf("\r\n\r\n") + 4);
        assertThat(ask("HEAD", path))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("Content-Length: " + body.length() + "\r\n")
                .endsWith("\r\n\r\n");
    }

    @Test
    void a_post_to_a_probe_path_goes_to_the_execution_layer_and_is_counted() throws Exception {
        start();
        awaitAnswer("/readyz", "\"status\":\"ready\"");
        long before = nodes.executionNode().log().requests();
        assertThat(ask("PUT", "/livez")).doesNotEndWith("\r\n\r\nok");
        assertThat(nodes.executionNode().log().requests()).isGreaterThan(before);
        assertThat(sidecar.metrics()).contains("ethryx_proxy_requests_total{method=\"PUT\",status=\"");
        assertThat(sidecar.metrics()).doesNotContain("ethryx_proxy_requests_total{method=\"GET\"");
    }

    @Test
    void the_table_of_metrics_in_the_documents_is_that_of_the_page() throws Exception {
        start();
        awaitAnswer("/metrics", "ethryx_upstream_block_number 1000\n");
        awaitAnswer("/metrics", "ethryx_upstream_slot_number 1000\n");
        assertThat(ask("PUT", "/x")).startsWith("HTTP/1.1 ");
        awaitAnswer("/metrics", "ethryx_proxy_requests_total{");
        String answer = get("/metrics");
        ReferencePage.same(
                "sidecar-metrics.md",
                ReferencePage.ofMetrics(
                        "Metrics of `ethryx sidecar`", answer.substring(answer.indexOf("\r\n\r\n") + 4)));
    }

    @Test
    void series_of_a_layer_that_is_down_disappear() throws Exception {
        start();
        awaitAnswer("/metrics", "ethryx_upstream_block_number 1000\n");
        assertThat(get("/metrics"))
                .contains("ethryx_upstream_peers{layer=\"el\"} ")
                .contains("ethryx_upstream_sync_distance{layer=\"el\"} 0\n")
                .contains("ethryx_upstream_slot_number 1000\n")
                .contains("ethryx_upstream_health_status{layer=\"el\"} 1\n")
                .contains("ethryx_upstream_transport{layer=\"el\",transport=\"http/1.1\"} 1\n")
                .contains("ethryx_health_last_success_timestamp_seconds{layer=\"el\"} ")
                .contains("ethryx_build_info{git=\"v1.2.3-4-gabcdef\",version=\"1.2.3\"} 1\n")
                .contains("# TYPE ethryx_health_poll_duration_seconds histogram\n");
        nodes.executionNode().refuseConnections();
        awaitAnswer("/metrics", "ethryx_upstream_health_status{layer=\"el\"} 0\n");
        assertThat(get("/metrics"))
                .doesNotContain("ethryx_upstream_block_number 1")
                .doesNotContain("ethryx_upstream_peers{layer=\"el\"}")
                .doesNotContain("ethryx_upstream_sync_distance{layer=\"el\"}")
                .contains("ethryx_upstream_peers{layer=\"cl\"} ")
                .contains("ethryx_upstream_slot_number 1000\n")
                .contains("ethryx_health_last_success_timestamp_seconds{layer=\"el\"} ");
    }

    @Test
    void dashboards_and_alerts_ask_for_nothing_that_the_page_has_not() throws Exception {
        start();
        awaitAnswer("/metrics", "ethryx_upstream_block_number 1000\n");
        ask("POST", "/");
        String answer = get("/metrics");
        ParsedPage page = new ParsedPage(answer.substring(answer.indexOf("\r\n\r\n") + 4));
        Set<String> asked = NamedMetrics.in(page, "dashboards/sidecar.json", "alerts/sidecar.rules.yml");
        assertThat(page.types().keySet()).containsAll(asked);
        assertThat(asked).hasSizeGreaterThan(10);
    }

    @Test
    void a_stalled_node_neither_freezes_the_snapshot_nor_the_other_layer() throws Exception {
        start("--health-timeout", "200ms");
        awaitAnswer("/readyz", "\"status\":\"ready\"");
        nodes.executionNode().httpFaults().holdBody();
        awaitAnswer("/healthz", "\"errors\":[\"eth_syncing: timeout\"");
        nodes.advanceSlot();
        awaitAnswer("/healthz", "\"head_slot\":1001");
        nodes.executionNode().httpFaults().clear();
        awaitAnswer("/readyz", "\"status\":\"ready\"");
    }

    @Test
    void the_port_is_open_and_livez_200_while_the_first_poll_runs() throws Exception {
        nodes.executionNode().httpFaults().holdHead();
        start("--health-timeout", "500ms");
        assertThat(get("/livez")).endsWith("\r\n\r\nok");
        assertThat(get("/readyz")).startsWith("HTTP/1.1 503 ").contains("\"detail\":\"warming up\"");
        assertThat(get("/healthz")).contains("\"errors\":[\"eth_syncing: timeout\"");
        assertThat(get("/eth/v1/node/syncing")).startsWith("HTTP/1.1 200 OK\r\n");
    }

    @Test
    void a_client_that_leaves_while_it_waits_for_the_first_poll_is_counted_logged_and_forgotten() throws Exception {
        try (JsonLogProbe log = JsonLogProbe.at(LogLevel.WARN, true)) {
            leaveDuringTheFirstPoll();
            assertThat(log.text())
                    .containsOnlyOnce("\"message\":\"request\"")
                    .contains(
                            "\"path\":\"/eth/v1/node/version\",\"upstream\":\"CL\",\"proto\":\"HTTP\",\"status\":499,");
        }
    }

    private void leaveDuringTheFirstPoll() throws Exception {
        nodes.executionNode().httpFaults().holdHead();
        start("--health-timeout", "700ms");
        try (RawClient client = RawClient.connect(sidecar.port())) {
            client.send("GET /eth/v1/node/version HTTP/1.1\r\nHost: a\r\n\r\n");
        }
        sidecar.awaitMetric("ethryx_requests_aborted_total{side=\"client\"} 1");
        awaitAnswer("/healthz", "timeout");
        assertThat(nodes.consensusNode().log().calls("/eth/v1/node/version")).isZero();
    }

    @Test
    void an_added_listener_shows_the_metrics_and_the_main_one_no_longer_does() throws Exception {
        start("--metrics-listen", "127.0.0.1:0");
        assertThat(get("/metrics")).startsWith("HTTP/1.1 404 Not Found\r\n").contains("--metrics-listen");
        int port = sidecar.sidecar().metricsAddress().orElseThrow().getPort();
        try (RawClient client = RawClient.connect(port)) {
            client.send("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.readAnswer())
                    .startsWith("HTTP/1.1 200 OK\r\n")
                    .contains("Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n", "ethryx_build_info");
            client.send("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.readAnswer()).endsWith("ok");
            client.send("GET /eth/v1/node/syncing HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 404 Not Found\r\n");
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 404 Not Found\r\n");
        }
    }

    @Test
    void every_listener_serves_the_same_routes() throws Exception {
        start("--listen", "127.0.0.1:0,[::1]:0", "--listen", "localhost:0");
        assertThat(sidecar.sidecar().addresses()).hasSize(3);
        for (var address : sidecar.sidecar().addresses()) {
            try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
                socket.getOutputStream().write("GET /livez HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                        .endsWith("ok");
            }
        }
    }

    @Test
    void probes_are_answered_from_the_snapshot_and_never_by_asking_a_node() throws Exception {
        start("--health-poll-interval", "1h");
        awaitAnswer("/readyz", "\"status\":\"ready\"");
        long elRequests = nodes.executionNode().log().requests();
        long clRequests = nodes.consensusNode().log().requests();
        for (int i = 0; i < 50; i++) {
            get("/readyz");
            get("/healthz");
            ask("HEAD", "/readyz");
        }
        assertThat(elRequests).isEqualTo(1);
        assertThat(nodes.executionNode().log().requests()).isEqualTo(elRequests);
        assertThat(nodes.consensusNode().log().requests()).isEqualTo(clRequests).isEqualTo(2);
    }

    @Test
    void a_shutdown_makes_readyz_503_while_all_else_is_served() throws Exception {
        start();
        awaitAnswer("/readyz", "\"status\":\"ready\"");
        sidecar.sidecar().notReady();
        assertThat(get("/readyz")).startsWith("HTTP/1.1 503 ");
        assertThat(get("/livez")).endsWith("ok");
        assertThat(get("/eth/v1/node/version")).startsWith("HTTP/1.1 200 OK\r\n");
    }
}
