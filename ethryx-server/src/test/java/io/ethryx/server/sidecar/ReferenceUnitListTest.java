package io.ethryx.server.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the reference tests of its single functions (header fields, labels, paths, health), asked of a whole sidecar over
 * sockets. Exact ages stand in the health module, where the clock is moved by hand.
 */
class ReferenceUnitListTest {

    private static final String PLAIN = "HTTP/1.1 %s\r\nContent-Length: 0\r\n\r\n";

    private final List<RawUpstream> upstreams = new ArrayList<>();
    private ReferenceNodes nodes;
    private SidecarFixture sidecar;

    @AfterEach
    void stop() throws Exception {
        sidecar.closeAndCheckNothingIsLeft();
        for (RawUpstream upstream : upstreams) {
            upstream.close();
        }
        if (nodes != null) {
            nodes.close();
        }
    }

    private RawUpstream answering(String status) throws IOException {
        RawUpstream upstream = RawUpstream.answering(PLAIN.formatted(status));
        upstreams.add(upstream);
        return upstream;
    }

    private String ask(String request) {
        try (RawClient client = RawClient.connect(sidecar.port())) {
            return client.send(request).readAll();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String get(String target) {
        return ask("GET " + target + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Connection", "cOnNeCtIoN"})
    @DisplayName("headers: fields of the hop go whatever their case, others stay")
    void fields_of_the_hop_go_and_others_stay(String connection) throws Exception {
        RawUpstream el = answering("200 OK");
        sidecar = SidecarFixture.warmed(el.port(), el.port());
        ask("POST / HTTP/1.1\r\nhOsT: a\r\n" + connection + ": close\r\nTRANSFER-encoding: chunked\r\nupgrade: foo\r\n"
                + "Content-Type: text/x\r\nAuthorization: b\r\nX-Custom: c\r\nUser-Agent: d\r\n\r\n0\r\n\r\n");
        assertThat(el.nextRequest())
                .startsWith("POST / HTTP/1.1\r\nHost: 127.0.0.1:" + el.port() + "\r\n")
                .contains("\r\nContent-Type: text/x\r\n", "\r\nAuthorization: b\r\n", "\r\nX-Custom: c\r\n")
                .contains("\r\nUser-Agent: d\r\n")
                .doesNotContainIgnoringCase("\r\nconnection:")
                .doesNotContainIgnoringCase("\r\nupgrade:");
    }

    @ParameterizedTest
    @CsvSource({"GET,GET", "POST,POST", "OPTIONS,OPTIONS", "PURGE,OTHER"})
    @DisplayName("lib: the label of a method")
    void a_method_has_its_label(String method, String label) throws Exception {
        RawUpstream el = answering("200 OK");
        sidecar = SidecarFixture.warmed(el.port(), el.port());
        ask(method + " / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        sidecar.awaitMetric("ethryx_proxy_requests_total{method=\"" + label + "\",status=\"200\",upstream=\"EL\"} 1");
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 404, 502, 418, 307})
    @DisplayName("lib: the label of a status (S12: the code itself, never OTHER)")
    void a_status_has_its_label(int status) throws Exception {
        RawUpstream el = answering(status + " x");
        sidecar = SidecarFixture.warmed(el.port(), el.port());
        get("/");
        sidecar.awaitMetric("ethryx_proxy_requests_total{method=\"GET\",status=\"" + status + "\",upstream=\"EL\"} 1");
    }

    @Test
    @DisplayName("proxy: paths of the CL and near misses, for HTTP and both forms of WebSocket")
    void a_path_decides_the_layer() throws Exception {
        RawUpstream el = answering("404 x");
        RawUpstream cl = answering("403 x");
        sidecar = SidecarFixture.with(el.port(), cl.port())
                .arguments("--el-ws-url", "ws://127.0.0.1:" + el.port())
                .warmed();
        for (String name : List.of("eth", "lighthouse", "lodestar", "teku", "nimbus", "prysm")) {
            for (String path : List.of("/" + name, "/" + name + "/", "/" + name + "/v1/x")) {
                assertLayer(path, 403);
            }
        }
        for (String path : List.of("/", "/z", "/zeth", "/z/eth/v1", "/lighthousestuff", "/prys", "/ETH")) {
            assertLayer(path, 404);
        }
    }

    private void assertLayer(String path, int status) {
        assertThat(get(path)).as(path).startsWith("HTTP/1.1 " + status + " ");
        assertThat(ask("GET " + path + " HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n"
                        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"))
                .as("a WebSocket at %s", path)
                .startsWith("HTTP/1.1 " + status + " ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'id':100,'method':'eth_syncing'} | {'jsonrpc':'2.0','id':100,'result':false}",
                "[{'id':1,'method':'eth_syncing'}] | [{'jsonrpc':'2.0','id':1,'result':false}]"
            })
    @DisplayName("proxy: eth_syncing is mocked for a single call and a batch, another method is not")
    void eth_syncing_is_mocked(String call, String answer) throws Exception {
        RawUpstream el = answering("404 x");
        sidecar = SidecarFixture.with(el.port(), el.port())
                .arguments("--mock-eth-syncing")
                .warmed();
        String body = call.replace('\'', '"');
        assertThat(post(body)).endsWith("\r\n\r\n" + answer.replace('\'', '"'));
        assertThat(post(body.replace("eth_syncing", "eth_chainId"))).startsWith("HTTP/1.1 404 ");
    }

    private String post(String body) {
        return ask("POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: " + body.length() + "\r\n\r\n"
                + body);
    }

    private void probe(String... arguments) throws Exception {
        sidecar = SidecarFixture.with(nodes.elPort(), nodes.clPort())
                .arguments("--health-poll-interval", "50ms")
                .arguments(arguments)
                .probing();
        sidecar.sidecar().warm().toCompletableFuture().get(15, TimeUnit.SECONDS);
    }

    private void awaitAnswer(String target, String part) {
        Await.until(() -> get(target).contains(part), () -> part + " is not in " + get(target));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"0x10\" | \"peers\":16",
                "\"0xff\" | \"peers\":255",
                "\"0x0\" | \"peers\":0",
                "\"ff\" | \"peers\":255",
                "\"a\" | \"peers\":10",
                "\"0xZZ\" | net_peerCount invalid hex: 0xZZ",
                "\"words\" | net_peerCount invalid hex: words",
                "\"\" | net_peerCount invalid hex:",
                "\"0x671E0000\" | \"peers\":1730019328"
            })
    @DisplayName("health: what is a hexadecimal number")
    void a_number_of_the_el_is_hexadecimal(String peers, String shown) throws Exception {
        nodes = ReferenceNodes.start().elSays("net_peerCount", "\"result\":" + peers);
        probe();
        awaitAnswer("/healthz", shown);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"9412341\" | \"head_slot\":9412341",
                "9412341 | \"head_slot\":9412341",
                "\"0\" | \"head_slot\":0",
                "\"words\" | \"node/syncing: "
            })
    @DisplayName("health: what is a decimal number (S21: quoted or not)")
    void a_number_of_the_cl_is_decimal(String slot, String shown) throws Exception {
        nodes = ReferenceNodes.start().clSays("/eth/v1/node/syncing", clSyncing(false, slot, "\"0\""));
        probe();
        awaitAnswer("/healthz", shown);
    }

    private static String clSyncing(boolean syncing, String slot, String distance) {
        return "{\"data\":{\"is_syncing\":" + syncing + ",\"head_slot\":" + slot + ",\"sync_distance\":" + distance
                + "}}";
    }

    static Stream<List<String>> checks() {
        return Stream.of(
                List.of("\"result\":false", "\"el_syncing\":{\"ok\":true,\"detail\":\"synced\"}"),
                List.of(
                        "\"result\":{\"currentBlock\":\"0x10\",\"highestBlock\":\"0x20\"}",
                        "\"el_syncing\":{\"ok\":false,\"detail\":\"syncing (block 16, distance 16)\"}"),
                List.of(
                        "\"error\":{\"code\":1,\"message\":\"boom\"}",
                        "\"el_syncing\":{\"ok\":false,\"detail\":\"eth_syncing: rpc error: {"));
    }

    @ParameterizedTest
    @MethodSource("checks")
    @DisplayName("health: the check of the EL's sync")
    void the_sync_of_the_el_is_judged(List<String> saidAndShown) throws Exception {
        nodes = ReferenceNodes.start().elSays("eth_syncing", saidAndShown.get(0));
        probe();
        awaitAnswer("/readyz", saidAndShown.get(1));
    }

    @ParameterizedTest
    @CsvSource({
        "false,0,'\"cl_syncing\":{\"ok\":true,\"detail\":\"synced (slot 42, distance 0)\"}'",
        "true,5,'\"cl_syncing\":{\"ok\":false,\"detail\":\"syncing (slot 42, distance 5)\"}'"
    })
    @DisplayName("health: the check of the CL's sync")
    void the_sync_of_the_cl_is_judged(boolean syncing, String distance, String shown) throws Exception {
        nodes = ReferenceNodes.start()
                .clSays("/eth/v1/node/syncing", clSyncing(syncing, "\"42\"", "\"" + distance + "\""));
        probe();
        awaitAnswer("/readyz", shown);
    }

    @Test
    @DisplayName("health: fresh and stale blocks and slots, and a genesis of 0")
    void freshness_is_judged_under_strict() throws Exception {
        long now = System.currentTimeMillis() / 1000;
        nodes = ReferenceNodes.start().block("0x5", now);
        probe("--readyz-strict", "--cl-genesis-time", "0", "--el-max-block-age-secs", "1000");
        assertThat(get("/readyz"))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .containsPattern("\"el_block_fresh\":\\{\"ok\":true,\"detail\":\"block 5, age \\d+s\"\\}")
                .contains("\"cl_slot_fresh\":{\"ok\":true,\"detail\":\"slot 42 (age check disabled)\"}");
        assertThat(get("/healthz")).contains("\"head_slot\":42").doesNotContain("slot_age_secs");
        sidecar.closeAndCheckNothingIsLeft();
        nodes.block("0x5", now - 5000);
        probe("--readyz-strict", "--cl-genesis-time", Long.toString(now - 12 * 42 - 5000));
        assertThat(get("/readyz"))
                .startsWith("HTTP/1.1 503 ")
                .containsPattern(
                        "\"el_block_fresh\":\\{\"ok\":false,\"detail\":\"block 5 stale: 50\\d\\ds \\(max 60\\)\"\\}")
                .containsPattern(
                        "\"cl_slot_fresh\":\\{\"ok\":false,\"detail\":\"slot 42 stale: 50\\d\\ds \\(max 60\\)\"\\}");
    }

    @Test
    @DisplayName("health: the slot that no clock will reach has age 0")
    void the_largest_slot_has_no_age() throws Exception {
        nodes = ReferenceNodes.start()
                .clSays("/eth/v1/node/syncing", clSyncing(false, "\"18446744073709551615\"", "\"0\""));
        probe();
        awaitAnswer("/healthz", "\"slot_age_secs\":0");
    }

    @Test
    @DisplayName("health: turning ready and not ready, and a snapshot of a pair that fails in all")
    void readiness_turns_and_all_may_fail() throws Exception {
        nodes = ReferenceNodes.start();
        probe();
        awaitAnswer("/readyz", "\"status\":\"ready\"");
        nodes.statuses(500, 500);
        awaitAnswer("/readyz", "\"status\":\"not_ready\"");
        assertThat(get("/healthz"))
                .contains(
                        "\"errors\":[\"eth_syncing: http 500", "net_peerCount: http 500", "eth_getBlockByNumber: http")
                .contains("\"errors\":[\"node/syncing: http 500", "node/peer_count: http 500")
                .doesNotContain("block_number", "head_slot", "\"peers\"");
        nodes.statuses(200, 200);
        awaitAnswer("/readyz", "\"status\":\"ready\"");
        assertThat(get("/readyz?verbose")).contains("\"from\":\"not_ready\",\"to\":\"ready\"");
    }
}
