package io.ethryx.server.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.FrameClient;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import io.ethryx.server.testing.WebSocketFrames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The reference's own tests of WebSockets, one for one, under its numbers and names (the rest: {@link ReferenceListTest}). */
class ReferenceSocketsTest {

    private static final byte[] HELLO = WebSocketFrames.frame(0x81, true, "hello".getBytes(StandardCharsets.UTF_8));
    private static final String HELLO_BACK = new String(
            WebSocketFrames.frame(0x81, false, "hello".getBytes(StandardCharsets.UTF_8)), StandardCharsets.ISO_8859_1);

    private RawUpstream node;
    private SidecarFixture sidecar;

    @AfterEach
    void stop() throws Exception {
        sidecar.closeAndCheckNothingIsLeft();
        if (node != null) {
            node.close();
        }
    }

    /** Before a node that sends a text of five bytes back. */
    private void start(String path, String... flags) throws Exception {
        node = RawUpstream.start(connection -> {
            connection.send(switching(connection.readRequest()));
            connection.readBytes(HELLO.length);
            connection.send(HELLO_BACK);
            connection.readToEnd();
        });
        sidecar = SidecarFixture.with(1, 1)
                .arguments("--el-ws-url", "ws://127.0.0.1:" + node.port() + path)
                .arguments(flags)
                .warmed();
    }

    private void startBeforeNobody() throws Exception {
        int port;
        try (RawUpstream gone = RawUpstream.answering("")) {
            port = gone.port();
        }
        sidecar = SidecarFixture.with(1, 1)
                .arguments("--el-ws-url", "ws://127.0.0.1:" + port)
                .warmed();
    }

    private static String switching(String request) throws Exception {
        int at = request.indexOf("Sec-WebSocket-Key: ") + 19;
        String key = request.substring(at, request.indexOf("\r\n", at));
        byte[] accept = MessageDigest.getInstance("SHA-1")
                .digest((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(StandardCharsets.US_ASCII));
        return "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                + "Sec-WebSocket-Accept: " + Base64.getEncoder().encodeToString(accept) + "\r\n\r\n";
    }

    private static String handshake(String target, String... more) {
        return "GET " + target + " HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                + String.join("", more) + "\r\n";
    }

    private static void connect(FrameClient client) throws IOException {
        client.frame(
                FrameClient.HEADERS,
                FrameClient.END_HEADERS,
                1,
                FrameClient.head("CONNECT", "/", ":protocol", "websocket", "sec-websocket-version", "13"));
    }

    @Test
    @DisplayName("19 ws_handshake_fails_with_502_when_upstream_down")
    void a_node_that_is_down_is_502() throws Exception {
        startBeforeNobody();
        try (RawClient client = RawClient.connect(sidecar.port())) {
            assertThat(client.send(handshake("/")).readAnswer()).startsWith("HTTP/1.1 502 Bad Gateway\r\n");
        }
    }

    @Test
    @DisplayName("20 ws_bridge_echoes_through_upstream")
    void a_text_comes_back() throws Exception {
        start("");
        try (RawClient client = RawClient.connect(sidecar.port())) {
            assertThat(client.send(handshake("/")).readUntil("\r\n\r\n")).startsWith("HTTP/1.1 101 ");
            assertThat(client.send(HELLO).readBytes(HELLO_BACK.length())).isEqualTo(HELLO_BACK);
        }
    }

    @Test
    @DisplayName("21 http2_extended_connect_ws_502_when_upstream_down")
    void over_http2_a_node_that_is_down_is_502() throws Exception {
        startBeforeNobody();
        try (FrameClient client = FrameClient.connect(sidecar.port())) {
            connect(client);
            assertThat(client.answer(1)).startsWith("502 ");
        }
    }

    @Test
    @DisplayName("22 http2_extended_connect_ws_bridges_to_upstream")
    void over_http2_a_text_comes_back() throws Exception {
        start("");
        try (FrameClient client = FrameClient.connect(sidecar.port())) {
            connect(client);
            assertThat(client.fields(client.of(1))).containsEntry(":status", "200");
            client.frame(FrameClient.DATA, 0, 1, HELLO);
            StringBuilder back = new StringBuilder();
            while (back.length() < HELLO_BACK.length()) {
                back.append(client.of(1).text());
            }
            assertThat(back).hasToString(HELLO_BACK);
        }
    }

    @Test
    @DisplayName("24 ws_forwarding_preserves_path_query_and_headers")
    void path_query_and_fields_reach_the_node() throws Exception {
        start("");
        try (RawClient client = RawClient.connect(sidecar.port())) {
            client.send(handshake("/foo/bar?baz=qux", "Authorization: Bearer t\r\n", "X-Custom: v\r\n"))
                    .readUntil("\r\n\r\n");
            assertThat(node.nextRequest())
                    .startsWith("GET /foo/bar?baz=qux HTTP/1.1\r\n")
                    .contains("\r\nAuthorization: Bearer t\r\n", "\r\nX-Custom: v\r\n");
        }
    }

    @Test
    @DisplayName("28 trust_upstream_mocks_eth_syncing_http_and_ws (over WebSocket)")
    void trust_answers_eth_syncing_without_the_node() throws Exception {
        start("", "--trust-upstream");
        try (RawClient client = RawClient.connect(sidecar.port())) {
            client.send(handshake("/")).readUntil("\r\n\r\n");
            String call = "{\"jsonrpc\":\"2.0\",\"method\":\"eth_syncing\",\"params\":[],\"id\":99}";
            client.send(WebSocketFrames.frame(0x81, true, call.getBytes(StandardCharsets.UTF_8)));
            String answer = "{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":false}";
            assertThat(client.readBytes(2 + answer.length())).isEqualTo("\u0081" + (char) answer.length() + answer);
            assertThat(client.send(HELLO).readBytes(HELLO_BACK.length())).isEqualTo(HELLO_BACK);
        }
        assertThat(node.received()).doesNotContain("eth_syncing");
    }

    @Test
    @DisplayName("33 test_ws_handshake_preserves_upstream_path_without_trailing_slash")
    void the_nodes_own_path_gets_no_slash() throws Exception {
        start("/v2/testkey");
        try (RawClient client = RawClient.connect(sidecar.port())) {
            client.send(handshake("/")).readUntil("\r\n\r\n");
            assertThat(node.nextRequest()).startsWith("GET /v2/testkey HTTP/1.1\r\n");
        }
    }
}
