package io.ethryx.server.sidecar;

import static io.ethryx.server.testing.WebSocketHeads.handshake;
import static io.ethryx.server.testing.WebSocketHeads.switching;
import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.logging.JsonLogProbe;
import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.FrameClient;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the target {@code ethryx::proxy} says at debug and trace (reference section 8), in the words that scripts look for. */
class RoutineLinesTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi";

    private static List<? extends Map<?, ?>> said(JsonLogProbe log, String message) {
        Await.until(() -> !found(log, message).isEmpty(), () -> message + " was not said");
        return found(log, message);
    }

    private static List<? extends Map<?, ?>> found(JsonLogProbe log, String message) {
        return log.lines().stream()
                .filter(line -> "ethryx::proxy".equals(line.get("target")))
                .map(line -> (Map<?, ?>) line.get("fields"))
                .filter(fields -> message.equals(fields.get("message")))
                .toList();
    }

    @Test
    void at_trace_a_connection_is_told_with_its_peer_and_a_request_with_method_and_path() throws Exception {
        try (JsonLogProbe log = JsonLogProbe.with("ethryx::proxy=trace");
                RawUpstream node = RawUpstream.answering(OK)) {
            SidecarFixture sidecar = SidecarFixture.warmed(node.port(), node.port());
            String peer;
            try (RawClient client = RawClient.connect(sidecar.port())) {
                peer = "127.0.0.1:" + client.localPort();
                client.send("PUT /eth/v1/x?key=hidden HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n");
                assertThat(client.readAnswer()).endsWith("\r\n\r\nhi");
            }
            assertThat(said(log, "routing request"))
                    .anySatisfy(fields ->
                            assertThat(fields).hasToString("{message=routing request, method=PUT, path=/eth/v1/x}"));
            assertThat(said(log, "connection accepted").toString()).contains("peer=" + peer + "}");
            Await.until(
                    () -> found(log, "connection closed").toString().contains("peer=" + peer + "}"),
                    () -> "the end of the connection was to be told");
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    @Test
    void at_debug_a_websocket_is_told_when_it_stands() throws Exception {
        try (JsonLogProbe log = JsonLogProbe.with("ethryx::proxy=debug");
                RawUpstream ws = RawUpstream.start(connection -> {
                    connection.send(switching(connection.readRequest()));
                    connection.readToEnd();
                })) {
            SidecarFixture sidecar = SidecarFixture.with(1, ws.port())
                    .arguments("--el-ws-url", "ws://127.0.0.1:" + ws.port())
                    .warmed();
            try (RawClient client = RawClient.connect(sidecar.port())) {
                client.send(handshake("/")).readUntil("\r\n\r\n");
                assertThat(said(log, "ws bridge established"))
                        .hasToString("[{message=ws bridge established, upstream=EL}]");
            }
            try (FrameClient client = FrameClient.connect(sidecar.port())) {
                byte[] head = FrameClient.head("CONNECT", "/eth/x", ":protocol", "websocket");
                client.frame(FrameClient.HEADERS, FrameClient.END_HEADERS, 1, head);
                assertThat(client.fields(client.of(1))).containsEntry(":status", "200");
                assertThat(said(log, "h2 ws bridge established"))
                        .hasToString("[{message=h2 ws bridge established, upstream=CL}]");
            }
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    @Test
    void at_debug_a_websocket_that_does_not_come_about_is_told_with_the_cause() throws Exception {
        try (JsonLogProbe log = JsonLogProbe.with("ethryx::proxy=debug");
                RawUpstream silent = RawUpstream.start(RawUpstream.Connection::readToEnd)) {
            SidecarFixture sidecar = SidecarFixture.with(1, silent.port())
                    .arguments(
                            "--el-ws-url", "ws://127.0.0.1:1", "--proxy-timeout", "200ms", "--health-timeout", "100ms")
                    .warmed();
            try (RawClient client = RawClient.connect(sidecar.port())) {
                assertThat(client.send(handshake("/")).readAnswer()).startsWith("HTTP/1.1 502 ");
                assertThat(client.send(handshake("/eth/x")).readAnswer()).startsWith("HTTP/1.1 504 ");
            }
            assertThat(said(log, "upstream ws connect failed").toString())
                    .contains("upstream=EL, error=The EL could not be reached: connection refused.");
            assertThat(said(log, "upstream ws connect timed out").toString()).contains("upstream=CL, error=The CL did");
            assertThat(found(log, "proxy error")).isEmpty();
            sidecar.closeAndCheckNothingIsLeft();
        }
    }
}
