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
import io.ethryx.server.testing.WebSocketFrames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How WebSockets end, and what many of them cost (decisions S10, S15, S26). */
@Timeout(120)
class WebSocketLifeTest {

    private static SidecarFixture before(RawUpstream ws, String... arguments) throws Exception {
        return SidecarFixture.with(1, ws.port())
                .arguments("--el-ws-url", "ws://127.0.0.1:" + ws.port())
                .arguments(arguments)
                .warmed();
    }

    /** A node that answers a Close, and every other frame with itself. */
    private static RawUpstream echo() throws IOException {
        return RawUpstream.start(connection -> {
            connection.send(switching(connection.readRequest()));
            WebSocketFrames.Frame frame =
                    WebSocketFrames.next(connection.socket().getInputStream());
            while (frame != null) {
                connection.send(WebSocketFrames.frame(
                        frame.first(), false, frame.text().getBytes(StandardCharsets.ISO_8859_1)));
                if (frame.opcode() == WebSocketFrames.CLOSE) {
                    return;
                }
                frame = WebSocketFrames.next(connection.socket().getInputStream());
            }
        });
    }

    /** A node that agrees and says nothing more. */
    private static RawUpstream silent() throws IOException {
        return RawUpstream.start(connection -> {
            connection.send(switching(connection.readRequest()));
            connection.readToEnd();
        });
    }

    private static WebSocketFrames.Frame next(RawClient client) throws IOException {
        return WebSocketFrames.next(client.socket().getInputStream());
    }

    private static void connect(FrameClient client, int stream) throws Exception {
        client.frame(
                FrameClient.HEADERS,
                FrameClient.END_HEADERS,
                stream,
                FrameClient.head("CONNECT", "/", ":protocol", "websocket", "sec-websocket-version", "13"));
        assertThat(client.fields(client.of(stream))).containsEntry(":status", "200");
    }

    private static void awaitNone(SidecarFixture sidecar) {
        Await.until(
                () -> sidecar.sidecar().webSockets() == 0,
                () -> sidecar.sidecar().webSockets() + " are open");
    }

    // --- shutdown ---

    @Test
    void peers_that_answer_the_close_are_gone_at_once() throws Exception {
        try (RawUpstream ws = echo()) {
            SidecarFixture sidecar = before(ws);
            try (RawClient http1 = RawClient.connect(sidecar.port());
                    FrameClient http2 = FrameClient.connect(sidecar.port())) {
                http1.send(handshake("/")).readUntil("\r\n\r\n");
                connect(http2, 1);
                Await.until(() -> sidecar.sidecar().webSockets() == 2, () -> "not open");
                var drained = sidecar.sidecar().drain().toCompletableFuture();
                assertThat(next(http1).closeCode()).isEqualTo(1001);
                http1.send(WebSocketFrames.close(1001, true));
                assertThat(http1.readAll()).isEmpty();
                FrameClient.Frame ping = null;
                String toStream = "";
                boolean ended = false;
                while (!ended) {
                    FrameClient.Frame frame = http2.next();
                    assertThat(frame)
                            .as("the stream ends before its connection")
                            .isNotNull();
                    ping = frame.type() == FrameClient.PING ? frame : ping;
                    if (frame.type() == FrameClient.DATA) {
                        toStream += frame.text();
                        ended = frame.ends();
                        if (toStream.length() == 4) {
                            http2.frame(FrameClient.DATA, FrameClient.END_STREAM, 1, WebSocketFrames.close(1001, true));
                        }
                    }
                }
                assertThat(WebSocketFrames.read(toStream.getBytes(StandardCharsets.ISO_8859_1))
                                .get(0)
                                .closeCode())
                        .isEqualTo(1001);
                assertThat(ping).as("asks whether the client has heard").isNotNull();
                http2.frame(FrameClient.PING, 1, 0, ping.payload());
                assertThat(http2.next(FrameClient.GOAWAY)).isNotNull();
                http2.close();
                drained.get(15, TimeUnit.SECONDS);
            }
            Await.until(() -> ws.open() == 0, () -> "a node's connection is open");
            sidecar.sidecar().close();
            Await.until(
                    () -> sidecar.buffers().out() == 0, () -> sidecar.buffers().out() + " buffers are out");
        }
    }

    @Test
    void a_client_that_has_answered_is_let_go_while_the_node_is_still_waited_for() throws Exception {
        try (RawUpstream ws = silent()) {
            SidecarFixture sidecar = before(ws);
            try (RawClient client = RawClient.connect(sidecar.port())) {
                client.send(handshake("/")).readUntil("\r\n\r\n");
                Await.until(() -> sidecar.sidecar().webSockets() == 1, () -> "not open");
                var drained = sidecar.sidecar().drain().toCompletableFuture();
                assertThat(next(client).closeCode()).isEqualTo(1001);
                client.send(WebSocketFrames.close(1001, true));
                assertThat(client.readAll()).isEmpty();
                drained.get(15, TimeUnit.SECONDS);
            }
            sidecar.sidecar().close();
        }
    }

    @Test
    void a_client_that_never_answers_is_cut_in_time() throws Exception {
        try (RawUpstream ws = silent()) {
            SidecarFixture sidecar = before(ws);
            try (RawClient http1 = RawClient.connect(sidecar.port());
                    FrameClient http2 = FrameClient.connect(sidecar.port())) {
                http1.send(handshake("/")).readUntil("\r\n\r\n");
                connect(http2, 1);
                Await.until(() -> sidecar.sidecar().webSockets() == 2, () -> "not open");
                sidecar.sidecar().drain().toCompletableFuture().get(15, TimeUnit.SECONDS);
                assertThat(next(http1).closeCode()).isEqualTo(1001);
            }
            sidecar.sidecar().close();
            Await.until(
                    () -> sidecar.buffers().out() == 0, () -> sidecar.buffers().out() + " buffers are out");
        }
    }

    // --- the gauge ---

    @Test
    void however_they_end_none_is_counted_any_more() throws Exception {
        try (RawUpstream ws = RawUpstream.start(connection -> {
            String request = connection.readRequest();
            if (request.startsWith("GET /never")) {
                connection.readToEnd();
                return;
            } else if (request.startsWith("GET /wrong")) {
                connection.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n");
                connection.readToEnd();
                return;
            }
            connection.send(switching(request));
            if (request.startsWith("GET /reset")) {
                connection.read();
                connection.reset();
            } else if (request.startsWith("GET /end")) {
                connection.read();
            } else {
                connection.readToEnd();
            }
        })) {
            SidecarFixture sidecar = before(ws);
            int port = sidecar.port();
            for (int round = 0; round < 20; round++) {
                RawClient never = RawClient.connect(port);
                never.send(handshake("/never"));
                ws.nextRequest();
                never.reset();
                try (RawClient wrong = RawClient.connect(port)) {
                    assertThat(wrong.send(handshake("/wrong")).readAnswer()).startsWith("HTTP/1.1 502 ");
                }
                RawClient reset = RawClient.connect(port);
                reset.send(handshake("/x")).readUntil("\r\n\r\n");
                reset.reset();
                RawClient closed = RawClient.connect(port);
                closed.send(handshake("/x")).readUntil("\r\n\r\n");
                closed.close();
                for (String path : List.of("/reset", "/end")) {
                    try (RawClient client = RawClient.connect(port)) {
                        client.send(handshake(path)).readUntil("\r\n\r\n");
                        client.send("x");
                        Await.until(() -> ended(client), () -> "not told the end");
                    }
                }
                FrameClient streams = FrameClient.connect(port);
                connect(streams, 1);
                connect(streams, 3);
                streams.reset(1, 8);
                streams.close();
            }
            awaitNone(sidecar);
            sidecar.awaitMetric("ethryx_active_connections{protocol=\"ws\"} 0");
            Await.until(() -> ws.open() == 0, () -> ws.open() + " connections to the node are open");
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    private static boolean ended(RawClient client) {
        try {
            return client.read() < 0;
        } catch (IOException reset) {
            return true;
        }
    }

    @Test
    void a_close_and_an_end_in_one_segment_leave_neither_a_line_nor_a_socket() throws Exception {
        try (JsonLogProbe log = JsonLogProbe.at(LogLevel.WARN, false);
                RawUpstream ws = echo()) {
            SidecarFixture sidecar = before(ws);
            for (int i = 0; i < 500; i++) {
                try (RawClient client = RawClient.connect(sidecar.port())) {
                    client.send(handshake("/")).readUntil("\r\n\r\n");
                    client.send(WebSocketFrames.close(1000, true)).shutdownOutput();
                    if (i % 2 == 0) {
                        assertThat(next(client).closeCode()).isEqualTo(1000);
                    }
                }
            }
            awaitNone(sidecar);
            Await.until(() -> ws.open() == 0, () -> ws.open() + " connections to the node are open");
            sidecar.closeAndCheckNothingIsLeft();
            assertThat(log.lines())
                    .filteredOn(line -> !"ethryx::health".equals(line.get("target")))
                    .isEmpty();
        }
    }

    // --- clients that do not read ---

    @Test
    void a_hundred_clients_that_read_nothing_hold_a_buffer_each_and_harm_no_one() throws Exception {
        byte[] news = WebSocketFrames.frame(0x82, false, new byte[60_000]);
        try (RawUpstream ws = RawUpstream.start(connection -> {
            String request = connection.readRequest();
            connection.send(switching(request));
            if (request.startsWith("GET /news")) {
                while (true) {
                    connection.send(news);
                }
            }
            for (int b = connection.read(); b >= 0; b = connection.read()) {
                connection.send(new byte[] {(byte) b});
            }
        })) {
            SidecarFixture sidecar = before(ws);
            List<RawClient> deaf = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                RawClient client = RawClient.connect(sidecar.port());
                deaf.add(client);
                client.send(handshake("/news")).readUntil("\r\n\r\n");
            }
            try (RawClient healthy = RawClient.connect(sidecar.port())) {
                healthy.send(handshake("/")).readUntil("\r\n\r\n");
                // Each deaf client has its buffer when all kernels are full.
                Await.until(
                        () -> sidecar.buffers().out() == 100,
                        () -> sidecar.buffers().out() + " buffers are out");
                for (int i = 0; i < 1000; i++) {
                    assertThat(healthy.send("ping").readBytes(4)).isEqualTo("ping");
                }
                assertThat(sidecar.buffers().most()).isLessThanOrEqualTo(110);
            }
            for (RawClient client : deaf) {
                client.close();
            }
            awaitNone(sidecar);
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    @Test
    void over_http2_a_tunnel_that_reads_nothing_leaves_its_neighbour_alone() throws Exception {
        byte[] news = WebSocketFrames.frame(0x82, false, new byte[60_000]);
        try (RawUpstream ws = RawUpstream.start(connection -> {
            String request = connection.readRequest();
            connection.send(switching(request));
            if (request.startsWith("GET /news")) {
                while (true) {
                    connection.send(news);
                }
            }
            for (int b = connection.read(); b >= 0; b = connection.read()) {
                connection.send(new byte[] {(byte) b});
            }
        })) {
            SidecarFixture sidecar = before(ws);
            try (FrameClient client = FrameClient.connect(sidecar.port())) {
                client.windowUpdate(0, 1 << 24);
                client.frame(
                        FrameClient.HEADERS,
                        FrameClient.END_HEADERS,
                        1,
                        FrameClient.head("CONNECT", "/news", ":protocol", "websocket", "sec-websocket-version", "13"));
                assertThat(client.fields(client.of(1))).containsEntry(":status", "200");
                int got = 0;
                while (got < 65_535) {
                    got += client.of(1).text().length();
                }
                assertThat(got).as("its window, and no more").isEqualTo(65_535);
                connect(client, 3);
                for (int i = 0; i < 100; i++) {
                    client.data(3, "ping", false);
                    String echo = "";
                    while (echo.length() < 4) {
                        echo += client.of(3).text();
                    }
                    assertThat(echo).isEqualTo("ping");
                }
                assertThat(sidecar.buffers().most()).isLessThanOrEqualTo(16);
            }
            awaitNone(sidecar);
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    // --- a cut cable ---

    @Test
    void tcp_watches_both_sides_of_a_silent_tunnel() throws Exception {
        try (RawUpstream ws = silent()) {
            SidecarFixture sidecar = before(ws);
            try (RawClient client = RawClient.connect(sidecar.port())) {
                client.send(handshake("/")).readUntil("\r\n\r\n");
                Await.until(
                        () -> isWatched(sidecar.port(), client.localPort()), () -> "no keep-alive towards the client");
                Await.until(
                        () -> isWatched(ws.connections().get(0).socket().getPort(), ws.port()),
                        () -> "no keep-alive towards the node");
            }
            awaitNone(sidecar);
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    /** Whether the kernel will probe a connection after a minute of silence, as it says itself (proc(5), net/tcp). */
    private static boolean isWatched(int localPort, int remotePort) {
        String local = String.format(Locale.ROOT, ":%04X", localPort);
        String remote = String.format(Locale.ROOT, ":%04X", remotePort);
        return sockets()
                .lines()
                .map(line -> line.trim().split("\\s+"))
                .filter(row -> row.length > 5 && row[1].endsWith(local) && row[2].endsWith(remote))
                .anyMatch(row -> row[5].startsWith("02:")
                        && Integer.parseInt(row[5].substring(3), 16) <= TimeUnit.MINUTES.toSeconds(1) * 100);
    }

    private static String sockets() {
        return Stream.of("tcp", "tcp6")
                .map(name -> Path.of("/proc/self/net/" + name))
                .filter(Files::exists)
                .map(WebSocketLifeTest::read)
                .reduce("", String::concat);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
