package io.ethryx.server.sidecar;

import static io.ethryx.server.testing.WebSocketHeads.handshake;
import static io.ethryx.server.testing.WebSocketHeads.switching;
import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.logging.JsonLogProbe;
import io.ethryx.server.logging.LogLevel;
import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.FrameClient;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import io.ethryx.server.testing.SelfMadeCertificates;
import io.ethryx.server.testing.WebSocketFrames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written down of WebSockets, and TLS towards the node (decisions S13, S14, S19). */
class WebSocketRecordTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "b7ad6b7169203331";

    private static void converse(RawUpstream.Connection connection) throws Exception {
        connection.send(switching(connection.readRequest()));
        connection.readBytes(10);
        connection.send("a hundred and so");
        connection.readToEnd();
    }

    private static SidecarFixture before(RawUpstream ws, String scheme, String... arguments) throws Exception {
        return SidecarFixture.with(1, ws.port())
                .arguments("--el-ws-url", scheme + "://127.0.0.1:" + ws.port())
                .arguments(arguments)
                .warmed();
    }

    private static List<? extends Map<?, ?>> accessLines(JsonLogProbe log) {
        return log.lines().stream()
                .filter(line -> "access_log".equals(line.get("target")))
                .map(line -> (Map<?, ?>) line.get("fields"))
                .toList();
    }

    private static Map<?, ?> accessLine(JsonLogProbe log) {
        Await.until(() -> !accessLines(log).isEmpty(), () -> "no line was written");
        return accessLines(log).get(0);
    }

    private static double number(Map<?, ?> line, String name) {
        return ((Number) line.get(name)).doubleValue();
    }

    @Test
    void the_access_line_is_written_when_the_socket_closes_with_what_passed() throws Exception {
        try (JsonLogProbe log = JsonLogProbe.at(LogLevel.INFO, true);
                RawUpstream ws = RawUpstream.start(WebSocketRecordTest::converse)) {
            SidecarFixture sidecar = before(ws, "ws");
            try (RawClient client = RawClient.connect(sidecar.port())) {
                client.send(handshake("/v1?key=hidden")).readUntil("\r\n\r\n");
                client.send("0123456789");
                assertThat(client.readBytes(16)).isEqualTo("a hundred and so");
                assertThat(accessLines(log)).as("while it is open").isEmpty();
            }
            Map<?, ?> line = accessLine(log);
            assertThat(line.get("method")).isEqualTo("GET");
            assertThat(line.get("version")).isEqualTo("HTTP/1.1");
            assertThat(line.get("path")).isEqualTo("/v1");
            assertThat(line.get("upstream")).isEqualTo("EL");
            assertThat(line.get("proto")).isEqualTo("WS");
            assertThat(number(line, "status")).isEqualTo(101);
            assertThat(number(line, "bytes_in")).isEqualTo(10);
            assertThat(number(line, "bytes_out")).isEqualTo(16);
            assertThat(number(line, "latency_ms")).isPositive().isLessThan(number(line, "total_ms"));
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    @Test
    void over_http2_the_status_is_200_and_a_client_that_breaks_off_is_499() throws Exception {
        try (JsonLogProbe log = JsonLogProbe.at(LogLevel.INFO, true);
                RawUpstream ws = RawUpstream.start(WebSocketRecordTest::converse)) {
            SidecarFixture sidecar = before(ws, "ws");
            try (FrameClient client = FrameClient.connect(sidecar.port())) {
                for (int stream = 1; stream <= 3; stream += 2) {
                    client.frame(
                            FrameClient.HEADERS,
                            FrameClient.END_HEADERS,
                            stream,
                            FrameClient.head("CONNECT", "/", ":protocol", "websocket", "sec-websocket-version", "13"));
                    assertThat(client.fields(client.of(stream))).containsEntry(":status", "200");
                    client.data(stream, "0123456789", false);
                    assertThat(client.of(stream).text()).isEqualTo("a hundred and so");
                }
                client.data(1, "", true);
                assertThat(client.of(1).ends()).isTrue();
                client.reset(3, 8);
                Await.until(() -> accessLines(log).size() == 2, () -> "two lines were to be written");
            }
            List<? extends Map<?, ?>> lines = accessLines(log);
            assertThat(lines).allSatisfy(line -> {
                assertThat(line.get("method")).isEqualTo("CONNECT");
                assertThat(line.get("version")).isEqualTo("HTTP/2.0");
                assertThat(line.get("proto")).isEqualTo("WS");
                assertThat(number(line, "bytes_in")).isEqualTo(10);
                assertThat(number(line, "bytes_out")).isEqualTo(16);
            });
            assertThat(lines.stream().map(line -> number(line, "status"))).containsExactlyInAnyOrder(200.0, 499.0);
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    @Test
    void an_unknown_protocol_is_refused_counted_and_logged() throws Exception {
        try (JsonLogProbe log = JsonLogProbe.at(LogLevel.INFO, true);
                RawUpstream node = RawUpstream.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")) {
            SidecarFixture sidecar = SidecarFixture.warmed(node.port(), node.port());
            try (FrameClient client = FrameClient.connect(sidecar.port())) {
                byte[] head = FrameClient.head("CONNECT", "/eth/v1/x?y=1", ":protocol", "webtransport");
                client.frame(FrameClient.HEADERS, FrameClient.END_HEADERS, 1, head);
                assertThat(client.answer(1)).isEqualTo("501 There is no such protocol here.");
                client.get(3, "/fine");
                assertThat(client.answer(3)).isEqualTo("200 hi");
            }
            sidecar.awaitMetric("ethryx_proxy_requests_total{method=\"CONNECT\",status=\"501\",upstream=\"CL\"} 1");
            Await.until(() -> accessLines(log).size() == 2, () -> "two lines were to be written");
            assertThat(accessLines(log)).anySatisfy(line -> {
                assertThat(number(line, "status")).isEqualTo(501);
                assertThat(line.get("path")).isEqualTo("/eth/v1/x");
                assertThat(line.get("proto")).isEqualTo("HTTP");
            });
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    @Test
    void heads_that_no_handler_sees_are_counted_and_logged() throws Exception {
        try (JsonLogProbe log = JsonLogProbe.at(LogLevel.INFO, true);
                RawUpstream node = RawUpstream.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")) {
            SidecarFixture sidecar = SidecarFixture.warmed(node.port(), node.port());
            try (FrameClient client = FrameClient.connect(sidecar.port())) {
                byte[] head = FrameClient.head("GET", "/eth/v1/x?y=1", "x-large", "x".repeat(17_000));
                client.frame(FrameClient.HEADERS, FrameClient.END_STREAM, 1, Arrays.copyOf(head, 9_000));
                client.frame(
                        FrameClient.CONTINUATION,
                        FrameClient.END_HEADERS,
                        1,
                        Arrays.copyOfRange(head, 9_000, head.length));
                assertThat(client.answer(1)).startsWith("431");
                client.get(3, "/fine");
                assertThat(client.answer(3)).isEqualTo("200 hi");
            }
            try (RawClient client = RawClient.connect(sidecar.port())) {
                assertThat(client.send("POST /a HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n")
                                .readAnswer())
                        .startsWith("HTTP/1.1 400 ");
            }
            sidecar.awaitMetric("ethryx_proxy_requests_total{method=\"GET\",status=\"431\",upstream=\"CL\"} 1");
            sidecar.awaitMetric("ethryx_proxy_requests_total{method=\"POST\",status=\"400\",upstream=\"EL\"} 1");
            Await.until(() -> accessLines(log).size() == 3, () -> "three lines were to be written");
            assertThat(accessLines(log)).anySatisfy(line -> {
                assertThat(line.get("path")).isEqualTo("/eth/v1/x");
                assertThat(number(line, "status")).isEqualTo(431);
                assertThat(line.get("upstream")).isEqualTo("CL");
            });
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    @Test
    void a_handshake_is_traced_and_the_node_gets_our_context(@TempDir Path folder) throws Exception {
        SelfMadeCertificates certificates = new SelfMadeCertificates(folder);
        SSLContext context = certificates.server("node", "ip:127.0.0.1");
        try (RawUpstream collector = RawUpstream.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                RawUpstream ws = RawUpstream.startSecure(context, WebSocketRecordTest::converse)) {
            SidecarFixture sidecar = before(
                    ws,
                    "wss",
                    "--upstream-ca-file",
                    certificates.authority().toString(),
                    "--otel-endpoint",
                    "http://127.0.0.1:" + collector.port());
            try (RawClient client = RawClient.connect(sidecar.port())) {
                client.send(handshake("/v1", "traceparent: 00-" + TRACE + "-" + PARENT + "-01\r\n"))
                        .readUntil("\r\n\r\n");
            }
            Matcher passedOn = Pattern.compile("(?i)traceparent: 00-([0-9a-f]{32})-([0-9a-f]{16})-01\r\n")
                    .matcher(ws.nextRequest());
            assertThat(passedOn.find()).isTrue();
            assertThat(passedOn.group(1)).isEqualTo(TRACE);
            assertThat(passedOn.group(2)).isNotEqualTo(PARENT);
            assertThat(passedOn.find()).as("a second one").isFalse();
            sidecar.closeAndCheckNothingIsLeft();
            Await.until(
                    () -> collector.received().contains("https://127.0.0.1:" + ws.port() + "/v1"),
                    () -> "no span of what was asked reached the collector");
        }
    }

    @Test
    void a_node_is_spoken_to_over_tls(@TempDir Path folder) throws Exception {
        SelfMadeCertificates certificates = new SelfMadeCertificates(folder);
        SSLContext context = certificates.server("node", "ip:127.0.0.1");
        CountDownLatch ended = new CountDownLatch(1);
        try (RawUpstream ws = RawUpstream.startSecure(context, connection -> {
            connection.send(switching(connection.readRequest()));
            for (int i = 0; i < 100; i++) {
                WebSocketFrames.Frame frame =
                        WebSocketFrames.next(connection.socket().getInputStream());
                connection.send(WebSocketFrames.text(frame.text(), false));
            }
            connection.readToEnd();
            ended.countDown();
        })) {
            SidecarFixture sidecar = before(
                    ws, "wss", "--upstream-ca-file", certificates.authority().toString());
            try (RawClient client = RawClient.connect(sidecar.port())) {
                assertThat(client.send(handshake("/")).readUntil("\r\n\r\n")).startsWith("HTTP/1.1 101 ");
                for (int i = 0; i < 100; i++) {
                    String text = "x".repeat(i * 1000);
                    client.send(WebSocketFrames.text(text, true));
                    assertThat(WebSocketFrames.next(client.socket().getInputStream())
                                    .text())
                            .isEqualTo(text);
                }
                client.shutdownOutput();
                Await.until(() -> ended.getCount() == 0, () -> "the end did not reach the node");
                assertThat(client.readAll()).isEmpty();
            }
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    @Test
    void a_node_whose_certificate_is_not_trusted_is_not_spoken_to(@TempDir Path folder) throws Exception {
        SSLContext context = new SelfMadeCertificates(folder).server("node", "ip:127.0.0.1");
        try (RawUpstream ws = RawUpstream.startSecure(context, WebSocketRecordTest::converse)) {
            SidecarFixture sidecar = before(ws, "wss");
            try (RawClient client = RawClient.connect(sidecar.port())) {
                assertThat(client.send(handshake("/")).readAnswer())
                        .startsWith("HTTP/1.1 502 ")
                        .contains("its certificate comes from nobody that is trusted");
            } catch (IOException e) {
                throw new AssertionError("the client is to be told", e);
            }
            assertThat(ws.waitingRequests()).isZero();
            sidecar.closeAndCheckNothingIsLeft();
        }
    }
}
