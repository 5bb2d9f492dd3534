package io.ethryx.server.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.FrameClient;
import io.ethryx.server.testing.Http2Stub;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The behaviours that the program which the sidecar replaces tests of itself, one for one, under its numbers and names; those
 * of WebSockets (19 to 24, 28, 33) stand in {@link ReferenceSocketsTest}. Where a decision differs the name tells which, and the test asserts the decision.
 */
class ReferenceListTest {

    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"method\":\"eth_chainId\",\"params\":[],\"id\":7}";
    private static final String ANSWER = "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":\"0x1\"}";
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";

    private ReferenceNodes nodes;
    private SidecarFixture sidecar;

    @BeforeEach
    void startNodes() throws Exception {
        nodes = ReferenceNodes.start().elSays("eth_chainId", "\"result\":\"0x1\"");
    }

    @AfterEach
    void stop() throws Exception {
        if (sidecar != null) {
            sidecar.closeAndCheckNothingIsLeft();
        }
        nodes.close();
    }

    private void start(String... arguments) throws Exception {
        startBefore(nodes.elPort(), arguments);
    }

    private void startBefore(int elPort, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("--health-timeout", "1", "--proxy-timeout", "2"));
        all.addAll(List.of("--shutdown-grace", "0"));
        all.addAll(List.of(arguments));
        if (!all.contains("--health-poll-interval")) {
            all.addAll(List.of("--health-poll-interval", "50ms"));
        }
        sidecar = SidecarFixture.with(elPort, nodes.clPort())
                .arguments(all.toArray(String[]::new))
                .probing();
        sidecar.sidecar().warm().toCompletableFuture().get(15, TimeUnit.SECONDS);
    }

    private String ask(int port, String request) {
        try (RawClient client = RawClient.connect(port)) {
            return client.send(request.replaceFirst("\r\n", "\r\nHost: a\r\nConnection: close\r\n"))
                    .readAll();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String get(String target) {
        return ask(sidecar.port(), "GET " + target + " HTTP/1.1\r\n\r\n");
    }

    private String post(String target, String body) {
        return ask(
                sidecar.port(),
                "POST " + target + " HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                        + "\r\n\r\n" + body);
    }

    private void awaitAnswer(String target, String part) {
        Await.until(() -> get(target).contains(part), () -> part + " is not in " + get(target));
    }

    @Test
    @DisplayName("1 livez_returns_200_ok")
    void livez_is_ok() throws Exception {
        start();
        assertThat(get("/livez")).startsWith("HTTP/1.1 200 OK\r\n").endsWith("\r\n\r\nok");
    }

    @Test
    @DisplayName("2 jsonrpc_post_is_forwarded_to_el_http_upstream")
    void a_call_reaches_the_el_once_over_its_own_protocol() throws Exception {
        start();
        assertThat(post("/", CALL)).startsWith("HTTP/1.1 200 OK\r\n").endsWith("\r\n\r\n" + ANSWER);
        assertThat(nodes.elRequests())
                .singleElement()
                .asString()
                .startsWith("POST / HTTP/1.1\r\n")
                .endsWith(CALL);
    }

    @Test
    @DisplayName("3 el_upstream_h2c_is_auto_detected")
    void an_el_that_speaks_h2c_is_spoken_to_over_it() throws Exception {
        try (Http2Stub el = Http2Stub.answering(stream -> stream.answer(
                stream.text().startsWith("[") ? "[{\"id\":1},{\"id\":2},{\"id\":3}]" : nodes.answer(stream.text())))) {
            startBefore(el.port());
            assertThat(post("/", CALL)).endsWith(ANSWER);
            Await.until(
                    () -> el.connections().stream()
                            .anyMatch(connection -> connection.streams().values().stream()
                                    .anyMatch(stream -> stream.text().equals(CALL))),
                    () -> "the call did not come over HTTP/2");
            assertThat(get("/healthz"))
                    .contains("{\"el\":{\"transport\":\"h2c\",\"errors\":[")
                    .contains("\"cl\":{\"transport\":\"http/1.1\",");
            assertThat(nodes.clRequests())
                    .first()
                    .asString()
                    .startsWith("GET /eth/v1/node/")
                    .contains(" HTTP/1.1\r\n");
        }
    }

    @Test
    @DisplayName("4 http2_h2c_jsonrpc_is_served_and_forwarded")
    void a_call_over_http2_is_served_by_an_el_of_http_1_1() throws Exception {
        start();
        try (FrameClient client = FrameClient.connect(sidecar.port())) {
            client.post(1, "/", "content-type", "application/json", "content-length", "" + CALL.length())
                    .data(1, CALL, true);
            assertThat(client.answer(1)).isEqualTo("200 " + ANSWER);
        }
        assertThat(nodes.elRequests()).singleElement().asString().startsWith("POST / HTTP/1.1\r\n");
    }

    @Test
    @DisplayName("5 http2_h2c_negotiates_to_http2")
    void livez_is_ok_over_http2() throws Exception {
        start();
        try (FrameClient client = FrameClient.connect(sidecar.port())) {
            assertThat(client.get(1, "/livez").answer(1)).isEqualTo("200 ok");
        }
    }

    @Test
    @DisplayName("6 beacon_path_is_routed_to_cl_upstream")
    void a_beacon_path_leads_to_the_cl() throws Exception {
        nodes.clSays("/eth/v1/beacon/genesis", "{\"data\":1}");
        start();
        assertThat(get("/eth/v1/beacon/genesis")).endsWith("{\"data\":1}");
        assertThat(nodes.clRequests())
                .anyMatch(request -> request.startsWith("GET /eth/v1/beacon/genesis HTTP/1.1\r\n"));
        assertThat(nodes.elRequests()).isEmpty();
    }

    @Test
    @DisplayName("7 client_specific_beacon_paths_are_routed_to_cl_upstream")
    void paths_of_single_cl_clients_lead_to_the_cl_unchanged() throws Exception {
        start();
        for (String client : List.of("lighthouse", "lodestar", "teku", "nimbus", "prysm")) {
            for (String path : List.of("/" + client, "/" + client + "/health", "/" + client + "/v1/a%20b/?x=1")) {
                nodes.clSays(path, path);
                assertThat(get(path)).as(path).endsWith("\r\n\r\n" + path);
            }
        }
        assertThat(nodes.elRequests()).isEmpty();
    }

    @Test
    @DisplayName("8 hop_by_hop_headers_are_stripped_on_forward (S9: also those that Connection names)")
    void fields_of_one_hop_are_stripped() throws Exception {
        start();
        String answer = ask(
                sidecar.port(),
                "POST / HTTP/1.1\r\nConnection: x-mine\r\nX-Mine: 1\r\nTE: trailers\r\nKeep-Alive: 5\r\n"
                        + "Proxy-Connection: x\r\nX-Other: 2\r\nContent-Length: " + CALL.length() + "\r\n\r\n" + CALL);
        assertThat(answer).startsWith("HTTP/1.1 200 OK\r\n").endsWith(ANSWER);
        assertThat(nodes.elRequests())
                .singleElement()
                .asString()
                .contains("\r\nX-Other: 2\r\n")
                .doesNotContainIgnoringCase("\r\nconnection:")
                .doesNotContainIgnoringCase("x-mine")
                .doesNotContainIgnoringCase("\r\nte:")
                .doesNotContainIgnoringCase("keep-alive")
                .doesNotContainIgnoringCase("proxy-connection");
    }

    @Test
    @DisplayName("9 healthz_is_200_even_when_upstreams_fail")
    void healthz_is_200_while_both_nodes_say_404() throws Exception {
        nodes.statuses(404, 404);
        start();
        awaitAnswer("/healthz", "\"snapshot_age_secs\"");
        assertThat(get("/healthz"))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("{\"el\":{\"transport\":\"http/1.1\",\"errors\":[\"eth_syncing: http 404 Not Found\"")
                .contains("\"cl\":{\"transport\":\"http/1.1\",\"errors\":[\"node/syncing: http 404 Not Found\"")
                .doesNotContain("\"status\"");
    }

    @Test
    @DisplayName("10 el_down_keeps_default_h2c_verdict_and_502s")
    void an_el_that_is_down_is_502_and_still_thought_to_speak_h2c() throws Exception {
        startBefore(nobody());
        assertThat(get("/healthz"))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("{\"el\":{\"transport\":\"h2c\",\"errors\":[\"eth_syncing: ");
        assertThat(post("/", CALL)).startsWith("HTTP/1.1 502 Bad Gateway\r\n");
    }

    @Test
    @DisplayName("11 healthz_is_served_from_cache_not_per_request")
    void healthz_asks_no_node() throws Exception {
        start("--health-poll-interval", "60");
        for (int i = 0; i < 5; i++) {
            assertThat(get("/healthz")).contains("\"peers\":16");
        }
        assertThat(nodes.elPolled()).isEqualTo(3);
        assertThat(nodes.clRequests()).hasSize(2);
    }

    @Test
    @DisplayName("12 healthz_cache_refreshes_in_background")
    void healthz_learns_of_news_by_itself() throws Exception {
        start();
        awaitAnswer("/healthz", "\"peers\":16");
        nodes.peers("0x20");
        awaitAnswer("/healthz", "\"peers\":32");
    }

    @Test
    @DisplayName("13 run_rejects_zero_poll_interval")
    void a_poll_interval_of_zero_is_refused() {
        assertThatThrownBy(() -> start("--health-poll-interval", "0")).hasMessageContaining("health-poll-interval");
    }

    @Test
    @DisplayName("14 healthz_reports_numeric_state")
    void healthz_tells_the_state_in_numbers() throws Exception {
        start();
        assertThat(get("/healthz"))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .containsPattern("\\{\"el\":\\{\"transport\":\"http/1.1\",\"syncing\":false,\"peers\":16,"
                        + "\"block_number\":1234567,\"block_age_secs\":\\d+\\}")
                .containsPattern("\"cl\":\\{\"transport\":\"http/1.1\",\"syncing\":false,\"sync_distance\":0,"
                        + "\"peers\":100,\"head_slot\":42,\"slot_age_secs\":\\d+\\}")
                .doesNotContain("\"status\"");
    }

    @Test
    @DisplayName("15 readyz_ready_when_synced_even_if_degraded")
    void peers_and_age_do_not_gate() throws Exception {
        nodes.peers("0x0").block("0x1", 1);
        start();
        awaitAnswer("/readyz", "\"status\":\"ready\"");
        assertThat(get("/readyz")).startsWith("HTTP/1.1 200 OK\r\n").doesNotContain("fresh", "peers");
        assertThat(get("/healthz")).contains("\"peers\":0,");
    }

    @Test
    @DisplayName("16 readyz_not_ready_when_el_syncing")
    void a_syncing_el_is_not_ready() throws Exception {
        nodes.syncing("0x10", "0x20");
        start();
        awaitAnswer("/readyz", "\"status\":\"not_ready\"");
        assertThat(get("/readyz"))
                .startsWith("HTTP/1.1 503 Service Unavailable\r\n")
                .contains("\"el_syncing\":{\"ok\":false,\"detail\":\"syncing (block 16, distance 16)\"}");
    }

    @Test
    @DisplayName("17 readyz_strict_gates_on_freshness")
    void freshness_gates_under_strict() throws Exception {
        nodes.block("0x1", 1);
        start("--readyz-strict");
        assertThat(get("/readyz"))
                .startsWith("HTTP/1.1 503 ")
                .contains("\"el_syncing\":{\"ok\":true,\"detail\":\"synced\"}", "\"el_block_fresh\":{\"ok\":false,");
    }

    @Test
    @DisplayName("18 multi_port_listen_serves_same_routes")
    void every_port_serves_the_same() throws Exception {
        start("--listen", "127.0.0.1:0", "--listen", "127.0.0.1:0");
        assertThat(sidecar.sidecar().addresses())
                .hasSize(2)
                .allSatisfy(address -> assertThat(ask(address.getPort(), "GET /livez HTTP/1.1\r\n\r\n"))
                        .endsWith("\r\n\r\nok"));
    }

    @Test
    @DisplayName("23 el_upstream_h2c_timeout_falls_back_to_h1")
    void an_el_that_hangs_on_the_preface_is_spoken_to_over_http_1_1() throws Exception {
        try (ReferenceNodes hanging = ReferenceNodes.hangingOnHttp2()) {
            startBefore(hanging.elPort());
            assertThat(get("/healthz")).contains("{\"el\":{\"transport\":\"http/1.1\",\"syncing\":false,");
            assertThat(get("/readyz")).startsWith("HTTP/1.1 200 OK\r\n");
        }
    }

    @Test
    @DisplayName("25 metrics_endpoint_returns_formatted_prometheus_metrics (S12: the duration is a histogram)")
    void the_metrics_of_the_reference_are_there() throws Exception {
        start();
        post("/", CALL);
        assertThat(get("/metrics"))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n")
                .contains("\nethryx_active_connections{protocol=\"tcp\"} ")
                .contains("\nethryx_proxy_requests_total{method=\"POST\",status=\"200\",upstream=\"EL\"} 1\n")
                .contains("\nethryx_proxy_request_duration_seconds_bucket{upstream=\"EL\",le=\"60.0\"} 1\n")
                .contains("\nethryx_upstream_peers{layer=\"el\"} 16\n")
                .contains("\nethryx_upstream_health_status{layer=\"el\"} 1\n");
    }

    @Test
    @DisplayName("26 test_cl_node_health_intercept_and_passthrough (S3: without the flag the CL itself is asked)")
    void node_health_is_the_cls_own_unless_it_is_mocked() throws Exception {
        start();
        awaitAnswer("/readyz", "\"status\":\"ready\"");
        assertThat(get("/eth/v1/node/health")).startsWith("HTTP/1.1 404 Not Found\r\n");
        for (String path : List.of("/livez", "/readyz", "/healthz", "/metrics")) {
            assertThat(ask(sidecar.port(), "HEAD " + path + " HTTP/1.1\r\n\r\n"))
                    .as(path)
                    .startsWith("HTTP/1.1 200 OK\r\n")
                    .endsWith("\r\n\r\n");
        }
        sidecar.closeAndCheckNothingIsLeft();
        start("--mock-cl-node-health");
        awaitAnswer("/readyz", "\"status\":\"ready\"");
        assertMockedHealth();
        sidecar.closeAndCheckNothingIsLeft();
        nodes.syncing("0x1", "0x2");
        start("--mock-cl-node-health", "--trust-upstream");
        assertThat(get("/readyz"))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("\"el_syncing\":{\"ok\":true,\"detail\":\"synced (trusted upstream)\"}");
        assertMockedHealth();
        assertThat(nodes.clRequests())
                .filteredOn(request -> request.contains("/node/health"))
                .hasSize(1);
    }

    private void assertMockedHealth() {
        assertThat(get("/eth/v1/node/health"))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("\r\nContent-Length: 0\r\n")
                .endsWith("\r\n\r\n");
        assertThat(ask(sidecar.port(), "HEAD /eth/v1/node/health HTTP/1.1\r\n\r\n"))
                .startsWith("HTTP/1.1 200 OK\r\n");
    }

    @Test
    @DisplayName("27 trace_context_is_propagated_to_upstream (S14: by a flag, not by a build)")
    void the_clients_trace_goes_on_to_the_upstream() throws Exception {
        CountDownLatch exported = new CountDownLatch(1);
        try (RawUpstream collector = RawUpstream.start(connection -> {
            while (connection.readRequest() != null) {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                exported.countDown();
            }
        })) {
            start("--otel-endpoint", "http://127.0.0.1:" + collector.port());
            assertThat(ask(
                            sidecar.port(),
                            "POST / HTTP/1.1\r\ntraceparent: 00-" + TRACE + "-b7ad6b7169203331-01\r\nContent-Length: "
                                    + CALL.length() + "\r\n\r\n" + CALL))
                    .endsWith(ANSWER);
            sidecar.closeAndCheckNothingIsLeft();
            sidecar = null;
            assertThat(exported.await(15, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(nodes.elRequests())
                .singleElement()
                .asString()
                .containsPattern("(?i)\r\ntraceparent: 00-" + TRACE + "-[0-9a-f]{16}-01\r\n")
                .doesNotContain("b7ad6b7169203331");
    }

    @Test
    @DisplayName("28 trust_upstream_mocks_eth_syncing_http_and_ws (over HTTP)")
    void trust_answers_eth_syncing_without_the_el() throws Exception {
        start("--trust-upstream");
        assertThat(post("/", "{\"jsonrpc\":\"2.0\",\"method\":\"eth_syncing\",\"params\":[],\"id\":55}"))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .endsWith("\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":55,\"result\":false}");
        assertThat(nodes.elRequests()).isEmpty();
    }

    @Test
    @DisplayName("29 test_cl_mev_relay_routing")
    void registrations_go_to_the_relay() throws Exception {
        try (RawUpstream relay = RawUpstream.answering("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nrelayed")) {
            start("--cl-mev-relay-url", "http://127.0.0.1:" + relay.port());
            assertThat(post("/eth/v1/validator/register_validator", "[]")).endsWith("\r\n\r\nrelayed");
            assertThat(relay.nextRequest())
                    .startsWith("POST /eth/v1/builder/validators HTTP/1.1\r\n")
                    .endsWith("\r\n\r\n[]");
        }
    }

    @Test
    @DisplayName("30 test_mock_prepare_beacon_proposer")
    void a_proposer_is_prepared_here_by_the_flag() throws Exception {
        start("--mock-prepare-beacon-proposer");
        assertMockedDuty("prepare_beacon_proposer");
    }

    @Test
    @DisplayName("31 test_mock_validator_subscriptions")
    void subscriptions_are_taken_here_by_the_flags() throws Exception {
        start("--mock-beacon-committee-subscriptions", "--mock-sync-committee-subscriptions");
        assertMockedDuty("beacon_committee_subscriptions");
        assertMockedDuty("sync_committee_subscriptions");
    }

    private void assertMockedDuty(String name) {
        assertThat(post("/eth/v1/validator/" + name, "[]"))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("\r\nContent-Type: application/json\r\n")
                .endsWith("\r\n\r\n{\"code\":200,\"message\":\"success\"}");
        assertThat(nodes.clRequests()).noneMatch(request -> request.contains(name));
    }

    @Test
    @DisplayName("32 test_mock_eth_syncing_flag")
    void eth_syncing_is_false_by_the_flag_whatever_the_el_says() throws Exception {
        nodes.statuses(500, 200);
        start("--mock-eth-syncing");
        assertThat(post("/", "{\"jsonrpc\":\"2.0\",\"method\":\"eth_syncing\",\"params\":[],\"id\":1}"))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .endsWith("\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":false}");
        assertThat(nodes.elRequests()).isEmpty();
    }

    private static int nobody() throws IOException {
        try (RawUpstream gone = RawUpstream.answering("")) {
            return gone.port();
        }
    }
}
