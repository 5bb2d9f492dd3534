package io.ethryx.server.sidecar;

import static io.ethryx.server.testing.WebSocketHeads.ACCEPT;
import static io.ethryx.server.testing.WebSocketHeads.KEY;
import static io.ethryx.server.testing.WebSocketHeads.handshake;
import static io.ethryx.server.testing.WebSocketHeads.switching;
import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.FrameClient;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import io.ethryx.server.testing.WebSocketFrames;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** WebSockets through the sidecar (decision S10), byte by byte. */
class WebSocketTest {

    /** An upstream that agrees and then sends every byte back. */
    private static RawUpstream echo() throws IOException {
        return RawUpstream.start(connection -> {
            connection.send(switching(connection.readRequest()));
            for (int b = connection.read(); b >= 0; b = connection.read()) {
                connection.send(new byte[] {(byte) b});
            }
        });
    }

    private static SidecarFixture before(RawUpstream ws, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("--el-ws-url", "ws://127.0.0.1:" + ws.port()));
        all.addAll(List.of(arguments));
        return SidecarFixture.with(1, ws.port())
                .arguments(all.toArray(String[]::new))
                .warmed();
    }

    private static void awaitSockets(SidecarFixture sidecar, int number) {
        sidecar.awaitMetric("ethryx_active_connections{protocol=\"ws\"} " + number);
    }

    @Test
    void both_heads_pass_with_their_own_fields_and_every_early_byte() throws Exception {
        try (RawUpstream ws = RawUpstream.start(connection -> {
            connection.send(switching(connection.readRequest(), "Sec-WebSocket-Protocol: b\r\nX-a: 1\r\n") + "early");
            connection.readUntil("behind");
            connection.send("answer");
            connection.readToEnd();
        })) {
            SidecarFixture sidecar = before(ws);
            try (RawClient client = RawClient.connect(sidecar.port())) {
                client.send(handshake("/x?y=1", "Sec-WebSocket-Protocol: a, b\r\nCookie: c\r\n") + "behind");
                String head = client.readUntil("\r\n\r\n");
                assertThat(head)
                        .startsWith("HTTP/1.1 101 ")
                        .containsIgnoringCase("connection: upgrade\r\n")
                        .containsIgnoringCase("upgrade: websocket\r\n")
                        .containsIgnoringCase("sec-websocket-accept: " + ACCEPT + "\r\n")
                        .containsIgnoringCase("sec-websocket-protocol: b\r\n")
                        .containsIgnoringCase("x-a: 1\r\n")
                        .doesNotContainIgnoringCase("content-length")
                        .doesNotContainIgnoringCase("transfer-encoding");
                assertThat(client.readBytes(11)).isEqualTo("earlyanswer");
                assertThat(ws.nextRequest())
                        .startsWith("GET /x?y=1 HTTP/1.1\r\nHost: 127.0.0.1:" + ws.port() + "\r\n")
                        .contains("Connection: Upgrade\r\n", "Upgrade: websocket\r\n", "Cookie: c\r\n")
                        .contains("Sec-WebSocket-Key: " + KEY + "\r\n", "Sec-WebSocket-Protocol: a, b\r\n")
                        .doesNotContain("keep-alive");
                awaitSockets(sidecar, 1);
                sidecar.awaitMetric("ethryx_active_connections{protocol=\"tcp\"} 1");
            }
            awaitSockets(sidecar, 0);
            sidecar.awaitMetric("ethryx_proxy_requests_total{method=\"GET\",status=\"101\",upstream=\"EL\"} 1");
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    @Test
    void a_path_of_the_consensus_layer_leads_there() throws Exception {
        try (RawUpstream cl = echo();
                RawUpstream el = RawUpstream.answering("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n")) {
            SidecarFixture sidecar = SidecarFixture.with(el.port(), cl.port())
                    .arguments("--el-ws-url", "ws://127.0.0.1:" + el.port())
                    .warmed();
            try (RawClient client = RawClient.connect(sidecar.port())) {
                client.send(handshake("/eth/v1/events")).readUntil("\r\n\r\n");
                assertThat(client.send("ping").readBytes(4)).isEqualTo("ping");
            }
            sidecar.awaitMetric("ethryx_proxy_requests_total{method=\"GET\",status=\"101\",upstream=\"CL\"} 1");
            assertThat(el.connections()).isEmpty();
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    @Test
    void bad_handshakes_are_refused_before_anything_is_dialled() throws Exception {
        String good = handshake("/");
        String[][] bad = {
            {good.replace("Version: 13", "Version: 8"), "HTTP/1.1 426 "},
            {good.replace("Sec-WebSocket-Version: 13\r\n", ""), "HTTP/1.1 400 "},
            {good.replace("Sec-WebSocket-Key: " + KEY + "\r\n", ""), "HTTP/1.1 400 "},
            {good.replace(KEY, "c2hvcnQ="), "HTTP/1.1 400 "},
            {good.replace("\r\n\r\n", "\r\nSec-WebSocket-Key: " + KEY + "\r\n\r\n"), "HTTP/1.1 400 "},
            {good.replace("\r\n\r\n", "\r\nContent-Length: 3\r\n\r\nabc"), "HTTP/1.1 400 "},
        };
        try (RawUpstream ws = echo()) {
            SidecarFixture sidecar = before(ws);
            for (String[] row : bad) {
                try (RawClient client = RawClient.connect(sidecar.port())) {
                    assertThat(client.send(row[0]).readAnswer())
                            .as(row[0])
                            .startsWith(row[1])
                            .containsIgnoringCase("sec-websocket-version: 13\r\n");
                }
            }
            assertThat(ws.connections()).isEmpty();
            sidecar.awaitMetric("ethryx_proxy_requests_total{method=\"GET\",status=\"426\",upstream=\"EL\"} 1");
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    @Test
    void what_asks_for_no_websocket_is_a_request_like_any_other() throws Exception {
        String good = handshake("/");
        try (RawUpstream ws = echo();
                RawUpstream el = RawUpstream.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")) {
            SidecarFixture sidecar = SidecarFixture.with(el.port(), 1)
                    .arguments("--el-ws-url", "ws://127.0.0.1:" + ws.port())
                    .warmed();
            for (String request : List.of(
                    good.replace("WebSocket\r\n", "foo/2\r\n"),
                    good.replace("keep-alive, Upgrade", "keep-alive"),
                    good.replace("HTTP/1.1", "HTTP/1.0"),
                    good.replace("GET", "POST").replace("Host: a", "Host: a\r\nContent-Length: 0"))) {
                try (RawClient client = RawClient.connect(sidecar.port())) {
                    assertThat(client.send(request).readAnswer()).as(request).contains(" 200 OK\r\n");
                }
                assertThat(el.nextRequest()).doesNotContainIgnoringCase("upgrade");
            }
            try (RawClient client = RawClient.connect(sidecar.port())) {
                assertThat(client.send(good.replace("WebSocket\r\n", "h2c, websocket\r\n"))
                                .readUntil("\r\n\r\n"))
                        .startsWith("HTTP/1.1 101 ");
            }
            try (RawClient client = RawClient.connect(sidecar.port())) {
                assertThat(client.send(good.replace("GET / ", "GET /livez ")).readAnswer())
                        .startsWith("HTTP/1.1 200 ");
            }
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    @Test
    void the_upstreams_own_426_says_what_to_upgrade_to() throws Exception {
        try (RawUpstream ws = RawUpstream.answering("HTTP/1.1 426 No\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                + "Sec-WebSocket-Version: 13, 8\r\nContent-Length: 0\r\n\r\n")) {
            SidecarFixture sidecar = before(ws);
            try (RawClient client = RawClient.connect(sidecar.port())) {
                assertThat(client.send(handshake("/")).readAnswer())
                        .startsWith("HTTP/1.1 426 Upgrade Required\r\n")
                        .contains("Sec-WebSocket-Version: 13, 8\r\n")
                        .containsOnlyOnce("Upgrade: websocket\r\n")
                        .containsOnlyOnce("Connection: Upgrade\r\n");
                assertThat(client.send(handshake("/")).readAnswer())
                        .as("the connection lives on")
                        .contains(" 426 ");
            }
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    @Test
    void the_upstreams_own_refusal_reaches_the_client() throws Exception {
        try (RawUpstream ws = RawUpstream.answering(
                "HTTP/1.1 403 Forbidden\r\nX-why: because\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\n\r\n")) {
            SidecarFixture sidecar = before(ws);
            try (RawClient client = RawClient.connect(sidecar.port())) {
                assertThat(client.send(handshake("/")).readAnswer())
                        .startsWith("HTTP/1.1 403 Forbidden\r\n")
                        .containsIgnoringCase("x-why: because\r\n")
                        .contains("no");
                assertThat(client.send(handshake("/")).readAnswer())
                        .as("the connection lives on")
                        .contains(" 403 ");
            }
            awaitSockets(sidecar, 0);
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA=\r\n",
                "Connection: Upgrade\r\nUpgrade: websocket\r\n",
                "Connection: Upgrade\r\nUpgrade: h2c\r\nSec-WebSocket-Accept: " + ACCEPT + "\r\n",
                "Upgrade: websocket\r\nSec-WebSocket-Accept: " + ACCEPT + "\r\n"
            })
    void a_wrong_agreement_is_a_bad_gateway(String fields) throws Exception {
        try (RawUpstream ws = RawUpstream.answering("HTTP/1.1 101 Switching Protocols\r\n" + fields + "\r\n")) {
            SidecarFixture sidecar = before(ws);
            try (RawClient client = RawClient.connect(sidecar.port())) {
                assertThat(client.send(handshake("/")).readAnswer())
                        .startsWith("HTTP/1.1 502 ")
                        .contains("The EL gave a malformed answer: ");
            }
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    @Test
    void an_upstream_that_is_down_or_slow_is_told_of() throws Exception {
        int nobody;
        try (RawUpstream gone = echo()) {
            nobody = gone.port();
        }
        try (RawUpstream slow = RawUpstream.start(connection -> connection.readToEnd())) {
            SidecarFixture sidecar = before(slow, "--proxy-timeout", "300ms", "--cl-path-prefix", "x");
            try (RawClient client = RawClient.connect(sidecar.port())) {
                assertThat(client.send(handshake("/")).readAnswer()).startsWith("HTTP/1.1 504 ");
            }
            Await.until(() -> slow.open() == 0, () -> "the upstream was not let go");
            sidecar.closeAndCheckNothingIsLeft();
            SidecarFixture other = SidecarFixture.with(1, 1)
                    .arguments("--el-ws-url", "ws://127.0.0.1:" + nobody)
                    .warmed();
            try (RawClient client = RawClient.connect(other.port())) {
                assertThat(client.send(handshake("/")).readAnswer())
                        .startsWith("HTTP/1.1 502 ")
                        .contains("connection refused");
            }
            other.closeAndCheckNothingIsLeft();
        }
    }

    @Test
    void a_client_that_leaves_during_the_handshake_ends_it() throws Exception {
        try (RawUpstream slow = RawUpstream.start(connection -> {
            connection.readRequest();
            connection.readToEnd();
        })) {
            SidecarFixture sidecar = before(slow);
            RawClient client = RawClient.connect(sidecar.port());
            client.send(handshake("/"));
            slow.nextRequest();
            client.close();
            Await.until(() -> slow.open() == 0, () -> "the upstream was not let go");
            sidecar.awaitMetric("ethryx_requests_aborted_total{side=\"client\"} 1");
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    @Test
    void half_close_passes_both_ways() throws Exception {
        CountDownLatch clientEnded = new CountDownLatch(1);
        try (RawUpstream ws = RawUpstream.start(connection -> {
            connection.send(switching(connection.readRequest()));
            connection.readToEnd();
            clientEnded.countDown();
            connection.send("after your end");
            connection.socket().shutdownOutput();
        })) {
            SidecarFixture sidecar = before(ws);
            try (RawClient client = RawClient.connect(sidecar.port())) {
                client.send(handshake("/")).readUntil("\r\n\r\n");
                client.send("mine").shutdownOutput();
                assertThat(clientEnded.await(15, TimeUnit.SECONDS)).isTrue();
                assertThat(client.readAll()).isEqualTo("after your end");
            }
            assertThat(ws.received()).endsWith("mine");
            awaitSockets(sidecar, 0);
            assertThat(sidecar.metrics()).contains("ethryx_requests_aborted_total{side=\"client\"} 0\n");
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    @Test
    void a_break_passes_both_ways() throws Exception {
        List<Throwable> broken = new ArrayList<>();
        CountDownLatch seen = new CountDownLatch(1);
        try (RawUpstream ws = RawUpstream.start(connection -> {
            String request = connection.readRequest();
            connection.send(switching(request));
            if (request.startsWith("GET /break")) {
                connection.read();
                connection.reset();
                return;
            }
            try {
                connection.readToEnd();
            } catch (IOException e) {
                broken.add(e);
            }
            seen.countDown();
        })) {
            SidecarFixture sidecar = before(ws);
            RawClient first = RawClient.connect(sidecar.port());
            first.send(handshake("/")).readUntil("\r\n\r\n");
            first.reset();
            assertThat(seen.await(15, TimeUnit.SECONDS)).isTrue();
            assertThat(broken).singleElement().isInstanceOf(SocketException.class);
            sidecar.awaitMetric("ethryx_requests_aborted_total{side=\"client\"} 1");

            try (RawClient second = RawClient.connect(sidecar.port())) {
                second.send(handshake("/break")).readUntil("\r\n\r\n");
                second.send("x");
                org.assertj.core.api.Assertions.assertThatThrownBy(second::readAll)
                        .isInstanceOf(SocketException.class);
            }
            sidecar.awaitMetric("ethryx_requests_aborted_total{side=\"upstream\"} 1");
            awaitSockets(sidecar, 0);
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    @Test
    void a_shutdown_says_going_away_to_both_sides() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        List<byte[]> got = new ArrayList<>();
        try (RawUpstream ws = RawUpstream.start(connection -> {
            connection.send(switching(connection.readRequest()));
            connection.send(WebSocketFrames.frame(0x81, false, "hello".getBytes(StandardCharsets.UTF_8)));
            got.add(connection.readBytes(8).getBytes(StandardCharsets.ISO_8859_1));
            connection.send(WebSocketFrames.close(1001, false));
            connection.readToEnd();
            closed.countDown();
        })) {
            SidecarFixture sidecar = before(ws);
            try (RawClient client = RawClient.connect(sidecar.port())) {
                client.send(handshake("/")).readUntil("\r\n\r\n");
                client.readBytes(7);
                awaitSockets(sidecar, 1);
                var drained = sidecar.sidecar().drain().toCompletableFuture();
                WebSocketFrames.Frame close = WebSocketFrames.read(
                                client.readBytes(4).getBytes(StandardCharsets.ISO_8859_1))
                        .get(0);
                assertThat(close.closeCode()).isEqualTo(1001);
                client.send(WebSocketFrames.close(1001, true));
                assertThat(client.readAll()).isEmpty();
                drained.get(15, TimeUnit.SECONDS);
            }
            assertThat(closed.await(15, TimeUnit.SECONDS)).isTrue();
            WebSocketFrames.Frame close = WebSocketFrames.read(got.get(0)).get(0);
            assertThat(close.masked()).isTrue();
            assertThat(close.closeCode()).isEqualTo(1001);
            sidecar.sidecar().close();
            Await.until(() -> sidecar.buffers().out() == 0, () -> "buffers are out");
        }
    }

    @Test
    void there_are_as_many_as_are_allowed() throws Exception {
        try (RawUpstream ws = echo()) {
            SidecarFixture sidecar = before(ws, "--max-ws-connections", "2");
            try (RawClient first = RawClient.connect(sidecar.port());
                    RawClient second = RawClient.connect(sidecar.port());
                    RawClient third = RawClient.connect(sidecar.port())) {
                first.send(handshake("/")).readUntil("\r\n\r\n");
                second.send(handshake("/")).readUntil("\r\n\r\n");
                assertThat(third.send(handshake("/")).readAnswer()).startsWith("HTTP/1.1 503 ");
                awaitSockets(sidecar, 2);
                first.close();
                awaitSockets(sidecar, 1);
                assertThat(third.send(handshake("/")).readUntil("\r\n\r\n")).startsWith("HTTP/1.1 101 ");
            }
            awaitSockets(sidecar, 0);
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    @Test
    void silence_is_ended_with_a_close_where_that_is_asked_for() throws Exception {
        try (RawUpstream ws = RawUpstream.start(connection -> {
            connection.send(switching(connection.readRequest()));
            connection.readToEnd();
        })) {
            SidecarFixture sidecar = before(ws, "--ws-idle-timeout", "300ms");
            try (RawClient client = RawClient.connect(sidecar.port())) {
                client.send(handshake("/")).readUntil("\r\n\r\n");
                assertThat(WebSocketFrames.read(client.readBytes(4).getBytes(StandardCharsets.ISO_8859_1))
                                .get(0)
                                .closeCode())
                        .isEqualTo(1001);
                client.send(WebSocketFrames.close(1001, true));
            }
            awaitSockets(sidecar, 0);
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    @Test
    void over_http2_two_tunnels_and_a_call_share_a_connection() throws Exception {
        try (RawUpstream ws = echo();
                RawUpstream el = RawUpstream.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")) {
            SidecarFixture sidecar = SidecarFixture.with(el.port(), 1)
                    .arguments("--el-ws-url", "ws://127.0.0.1:" + ws.port())
                    .warmed();
            try (FrameClient client = FrameClient.connect(sidecar.port())) {
                connect(client, 1, "/v1");
                FrameClient.Frame head = client.of(1);
                assertThat(client.fields(head))
                        .containsEntry(":status", "200")
                        .doesNotContainKeys("sec-websocket-accept", "connection", "upgrade");
                assertThat(head.ends()).isFalse();
                connect(client, 3, "/v2");
                client.fields(client.of(3));
                client.data(1, "one", false);
                assertThat(data(client, 1, 3)).isEqualTo("one");
                client.data(3, "three", false);
                assertThat(data(client, 3, 5)).isEqualTo("three");
                assertThat(ws.nextRequest())
                        .startsWith("GET /v1 HTTP/1.1\r\n")
                        .contains("Sec-WebSocket-Version: 13\r\n", "Sec-WebSocket-Key: ");
                awaitSockets(sidecar, 2);
                client.data(1, "", true);
                FrameClient.Frame last = client.of(1);
                assertThat(last.ends()).isTrue();
                client.reset(3, 8);
                awaitSockets(sidecar, 0);
                client.get(5, "/fine");
                assertThat(client.answer(5)).isEqualTo("200 hi");
            }
            sidecar.awaitMetric("ethryx_proxy_requests_total{method=\"CONNECT\",status=\"200\",upstream=\"EL\"} 2");
            sidecar.awaitMetric("ethryx_requests_aborted_total{side=\"client\"} 1");
            Await.until(() -> ws.open() == 0, () -> "an upstream connection is left");
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    @Test
    void over_http2_last_words_reach_a_node_that_has_ended_its_own() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        try (RawUpstream ws = RawUpstream.start(connection -> {
            connection.send(switching(connection.readRequest()));
            connection.socket().shutdownOutput();
            connection.readToEnd();
            ended.countDown();
        })) {
            SidecarFixture sidecar = before(ws);
            try (FrameClient client = FrameClient.connect(sidecar.port())) {
                connect(client, 1, "/");
                assertThat(client.fields(client.of(1))).containsEntry(":status", "200");
                assertThat(client.of(1).ends()).isTrue();
                client.data(1, "last words", true);
                assertThat(ended.await(15, TimeUnit.SECONDS)).isTrue();
                assertThat(ws.received()).endsWith("last words");
                awaitSockets(sidecar, 0);
                assertThat(client.outcome()).isEqualTo("fine");
            }
            assertThat(sidecar.metrics()).contains("ethryx_requests_aborted_total{side=\"client\"} 0\n");
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    @Test
    void over_http2_a_refusal_is_an_answer_and_a_break_is_a_reset() throws Exception {
        try (RawUpstream ws = RawUpstream.start(connection -> {
            String request = connection.readRequest();
            if (request.startsWith("GET /no")) {
                connection.send("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno");
            } else {
                connection.send(switching(request));
                connection.read();
                connection.reset();
            }
        })) {
            SidecarFixture sidecar = before(ws);
            try (FrameClient client = FrameClient.connect(sidecar.port())) {
                connect(client, 1, "/no");
                FrameClient.Frame head = client.of(1);
                assertThat(client.fields(head)).containsEntry(":status", "403");
                FrameClient.Frame body = client.of(1);
                assertThat(body.text()).isEqualTo("no");
                assertThat(body.ends()).isTrue();
                connect(client, 3, "/yes");
                FrameClient.Frame next = client.next();
                while (next.stream() == 0) {
                    next = client.next();
                }
                assertThat(next.stream())
                        .as("nothing more comes of the refused one")
                        .isEqualTo(3);
                assertThat(client.fields(next)).containsEntry(":status", "200");
                client.data(3, "x", false);
                FrameClient.Frame reset = client.of(3);
                assertThat(reset.type()).isEqualTo(FrameClient.RST_STREAM);
                client.frame(
                        FrameClient.HEADERS,
                        FrameClient.END_HEADERS,
                        5,
                        FrameClient.head("CONNECT", "/", ":protocol", "websocket", "sec-websocket-version", "8"));
                assertThat(client.fields(client.of(5))).containsEntry(":status", "426");
            }
            awaitSockets(sidecar, 0);
            sidecar.closeAndCheckNothingIsLeft();
        }
    }

    private static void connect(FrameClient client, int stream, String path) throws IOException {
        // pseudo-fields first: the helper's own, then the protocol
        client.frame(
                FrameClient.HEADERS,
                FrameClient.END_HEADERS,
                stream,
                FrameClient.head("CONNECT", path, ":protocol", "websocket", "sec-websocket-version", "13"));
    }

    /** The next bytes of a stream, as many as asked for. */
    private static String data(FrameClient client, int stream, int length) throws IOException {
        StringBuilder data = new StringBuilder();
        while (data.length() < length) {
            data.append(client.of(stream).text());
        }
        return data.toString();
    }
}
