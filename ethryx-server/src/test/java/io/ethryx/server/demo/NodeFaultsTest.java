package io.ethryx.server.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ethryx.server.testing.RawClient;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodeFaultsTest {

    private static final String SYNCING = "/eth/v1/node/syncing";
    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_chainId\"}";
    private static final int QUIET_MILLIS = 200;

    private PairUnderTest pair;

    @BeforeEach
    void start() throws IOException {
        pair = new PairUnderTest();
    }

    @AfterEach
    void stop() {
        pair.close();
    }

    @Test
    void a_status_can_stand_for_every_answer() throws Exception {
        pair.el.httpFaults().status(503);
        assertThat(pair.post(CALL).statusCode()).isEqualTo(503);
        pair.el.httpFaults().clear();
        assertThat(pair.post(CALL).statusCode()).isEqualTo(200);
    }

    @Test
    void a_fault_can_hit_one_path_alone() throws Exception {
        pair.cl.faults().status(SYNCING, 404);
        assertThat(pair.get(SYNCING).statusCode()).isEqualTo(404);
        assertThat(pair.get("/eth/v1/node/peer_count").statusCode()).isEqualTo(200);
    }

    @Test
    void the_fault_of_a_path_wins_over_the_fault_of_everything() throws Exception {
        pair.cl.faults().status(500);
        pair.cl.faults().answer(SYNCING, 200, "[not json");
        assertThat(pair.get(SYNCING).body()).isEqualTo("[not json");
        assertThat(pair.get("/eth/v1/node/version").statusCode()).isEqualTo(500);
    }

    @Test
    void any_body_can_stand_for_an_answer() throws Exception {
        pair.el.httpFaults().answer(200, "<html>");
        assertThat(pair.post(CALL).body()).isEqualTo("<html>");
    }

    @Test
    void a_held_head_is_never_answered_and_others_may_ask_meanwhile() throws Exception {
        pair.cl.faults().holdHead(SYNCING);
        try (RawClient client = RawClient.connect(pair.cl.port())) {
            client.send("GET " + SYNCING + " HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(pair.get("/eth/v1/node/version").statusCode()).isEqualTo(200);
            assertQuiet(client);
            assertThat(pair.cl.log().requests()).isEqualTo(2);
        }
        pair.cl.faults().clear();
        assertThat(pair.get(SYNCING).statusCode()).isEqualTo(200);
    }

    @Test
    void a_held_execution_node_answers_nothing_on_either_port() throws Exception {
        pair.el.httpFaults().holdHead();
        pair.el.wsFaults().holdHead();
        try (RawClient http = RawClient.connect(pair.el.httpPort());
                RawClient ws = RawClient.connect(pair.el.wsPort())) {
            http.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: " + CALL.length() + "\r\n\r\n" + CALL);
            ws.send(handshake());
            assertQuiet(http);
            assertQuiet(ws);
        }
    }

    @Test
    void a_held_body_stops_half_way() throws Exception {
        pair.el.httpFaults().holdBody();
        try (RawClient client = RawClient.connect(pair.el.httpPort())) {
            client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: " + CALL.length() + "\r\n\r\n" + CALL);
            String whole = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"0x539\"}";
            assertThat(client.readUntil("\r\n\r\n"))
                    .startsWith("HTTP/1.1 200 ")
                    .containsIgnoringCase("content-length: " + whole.length() + "\r\n");
            assertThat(client.readBytes(whole.length() / 2)).isEqualTo(whole.substring(0, whole.length() / 2));
            assertQuiet(client);
        }
    }

    @Test
    void a_handshake_can_be_refused() throws Exception {
        pair.el.wsFaults().status(403);
        try (RawClient client = RawClient.connect(pair.el.wsPort())) {
            assertThat(client.send(handshake()).readAnswer()).startsWith("HTTP/1.1 403 ");
        }
        pair.el.wsFaults().clear();
        try (RawClient client = RawClient.connect(pair.el.wsPort())) {
            assertThat(client.send(handshake()).readUntil("\r\n\r\n"))
                    .startsWith("HTTP/1.1 101 ")
                    .contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
        }
    }

    @Test
    void the_websocket_port_takes_calls_by_post_too() throws Exception {
        try (RawClient client = RawClient.connect(pair.el.wsPort())) {
            client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: " + CALL.length() + "\r\n\r\n" + CALL);
            assertThat(client.readAnswer()).endsWith("\"result\":\"0x539\"}");
        }
    }

    @Test
    void a_node_that_is_down_ends_its_connections_and_comes_back_on_the_same_ports() throws Exception {
        int http = pair.el.httpPort();
        int ws = pair.el.wsPort();
        try (RawClient held = RawClient.connect(http);
                RawClient socket = RawClient.connect(ws)) {
            socket.send(handshake()).readUntil("\r\n\r\n");
            held.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: " + CALL.length() + "\r\n\r\n" + CALL);
            held.readAnswer();
            assertThat(pair.el.openConnections()).isEqualTo(2);
            pair.el.refuseConnections();
            assertThat(ended(held)).isTrue();
            assertThat(ended(socket)).isTrue();
        }
        assertThatThrownBy(() -> RawClient.connect(http)).isInstanceOf(ConnectException.class);
        assertThatThrownBy(() -> RawClient.connect(ws)).isInstanceOf(ConnectException.class);
        assertThat(pair.get(SYNCING).statusCode()).isEqualTo(200);
        PairUnderTest.await("no socket left", () -> pair.el.openSockets() == 0);

        pair.el.acceptConnections();
        assertThat(pair.el.httpPort()).isEqualTo(http);
        assertThat(pair.post(CALL).statusCode()).isEqualTo(200);
        pair.el.refuseConnections();
        pair.el.refuseConnections();
        pair.el.acceptConnections();
        pair.el.acceptConnections();
        assertThat(pair.post(CALL).statusCode()).isEqualTo(200);
    }

    @Test
    void a_consensus_node_goes_down_alone() throws Exception {
        int port = pair.cl.port();
        pair.cl.refuseConnections();
        assertThatThrownBy(() -> RawClient.connect(port)).isInstanceOf(ConnectException.class);
        assertThat(pair.post(CALL).statusCode()).isEqualTo(200);
        pair.cl.acceptConnections();
        assertThat(pair.cl.port()).isEqualTo(port);
        assertThat(pair.get(SYNCING).statusCode()).isEqualTo(200);
    }

    @Test
    void a_body_beyond_all_reason_is_413() throws Exception {
        String megabytes = "x".repeat(9 * 1024 * 1024);
        try (RawClient client = RawClient.connect(pair.el.httpPort())) {
            client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: " + megabytes.length() + "\r\n\r\n");
            assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 413 ");
        }
        assertThat(pair.post(CALL).statusCode()).isEqualTo(200);
    }

    private static boolean ended(RawClient client) {
        try {
            return client.read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }

    private static void assertQuiet(RawClient client) throws IOException {
        client.socket().setSoTimeout(QUIET_MILLIS);
        assertThatThrownBy(client::read).isInstanceOf(SocketTimeoutException.class);
    }

    private static String handshake() {
        return String.join(
                "\r\n",
                "GET / HTTP/1.1",
                "Host: x",
                "Connection: Upgrade",
                "Upgrade: websocket",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                "",
                "");
    }
}
