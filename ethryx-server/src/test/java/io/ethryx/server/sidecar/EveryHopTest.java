package io.ethryx.server.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.FrameClient;
import io.ethryx.server.testing.Http2Stub;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import io.netty.handler.codec.http2.Http2Settings;
import java.io.IOException;
import java.net.SocketException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What has to hold whatever protocol stands on either side: each test runs with clients of HTTP/1.1 and HTTP/2 before a node of
 * HTTP/1.1 and one of h2c.
 */
class EveryHopTest {

    private static final String POLLED = "[{\"id\":1,\"result\":false},{\"id\":2,\"result\":\"0x5\"},"
            + "{\"id\":3,\"result\":{\"number\":\"0x10\",\"timestamp\":\"0x1\"}}]";

    /** The two protocols of a path through the sidecar. */
    record Hop(boolean http2Client, boolean http2Node) {
        @Override
        public String toString() {
            return (http2Client ? "HTTP/2" : "HTTP/1.1") + " to " + (http2Node ? "h2c" : "HTTP/1.1");
        }
    }

    static Stream<Hop> hops() {
        return Stream.of(new Hop(false, false), new Hop(false, true), new Hop(true, false), new Hop(true, true));
    }

    /** An answer of the node: fields as lines, body, and whether it breaks off before the end that it announces. */
    record Said(int status, String fields, String body, boolean cut) {
        static Said of(int status, String fields, String body) {
            return new Said(status, fields, body, false);
        }
    }

    /** What a client got: how it ended is {@code whole} or {@code cut}. */
    record Got(int status, Map<String, String> fields, String body, String end) {}

    private final Map<String, Said> answers = new TreeMap<>();
    private final BlockingQueue<String> left = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();
    private RawUpstream http1Node;
    private Http2Stub http2Node;
    private SidecarFixture sidecar;

    @AfterEach
    void stop() throws Exception {
        sidecar.closeAndCheckNothingIsLeft();
        for (Http2Stub.Connection connection :
                http2Node == null ? List.<Http2Stub.Connection>of() : http2Node.connections()) {
            assertThat(connection.nextGoodbye()).as("the last word to the node").endsWith(" 0");
        }
        if (http1Node != null) {
            http1Node.close();
        }
        if (http2Node != null) {
            http2Node.close();
        }
    }

    private void start(Hop hop) throws Exception {
        if (hop.http2Node()) {
            http2Node = Http2Stub.start(
                    Http2Settings.defaultSettings().maxHeaderListSize(65_536), Http2Stub.onEnd(this::answerOverHttp2));
            sidecar = SidecarFixture.with(http2Node.port(), 1).probing();
            sidecar.sidecar().warm().toCompletableFuture().get(15, TimeUnit.SECONDS);
        } else {
            http1Node = RawUpstream.start(this::answerOverHttp1);
            sidecar = SidecarFixture.warmed(http1Node.port(), http1Node.port());
        }
    }

    private void answerOverHttp1(RawUpstream.Connection connection) throws IOException {
        for (String request = connection.readRequest(); request != null; request = connection.readRequest()) {
            String path = request.split(" ", 3)[1];
            asked.add(path);
            Said said = answers.get(path);
            if (said == null) {
                String end = "end";
                try {
                    connection.readToEnd();
                } catch (SocketException reset) {
                    end = "reset";
                }
                left.add(end);
                return;
            }
            connection.send("HTTP/1.1 " + said.status() + " X\r\n" + said.fields() + "\r\n" + said.body());
            if (said.cut()) {
                return;
            }
        }
    }

    private void answerOverHttp2(Http2Stub.Stream stream) {
        if (stream.text().startsWith("[")) {
            stream.answer(POLLED);
            return;
        }
        asked.add(stream.path());
        Said said = answers.get(stream.path());
        if (said == null) {
            return;
        }
        String[] lines = said.fields().isEmpty() ? new String[0] : said.fields().split("\r\n", -1);
        String[] fields = new String[2 + 2 * Math.max(0, lines.length - 1)];
        fields[0] = ":status";
        fields[1] = Integer.toString(said.status());
        for (int i = 0; i < lines.length - 1; i++) {
            fields[2 + 2 * i] = lines[i].split(": ", 2)[0].toLowerCase(Locale.ROOT);
            fields[3 + 2 * i] = lines[i].split(": ", 2)[1];
        }
        boolean empty = said.body().isEmpty() && !said.cut();
        stream.fields(empty, fields);
        if (!empty) {
            stream.data(!said.cut(), said.body());
        }
        if (said.cut()) {
            stream.reset(2);
        }
    }

    /** Asks as the hop's client, and then once more on the same connection where the answer was whole. */
    private Got ask(Hop hop, String method, String path) throws Exception {
        answers.put("/next", Said.of(200, "Content-Length: 4\r\n", "next"));
        if (hop.http2Client()) {
            try (FrameClient client = FrameClient.connect(sidecar.port())) {
                client.frame(
                        FrameClient.HEADERS,
                        FrameClient.END_HEADERS | FrameClient.END_STREAM,
                        1,
                        FrameClient.head(method, path));
                Got got = overHttp2(client);
                client.get(3, "/next");
                assertThat(client.answer(3)).isEqualTo("200 next");
                return got;
            }
        }
        try (RawClient client = RawClient.connect(sidecar.port())) {
            client.send(method + " " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
            Got got = overHttp1(client, method);
            if (got.end().equals("whole")) {
                assertThat(client.send("GET /next HTTP/1.1\r\nHost: a\r\n\r\n").readAnswer())
                        .startsWith("HTTP/1.1 200 ")
                        .endsWith("\r\n\r\nnext");
            }
            return got;
        }
    }

    private static Got overHttp2(FrameClient client) throws Exception {
        FrameClient.Frame frame = client.of(1);
        Map<String, String> fields = new TreeMap<>(client.fields(frame));
        int status = Integer.parseInt(fields.remove(":status"));
        StringBuilder body = new StringBuilder();
        while (!frame.ends()) {
            frame = client.of(1);
            if (frame.type() == FrameClient.RST_STREAM) {
                return new Got(status, fields, body.toString(), "cut");
            }
            body.append(frame.text());
        }
        return new Got(status, fields, body.toString(), "whole");
    }

    private static Got overHttp1(RawClient client, String method) throws Exception {
        String head = client.readUntil("\r\n\r\n");
        Map<String, String> fields = new TreeMap<>();
        for (String line : head.substring(0, head.length() - 4).split("\r\n", -1)) {
            String[] field = line.split(": ", 2);
            if (field.length == 2) {
                fields.put(field[0].toLowerCase(Locale.ROOT), field[1]);
            }
        }
        int status = Integer.parseInt(head.substring(9, 12));
        if (method.equals("HEAD") || status == 204 || status == 304) {
            return new Got(status, fields, "", "whole");
        }
        StringBuilder body = new StringBuilder();
        try {
            if (fields.containsKey("content-length")) {
                int length = Integer.parseInt(fields.get("content-length"));
                body.append(client.readBytes(length));
                return new Got(status, fields, body.toString(), body.length() == length ? "whole" : "cut");
            }
            for (int length = -1; length != 0; ) {
                length = Integer.parseInt(client.readUntil("\r\n").trim(), 16);
                body.append(client.readBytes(length));
                client.readUntil("\r\n");
            }
            return new Got(status, fields, body.toString(), "whole");
        } catch (IOException end) {
            return new Got(status, fields, body.toString(), "cut");
        }
    }

    @ParameterizedTest
    @MethodSource("hops")
    void the_answer_to_head_keeps_its_length_and_has_no_body(Hop hop) throws Exception {
        answers.put("/length", Said.of(200, "Content-Length: 12345\r\n", ""));
        answers.put("/none", Said.of(200, "", ""));
        start(hop);
        Got length = ask(hop, "HEAD", "/length");
        assertThat(length.fields()).containsEntry("content-length", "12345");
        assertThat(length.body()).isEmpty();
        assertThat(ask(hop, "HEAD", "/none").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @MethodSource("hops")
    void an_answer_without_a_body_promises_none(Hop hop) throws Exception {
        answers.put("/204", Said.of(204, "", ""));
        answers.put("/304", Said.of(304, "ETag: \"x\"\r\n", ""));
        answers.put("/304-length", Said.of(304, "Content-Length: 777\r\n", ""));
        answers.put("/205", Said.of(205, "Content-Length: 0\r\n", ""));
        answers.put("/empty", Said.of(200, "Content-Length: 0\r\n", ""));
        start(hop);
        for (String path : answers.keySet().toArray(String[]::new)) {
            Got got = ask(hop, "GET", path);
            assertThat(got.body()).as(path).isEmpty();
            assertThat(got.end()).as(path).isEqualTo("whole");
            assertThat(got.fields()).as(path).doesNotContainKey("transfer-encoding");
        }
        assertThat(ask(hop, "GET", "/204").fields()).doesNotContainKey("content-length");
        assertThat(ask(hop, "GET", "/304-length").fields()).containsEntry("content-length", "777");
        assertThat(ask(hop, "GET", "/304").fields()).containsEntry("etag", "\"x\"");
    }

    @ParameterizedTest
    @MethodSource("hops")
    void the_nodes_own_errors_pass_as_they_are(Hop hop) throws Exception {
        answers.put("/429", Said.of(429, "Content-Type: text/html\r\nRetry-After: 2\r\nContent-Length: 3\r\n", "<p>"));
        answers.put("/503", Said.of(503, "Content-Type: application/json\r\nContent-Length: 2\r\n", "{}"));
        answers.put("/500", Said.of(500, "Content-Length: 0\r\n", ""));
        start(hop);
        Got limited = ask(hop, "GET", "/429");
        assertThat(limited.status()).isEqualTo(429);
        assertThat(limited.body()).isEqualTo("<p>");
        assertThat(limited.fields()).containsEntry("retry-after", "2").containsEntry("content-type", "text/html");
        assertThat(ask(hop, "GET", "/503").body()).isEqualTo("{}");
        assertThat(ask(hop, "GET", "/500").status()).isEqualTo(500);
    }

    @ParameterizedTest
    @MethodSource("hops")
    void an_answer_that_breaks_off_never_looks_whole(Hop hop) throws Exception {
        answers.put("/cut", new Said(200, "Content-Length: 10\r\n", "abc", true));
        start(hop);
        Got got = ask(hop, "GET", "/cut");
        assertThat(got.status()).isEqualTo(200);
        assertThat(got.end()).isEqualTo("cut");
        sidecar.awaitMetric("ethryx_requests_aborted_total{side=\"upstream\"} 1");
    }

    @ParameterizedTest
    @MethodSource("hops")
    void a_client_that_leaves_ends_the_call_at_the_node(Hop hop) throws Exception {
        start(hop);
        for (int i = 0; i < 20; i++) {
            if (hop.http2Client()) {
                try (FrameClient client = FrameClient.connect(sidecar.port())) {
                    client.get(1, "/silent");
                    assertThat(asked.poll(15, TimeUnit.SECONDS)).isEqualTo("/silent");
                    client.reset(1, 8);
                    assertEnded(hop);
                    client.get(3, "/silent");
                    assertThat(asked.poll(15, TimeUnit.SECONDS)).isEqualTo("/silent");
                }
            } else {
                RawClient client = RawClient.connect(sidecar.port());
                client.send("GET /silent HTTP/1.1\r\nHost: a\r\n\r\n");
                assertThat(asked.poll(15, TimeUnit.SECONDS)).isEqualTo("/silent");
                if (i % 2 == 0) {
                    client.close();
                } else {
                    client.reset();
                }
            }
            assertEnded(hop);
        }
        sidecar.awaitMetric("ethryx_requests_aborted_total{side=\"client\"} " + (hop.http2Client() ? 40 : 20));
        if (hop.http2Node()) {
            assertThat(http2Node.open()).isPositive();
        }
    }

    private void assertEnded(Hop hop) throws InterruptedException {
        if (hop.http2Node()) {
            assertThat(http2Node.nextReset()).as("the stream at the node").endsWith(" 8");
        } else {
            assertThat(left.poll(15, TimeUnit.SECONDS))
                    .as("the connection at the node")
                    .isNotNull();
        }
    }

    @ParameterizedTest
    @MethodSource("hops")
    void fields_of_one_hop_stay_there_and_others_keep_their_values(Hop hop) throws Exception {
        String fields =
                "X-A: 1\r\nEth-Consensus-Version: electra\r\nX-Empty: \r\nVary: Origin\r\nContent-Length: 1\r\n";
        answers.put("/fields", Said.of(200, fields + (hop.http2Node() ? "" : "Keep-Alive: x\r\n"), "x"));
        start(hop);
        assertThat(ask(hop, "GET", "/fields").fields())
                .containsEntry("x-a", "1")
                .containsEntry("eth-consensus-version", "electra")
                .containsEntry("vary", "Origin")
                .containsEntry("x-empty", "")
                .doesNotContainKeys("keep-alive", "connection");
    }

    @ParameterizedTest
    @MethodSource("hops")
    void a_target_of_many_parameters_passes_to_its_limit(Hop hop) throws Exception {
        StringBuilder query = new StringBuilder("/x?id=0");
        for (int i = 1; i <= 1_500; i++) {
            query.append("&id=").append(i);
        }
        String path = query.toString();
        answers.put(path, Said.of(200, "Content-Length: 2\r\n", "ok"));
        start(hop);
        assertThat(ask(hop, "GET", path).body()).isEqualTo("ok");
        String longer = path + "&key=" + "k".repeat(100_000);
        answers.put(longer, Said.of(200, "Content-Length: 2\r\n", "ok"));
        if (!hop.http2Client()) {
            // Over HTTP/2 there are limits: 16 KiB from clients, 32 KiB to nodes.
            Got got = ask(hop, "GET", longer);
            assertThat(got.status()).isEqualTo(hop.http2Node() ? 431 : 200);
        }
    }

    @ParameterizedTest
    @MethodSource("hops")
    void a_submission_that_the_node_drops_arrives_once(Hop hop) throws Exception {
        answers.put("/drop", new Said(200, "Content-Length: 5\r\n", "", true));
        start(hop);
        String call = "{\"method\":\"eth_sendRawTransaction\"}";
        if (hop.http2Client()) {
            try (FrameClient client = FrameClient.connect(sidecar.port())) {
                client.post(1, "/drop").data(1, call, true);
                assertThat(client.answer(1)).containsPattern("^502|reset 2$");
            }
        } else {
            try (RawClient client = RawClient.connect(sidecar.port())) {
                client.send("POST /drop HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: " + call.length()
                        + "\r\n\r\n" + call);
                Got got = overHttp1(client, "POST");
                assertThat(got.status() == 502 || got.end().equals("cut"))
                        .as("%s", got)
                        .isTrue();
            }
        }
        assertThat(asked).containsExactly("/drop");
    }
}
