package io.ethryx.server.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code --mock-eth-syncing} and {@code --trust-upstream} do to a JSON-RPC body, to the byte and on both sides. */
class SyncingMockTest {

    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":55,\"method\":\"eth_syncing\",\"params\":[]}";
    private static final String ANSWER = "{\"jsonrpc\":\"2.0\",\"id\":55,\"result\":false}";
    private static final String OTHER = "{\"jsonrpc\":\"2.0\",\"id\":\"b\",\"method\":\"eth_blockNumber\"}";
    private static final String OTHER_ANSWER = "{\"jsonrpc\":\"2.0\",\"id\":\"b\",\"result\":\"0x1\"}";
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";

    private RawUpstream el;
    private RawUpstream cl;
    private SidecarFixture sidecar;

    @BeforeEach
    void start() throws Exception {
        el = RawUpstream.answering(OK);
        cl = RawUpstream.answering(OK);
    }

    @AfterEach
    void stop() throws Exception {
        sidecar.closeAndCheckNothingIsLeft();
        el.close();
        cl.close();
    }

    private RawClient client(String... arguments) throws Exception {
        if (sidecar == null) {
            sidecar = SidecarFixture.with(el.port(), cl.port())
                    .arguments(arguments.length == 0 ? new String[] {"--mock-eth-syncing"} : arguments)
                    .warmed();
        }
        return RawClient.connect(sidecar.port());
    }

    private void elAnswers(String body) throws Exception {
        elAnswersRaw("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Node: a\r\nContent-Length: "
                + body.length() + "\r\n\r\n" + body);
    }

    private void elAnswersRaw(String answer) throws Exception {
        el.close();
        el = RawUpstream.answering(answer);
    }

    private static String post(String target, String body) {
        return "POST " + target + " HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: "
                + body.length() + "\r\n\r\n" + body;
    }

    private static String body(String message) {
        return message.substring(message.indexOf("\r\n\r\n") + 4);
    }

    private static List<String> head(String message) {
        return List.of(message.substring(0, message.indexOf("\r\n\r\n")).split("\r\n", -1));
    }

    private static void assertAnsweredHere(String answer, String body) {
        assertThat(head(answer))
                .filteredOn(line -> !line.startsWith("Date: ") && !line.startsWith("Connection: "))
                .containsExactlyInAnyOrder(
                        "HTTP/1.1 200 OK",
                        "Content-Type: application/json",
                        "Cache-Control: no-store",
                        "Content-Length: " + body.length());
        assertThat(body(answer)).isEqualTo(body);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--mock-eth-syncing", "--trust-upstream"})
    void a_single_call_is_answered_here_and_the_connection_lives_on(String flag) throws Exception {
        try (RawClient client = client(flag)) {
            for (String target : List.of("/", "/any/path?x=1", "/ethfoo")) {
                client.send(post(target, CALL));
                assertAnsweredHere(client.readAnswer(), ANSWER);
            }
            client.send(post("/", "[" + CALL + ", " + CALL.replace("55", "null") + "]"));
            assertAnsweredHere(client.readAnswer(), "[" + ANSWER + "," + ANSWER.replace("55", "null") + "]");
            client.send(post("/", OTHER));
            assertThat(client.readAnswer()).endsWith("\r\n\r\n{}");
        }
        assertThat(el.nextRequest()).endsWith("\r\n\r\n" + OTHER);
        assertThat(el.waitingRequests()).isZero();
        sidecar.awaitMetric("ethryx_proxy_requests_total{method=\"POST\",status=\"200\",upstream=\"EL\"} 5");
    }

    @Test
    void a_notification_is_answered_with_an_empty_204() throws Exception {
        try (RawClient client = client()) {
            client.send(post("/", "{\"method\":\"eth_syncing\"}")).send(post("/", CALL));
            String answer = client.readUntil("\r\n\r\n");
            assertThat(answer).startsWith("HTTP/1.1 204 No Content\r\n").doesNotContain("Content-Type");
            assertAnsweredHere(client.readAnswer(), ANSWER);
        }
        assertThat(el.waitingRequests()).isZero();
    }

    @Test
    void a_body_in_pieces_or_chunks_is_read_whole_first() throws Exception {
        try (RawClient client = client()) {
            String request = post("/", CALL);
            for (int i = 0; i < request.length(); i += 7) {
                client.send(request.substring(i, Math.min(request.length(), i + 7)));
            }
            assertAnsweredHere(client.readAnswer(), ANSWER);
            client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
            for (int i = 0; i < CALL.length(); i++) {
                client.send("1\r\n" + CALL.charAt(i) + "\r\n");
            }
            client.send("0\r\n\r\n");
            assertAnsweredHere(client.readAnswer(), ANSWER);
            client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n");
            client.send("1\r\n \r\n0\r\n\r\n");
            assertThat(client.readAnswer()).endsWith("\r\n\r\n{}");
        }
        assertThat(body(el.nextRequest())).isEqualTo("3\r\n{} \r\n0\r\n\r\n");
    }

    @Test
    void a_client_that_waits_for_100_gets_it_and_its_answer() throws Exception {
        try (RawClient client = client()) {
            for (String call : List.of(CALL, OTHER)) {
                client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: " + call.length()
                        + "\r\n\r\n");
                assertThat(client.readUntil("\r\n\r\n")).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
                client.send(call);
                assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 OK\r\n");
            }
        }
        assertThat(el.nextRequest()).doesNotContainIgnoringCase("expect").endsWith(OTHER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"method\":\"eth_syncing\",\"method\":\"eth_syncing\",\"id\":1}",
                "{\"Method\":\"eth_syncing\",\"id\":1}",
                "{\"method\":\"eth_syncing\",\"id\":1",
                "{\"method\":\"x\",\"params\":[\"eth_syncing\\n\"],\"id\":1}",
                "[\"eth_syncing\"]",
                "[ {\"method\":\"a\",\"id\" :1} ]"
            })
    void what_is_not_plainly_the_call_reaches_the_node_as_it_is(String body) throws Exception {
        try (RawClient client = client()) {
            client.send(post("/x?y", body));
            assertThat(client.readAnswer()).endsWith("\r\n\r\n{}");
        }
        assertThat(el.nextRequest())
                .startsWith("POST /x?y HTTP/1.1\r\n")
                .contains("\r\nContent-Length: " + body.length() + "\r\n")
                .endsWith("\r\n\r\n" + body);
    }

    @Test
    void a_beacon_path_another_method_and_a_coded_body_are_not_looked_into() throws Exception {
        try (RawClient client = client()) {
            client.send(post("/eth/v1/x", CALL));
            assertThat(client.readAnswer()).endsWith("\r\n\r\n{}");
            assertThat(cl.nextRequest()).endsWith(CALL);
            client.send(post("/", CALL).replace("POST", "PUT"));
            assertThat(client.readAnswer()).endsWith("\r\n\r\n{}");
            assertThat(el.nextRequest()).endsWith(CALL);
            client.send(post("/", CALL).replace("Content-Type", "Content-Encoding: gzip\r\nContent-Type"));
            assertThat(client.readAnswer()).endsWith("\r\n\r\n{}");
            assertThat(el.nextRequest()).endsWith(CALL);
        }
    }

    private static String padded(String call, int length) {
        return call + " ".repeat(length - call.length());
    }

    @Test
    void a_body_of_one_mebibyte_is_looked_into_and_a_longer_one_passes_as_it_is() throws Exception {
        int limit = 1024 * 1024;
        try (RawClient client = client()) {
            client.send(post("/", padded(CALL, limit)));
            assertAnsweredHere(client.readAnswer(), ANSWER);
            String longer = padded(CALL, limit + 1);
            client.send(post("/", longer));
            assertThat(client.readAnswer()).endsWith("\r\n\r\n{}");
            assertThat(body(el.nextRequest())).isEqualTo(longer);
            client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(limit)
                    + "\r\n" + padded(CALL, limit) + "\r\n0\r\n\r\n");
            assertAnsweredHere(client.readAnswer(), ANSWER);
            client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + Integer.toHexString(limit + 1) + "\r\n" + longer + "\r\n0\r\n\r\n");
            assertThat(client.readAnswer()).endsWith("\r\n\r\n{}");
            assertThat(dechunked(body(el.nextRequest()))).isEqualTo(longer);
        }
    }

    private static String dechunked(String chunks) {
        StringBuilder whole = new StringBuilder();
        int at = 0;
        while (true) {
            int line = chunks.indexOf("\r\n", at);
            int size = Integer.parseInt(chunks.substring(at, line), 16);
            if (size == 0) {
                return whole.toString();
            }
            whole.append(chunks, line + 2, line + 2 + size);
            at = line + 2 + size + 2;
        }
    }

    @Test
    void of_a_mixed_batch_the_node_gets_the_rest_and_the_client_all_answers_in_order() throws Exception {
        elAnswers("[" + OTHER_ANSWER + "]");
        String batch = "[" + CALL + ", " + OTHER + " ," + CALL.replace("55", "\"c\"") + "]";
        try (RawClient client = client()) {
            for (int round = 0; round < 2; round++) {
                client.send(post("/k?q=1", batch).replace("Host: a", "Host: a\r\nAccept-Encoding: gzip\r\nX-Own: b"));
                String answer = client.readAnswer();
                assertThat(body(answer))
                        .isEqualTo("[" + ANSWER + "," + OTHER_ANSWER + "," + ANSWER.replace("55", "\"c\"") + "]");
                assertThat(head(answer)).startsWith("HTTP/1.1 200 OK").contains("X-Node: a");
                String request = el.nextRequest();
                assertThat(request)
                        .startsWith("POST /k?q=1 HTTP/1.1\r\n")
                        .contains("\r\nX-Own: b\r\n", "\r\nContent-Length: " + (OTHER.length() + 2) + "\r\n")
                        .endsWith("\r\n\r\n[" + OTHER + "]");
                assertThat(request.toLowerCase(Locale.ROOT)).doesNotContain("accept-encoding");
            }
        }
        assertThat(el.connections()).hasSize(1);
        sidecar.awaitMetric("ethryx_proxy_requests_total{method=\"POST\",status=\"200\",upstream=\"EL\"} 2");
    }

    @Test
    void a_node_that_has_nothing_to_say_leaves_the_own_answers() throws Exception {
        elAnswersRaw("HTTP/1.1 204 No Content\r\n\r\n");
        try (RawClient client = client()) {
            client.send(post("/", "[" + CALL + ",{\"method\":\"n\"}]"));
            String answer = client.readAnswer();
            assertThat(head(answer)).startsWith("HTTP/1.1 200 OK").contains("Content-Type: application/json");
            assertThat(body(answer)).isEqualTo("[" + ANSWER + "]");
            client.send(post("/", "[{\"method\":\"eth_syncing\"},{\"method\":\"n\"}]"))
                    .send(post("/", CALL));
            assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 204 No Content\r\n");
            assertAnsweredHere(client.readAnswer(), ANSWER);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 4\r\n\r\noops",
                "HTTP/1.1 200 OK\r\nContent-Length: 33\r\n\r\n{\"id\":null,\"error\":{\"code\":-32600}}",
                "HTTP/1.1 200 OK\r\nContent-Encoding: x\r\nContent-Length: 2\r\n\r\n[]",
            })
    void what_the_node_says_of_the_whole_batch_is_not_mixed_with_own_answers(String raw) throws Exception {
        int blank = raw.indexOf("\r\n\r\n") + 4;
        String said = raw.substring(blank);
        elAnswersRaw(
                raw.substring(0, blank).replaceAll("Content-Length: \\d+", "Content-Length: " + said.length()) + said);
        try (RawClient client = client()) {
            client.send(post("/", "[" + CALL + "," + OTHER + "]"));
            String answer = client.readAnswer();
            assertThat(answer).startsWith(raw.substring(0, raw.indexOf("\r\n")));
            assertThat(body(answer)).isEqualTo(said);
        }
    }

    @Test
    void a_node_that_cannot_be_reached_or_breaks_off_is_told_of_in_json_rpc() throws Exception {
        elAnswersRaw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[{");
        el.close();
        el = RawUpstream.start(connection -> {
            connection.readRequest();
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[{");
        });
        String batch = post("/", "[" + CALL + "," + OTHER + "]");
        try (RawClient client = client()) {
            client.send(batch);
            String answer = client.readAnswer();
            assertThat(answer)
                    .startsWith("HTTP/1.1 502 ")
                    .contains("\"code\":-32603")
                    .endsWith(",\"id\":null}");
            el.close();
            Await.until(() -> el.open() == 0, () -> "the upstream is open");
            client.send(batch);
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 502 ").contains("could not be reached");
        }
    }

    @Test
    void an_answer_that_is_too_long_to_be_merged_is_an_error_and_no_leak() throws Exception {
        int size = 16 * 1024 * 1024;
        elAnswersRaw("HTTP/1.1 200 OK\r\nContent-Length: " + (size + 2) + "\r\n\r\n[" + " ".repeat(size) + "]");
        try (RawClient client = client()) {
            client.send(post("/", "[" + CALL + "," + OTHER + "]"));
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 502 ").contains("is too long to be merged");
        }
    }

    @Test
    void a_node_that_is_silent_is_given_up() throws Exception {
        silentEl();
        String batch = post("/", "[" + CALL + "," + OTHER + "]");
        try (RawClient client = client("--mock-eth-syncing", "--proxy-timeout", "200ms")) {
            client.send(batch);
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 504 ").contains("did not answer within 200 ms");
        }
        Await.until(() -> el.open() == 0, () -> "the upstream call is open");
    }

    private void silentEl() throws Exception {
        el.close();
        el = RawUpstream.start(connection -> {
            connection.readRequest();
            connection.readToEnd();
        });
    }

    @Test
    void a_client_that_leaves_takes_its_part_of_a_batch_along() throws Exception {
        silentEl();
        RawClient leaving = client();
        leaving.send(post("/", "[" + CALL + "," + OTHER + "]"));
        assertThat(el.nextRequest()).endsWith("[" + OTHER + "]");
        leaving.reset();
        Await.until(() -> el.open() == 0, () -> "the upstream call is open");
        sidecar.awaitMetric("ethryx_requests_aborted_total{side=\"client\"} 1");
    }

    @Test
    void a_client_that_leaves_inside_its_body_leaves_nothing_behind() throws Exception {
        RawClient leaving = client();
        leaving.send(post("/", CALL).substring(0, 120));
        Await.until(() -> sidecar.buffers().out() > 0, () -> "no buffer is held");
        leaving.reset();
        sidecar.awaitMetric("ethryx_requests_aborted_total{side=\"client\"} 1");
        assertThat(el.connections()).isEmpty();
    }

    @Test
    void a_body_that_turns_bad_is_counted_by_the_answer_it_gets_and_not_as_a_client_that_left() throws Exception {
        try (RawClient client = client()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n");
            Await.until(() -> sidecar.sidecar().bytesHeld() > 0, () -> "nothing is held");
            client.send("zz\r\n");
            assertThat(client.readAll()).startsWith("HTTP/1.1 400 ");
        }
        sidecar.awaitMetric("ethryx_proxy_requests_total{method=\"POST\",status=\"400\",upstream=\"EL\"} 1");
        assertThat(sidecar.metrics()).contains("ethryx_requests_aborted_total{side=\"client\"} 0\n");
    }

    @Test
    void without_a_flag_a_body_is_passed_on_as_it_comes() throws Exception {
        el.close();
        el = RawUpstream.start(connection -> {
            connection.readUntil("\r\n\r\n");
            connection.readBytes(10);
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nfor");
            connection.readToEnd();
        });
        try (RawClient client = client("--health-timeout", "3")) {
            String longCall = post("/", CALL + " ".repeat(5_000));
            client.send(longCall.substring(0, longCall.length() - 5));
            assertThat(client.readAnswer()).endsWith("\r\n\r\nfor");
        }
    }

    @Test
    void a_call_over_http_2_is_answered_here_and_a_batch_divided_too() throws Exception {
        elAnswers("[" + OTHER_ANSWER + "]");
        try (RawClient client = client()) {
            client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").send(frame(4, 0, 0, ""));
            // :method POST, :scheme http, :path /, :authority a
            client.send(frame(1, 4, 1, "\u0083\u0086\u0084A\u0001a"));
            client.send(frame(0, 0, 1, CALL.substring(0, 20))).send(frame(0, 1, 1, CALL.substring(20)));
            assertThat(nextData(client)).isEqualTo(ANSWER);
            client.send(frame(1, 4, 3, "\u0083\u0086\u0084A\u0001a"));
            client.send(frame(0, 1, 3, "[" + OTHER + "," + CALL + "]"));
            assertThat(nextData(client)).isEqualTo("[" + OTHER_ANSWER + "," + ANSWER + "]");
            client.send(frame(1, 4, 5, "\u0083\u0086\u0084A\u0001a")).send(frame(0, 1, 5, OTHER));
            assertThat(nextData(client)).isEqualTo("[" + OTHER_ANSWER + "]");
        }
        assertThat(el.nextRequest()).endsWith("[" + OTHER + "]");
        assertThat(body(el.nextRequest())).contains(OTHER);
    }

    private static String frame(int type, int flags, int stream, String payload) {
        byte[] head = {
            0,
            (byte) (payload.length() >> 8),
            (byte) payload.length(),
            (byte) type,
            (byte) flags,
            0,
            0,
            0,
            (byte) stream
        };
        return new String(head, StandardCharsets.ISO_8859_1) + payload;
    }

    /** The DATA of the next answer; frames of other types are passed over. */
    private static String nextData(RawClient client) throws Exception {
        StringBuilder data = new StringBuilder();
        while (true) {
            String head = client.readBytes(9);
            String payload = client.readBytes((head.charAt(1) << 8) + head.charAt(2));
            if (head.charAt(3) == 0) {
                data.append(payload);
                if ((head.charAt(4) & 1) != 0) {
                    return data.toString();
                }
            }
        }
    }
}
