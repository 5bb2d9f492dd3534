package io.ethryx.server.sidecar;

import static io.ethryx.server.testing.WebSocketHeads.handshake;
import static io.ethryx.server.testing.WebSocketHeads.switching;
import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.FrameClient;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import io.ethryx.server.testing.WebSocketFrames;
import io.ethryx.server.testing.WebSocketFrames.Frame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code --mock-eth-syncing} and {@code --trust-upstream} do to the messages of a WebSocket (decision S17). */
class WebSocketSyncingTest {

    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":55,\"method\":\"eth_syncing\",\"params\":[]}";
    private static final String ANSWER = "{\"jsonrpc\":\"2.0\",\"id\":55,\"result\":false}";
    private static final String OTHER = "{\"jsonrpc\":\"2.0\",\"id\":\"b\",\"method\":\"eth_blockNumber\"}";
    private static final String OTHER_ANSWER = "{\"jsonrpc\":\"2.0\",\"id\":\"b\",\"result\":\"0x1\"}";
    private static final String NEWS = "{\"jsonrpc\":\"2.0\",\"method\":\"eth_subscription\",\"params\":{}}";

    /** The frames that the node has got. */
    private final BlockingQueue<Frame> atNode = new LinkedBlockingQueue<>();

    /** A node that pushes news before each answer: {@code OTHER_ANSWER}, in an array if it is asked in one. */
    private RawUpstream node() throws IOException {
        return RawUpstream.start(connection -> {
            connection.send(switching(connection.readRequest()));
            Frame frame = WebSocketFrames.next(connection.socket().getInputStream());
            while (frame != null) {
                atNode.add(frame);
                if (frame.opcode() == WebSocketFrames.PING) {
                    connection.send(
                            WebSocketFrames.frame(0x8A, false, frame.text().getBytes(StandardCharsets.ISO_8859_1)));
                } else if (frame.opcode() == WebSocketFrames.CLOSE) {
                    connection.send(WebSocketFrames.close(frame.closeCode(), false));
                    return;
                } else if ((frame.first() & 0x80) != 0) {
                    connection.send(WebSocketFrames.text(NEWS, false));
                    connection.send(WebSocketFrames.text(
                            frame.text().startsWith("[") ? "[" + OTHER_ANSWER + "]" : OTHER_ANSWER, false));
                }
                frame = WebSocketFrames.next(connection.socket().getInputStream());
            }
        });
    }

    private Frame nextAtNode() throws InterruptedException {
        Frame frame = atNode.poll(15, TimeUnit.SECONDS);
        assertThat(frame).as("a frame at the node").isNotNull();
        return frame;
    }

    private static SidecarFixture before(RawUpstream ws, String... arguments) throws Exception {
        return SidecarFixture.with(1, ws.port())
                .arguments("--el-ws-url", "ws://127.0.0.1:" + ws.port())
                .arguments(arguments)
                .warmed();
    }

    private static Frame next(RawClient client) throws IOException {
        return WebSocketFrames.next(client.socket().getInputStream());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--mock-eth-syncing", "--trust-upstream"})
    void calls_are_answered_here_and_all_else_by_the_node(String flag) throws Exception {
        try (RawUpstream ws = node()) {
            SidecarFixture sidecar = before(ws, flag);
            try (RawClient client = RawClient.connect(sidecar.port())) {
                client.send(handshake("/", "Sec-WebSocket-Extensions: permessage-deflate\r\n"));
                assertThat(client.readUntil("\r\n\r\n")).doesNotContainIgnoringCase("extensions");
                assertThat(ws.nextRequest())
                        .as("what is compressed can't be read")
                        .doesNotContainIgnoringCase("extensions");
                client.send(WebSocketFrames.text(CALL, true));
                assertThat(next(client)).isEqualTo(new Frame(0x81, false, ANSWER));
                client.send(WebSocketFrames.text("{\"method\":\"eth_syncing\"}", true));
                client.send(WebSocketFrames.text("[" + CALL + ", " + CALL.replace("55", "null") + "]", true));
                assertThat(next(client).text()).isEqualTo("[" + ANSWER + "," + ANSWER.replace("55", "null") + "]");
                client.send(WebSocketFrames.text(OTHER, true));
                assertThat(next(client).text()).isEqualTo(NEWS);
                assertThat(next(client).text()).isEqualTo(OTHER_ANSWER);
                assertThat(nextAtNode()).isEqualTo(new Frame(0x81, true, OTHER));
                client.send(WebSocketFrames.text("[" + CALL + "," + OTHER + "]", true));
                assertThat(nextAtNode()).isEqualTo(new Frame(0x81, true, "[" + OTHER + "]"));
                assertThat(next(client).text()).isEqualTo(NEWS);
                assertThat(next(client).text()).isEqualTo("[" + ANSWER + "," + OTHER_ANSWER + "]");
                client.send(WebSocketFrames.close(4001, true));
                assertThat(next(client).closeCode()).isEqualTo(4001);
            }
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    @Test
    void a_large_batch_in_fragments_with_a_ping_between_is_one_message() throws Exception {
        try (RawUpstream ws = node()) {
            SidecarFixture sidecar = before(ws, "--mock-eth-syncing");
            try (RawClient client = RawClient.connect(sidecar.port())) {
                client.send(handshake("/")).readUntil("\r\n\r\n");
                String rest = OTHER.replace("eth_blockNumber", "x".repeat(5000));
                byte[] batch = ("[" + CALL + "," + rest + "]").getBytes(StandardCharsets.UTF_8);
                byte[] sent = WebSocketFrames.join(List.of(
                        WebSocketFrames.frame(0x01, true, Arrays.copyOf(batch, 30)),
                        WebSocketFrames.frame(0x89, true, "amid".getBytes(StandardCharsets.US_ASCII)),
                        WebSocketFrames.frame(0x00, true, Arrays.copyOfRange(batch, 30, 3000)),
                        WebSocketFrames.frame(0x80, true, Arrays.copyOfRange(batch, 3000, batch.length))));
                for (int i = 0; i < sent.length; i += 97) {
                    client.send(Arrays.copyOfRange(sent, i, Math.min(sent.length, i + 97)));
                }
                assertThat(next(client)).isEqualTo(new Frame(0x8A, false, "amid"));
                assertThat(nextAtNode().opcode()).isEqualTo(WebSocketFrames.PING);
                assertThat(nextAtNode().text()).isEqualTo("[" + rest + "]");
                assertThat(next(client).text()).isEqualTo(NEWS);
                assertThat(next(client).text()).isEqualTo("[" + ANSWER + "," + OTHER_ANSWER + "]");
            }
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    @Test
    void over_http2_it_is_the_same() throws Exception {
        try (RawUpstream ws = node()) {
            SidecarFixture sidecar = before(ws, "--mock-eth-syncing");
            try (FrameClient client = FrameClient.connect(sidecar.port())) {
                client.frame(
                        FrameClient.HEADERS,
                        FrameClient.END_HEADERS,
                        1,
                        FrameClient.head("CONNECT", "/", ":protocol", "websocket", "sec-websocket-version", "13"));
                assertThat(client.fields(client.of(1))).containsEntry(":status", "200");
                String batch = "[" + CALL + "," + OTHER + "]";
                client.frame(FrameClient.DATA, 0, 1, WebSocketFrames.text(CALL, true));
                client.frame(FrameClient.DATA, 0, 1, WebSocketFrames.text(batch, true));
                String expected = text(ANSWER) + text(NEWS) + text("[" + ANSWER + "," + OTHER_ANSWER + "]");
                StringBuilder got = new StringBuilder();
                while (got.length() < expected.length()) {
                    got.append(client.of(1).text());
                }
                assertThat(got.toString()).isEqualTo(expected);
            }
            assertThat(nextAtNode().text()).isEqualTo("[" + OTHER + "]");
            sidecar.awaitMetric("ethryx_active_connections{protocol=\"ws\"} 0");
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    private static String text(String text) {
        return new String(WebSocketFrames.text(text, false), StandardCharsets.ISO_8859_1);
    }

    @Test
    void without_a_flag_and_on_a_path_of_the_consensus_layer_every_byte_passes() throws Exception {
        for (String flag : List.of("--mock-cl-node-health", "--mock-eth-syncing")) {
            String path = flag.equals("--mock-eth-syncing") ? "/eth/v1/ws" : "/";
            try (RawUpstream ws = node()) {
                SidecarFixture sidecar = before(ws, flag);
                try (RawClient client = RawClient.connect(sidecar.port())) {
                    client.send(handshake(path, "Sec-WebSocket-Extensions: permessage-deflate\r\n"))
                            .readUntil("\r\n\r\n");
                    assertThat(ws.nextRequest()).contains("Sec-WebSocket-Extensions: permessage-deflate\r\n");
                    client.send(WebSocketFrames.text(CALL, true));
                    assertThat(nextAtNode().text()).isEqualTo(CALL);
                    assertThat(next(client).text()).isEqualTo(NEWS);
                }
                sidecar.closeAndCheckNothingIsLeft();
            }
        }
    }
}
