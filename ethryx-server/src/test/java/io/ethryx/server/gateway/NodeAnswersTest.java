package io.ethryx.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a lone node may send, and what its client gets. */
@Timeout(60)
final class NodeAnswersTest {

    private static final String CALL =
            "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"eth_call\",\"params\":[{},\"latest\"]}";
    private static final String NOTIFICATION =
            "{\"jsonrpc\":\"2.0\",\"method\":\"eth_call\",\"params\":[{},\"latest\"]}";
    private static final String RESULT = "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"result\":\"0x\"}";
    private static final String FAILED =
            "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32603,\"message\":\"server error\",\"data\":\"reverse proxy bad gateway\"},\"id\":\"q\"}";

    private ScriptedNode node;
    private ScriptedNode archive;
    private GatewayFixture gateway;

    private void serve(RawUpstream.Script script) throws IOException {
        node = ScriptedNode.of(script);
        gateway = GatewayFixture.start(node.as("1/nodes/s", 1));
    }

    /** A node that answers each request with these bytes and closes. */
    private void answering(String answer) throws IOException {
        serve(connection -> {
            if (connection.readRequest() != null) {
                connection.send(answer);
            }
        });
    }

    @AfterEach
    void stop() throws IOException {
        gateway.close();
        node.close();
        if (archive != null) {
            archive.close();
        }
    }

    private static String ok(String fields, String body) {
        return "HTTP/1.1 200 OK\r\n" + fields + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private static String gzip(String text) throws IOException {
        ByteArrayOutputStream coded = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(coded)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return coded.toString(StandardCharsets.ISO_8859_1);
    }

    private static String body(String answer) {
        return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.0 200 OK\r\n\r\n",
                "HTTP/1.0 200 OK\r\nContent-Length: 40\r\n\r\n",
                "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n",
                "HTTP/1.1 200\r\nContent-Length: 40\r\n\r\n",
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
            })
    void however_an_answer_is_framed_its_bytes_are_the_clients(String head) throws IOException {
        answering(head + RESULT);
        String answer = gateway.ask("/1", CALL);
        assertThat(answer).startsWith("HTTP/1.1 200 OK\r\n").contains("Content-Length: 40\r\n");
        assertThat(body(answer)).isEqualTo(RESULT);
    }

    @Test
    void a_chunked_answer_passes_without_what_stands_behind_it() throws IOException {
        answering("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-After\r\n\r\n5;a=b\r\n"
                + RESULT.substring(0, 5) + "\r\n23\r\n" + RESULT.substring(5)
                + "\r\n0\r\nX-After: 1\r\nContent-Length: 3\r\n\r\n");
        String answer = gateway.ask("/1", CALL);
        assertThat(answer).endsWith("\r\n\r\n" + RESULT).doesNotContainIgnoringCase("x-after");
    }

    @Test
    void what_is_said_to_the_hop_stays_on_the_hop() throws IOException {
        answering(ok(
                "Connection:\r\nConnection: X-Drop, close\r\nX-Drop: 1\r\nKeep-Alive: timeout=5\r\nProxy-Authenticate: Basic\r\nTrailer: A\r\nUpgrade: h2c\r\nProxy-Connection: x\r\nX-Keep: 1\r\n",
                RESULT));
        String head = gateway.ask("/1", CALL).toLowerCase(Locale.ROOT);
        assertThat(head)
                .contains("x-keep: 1\r\n")
                .doesNotContain("x-drop", "keep-alive", "proxy-", "trailer", "upgrade", "connection:");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-A: b\rX-B: c\r\n",
                "X-A: b\0c\r\n",
                "X-A: b\nContent-Length: 2\r\n",
                "X A: b\r\n",
                ": b\r\n",
                "Content-Length: 3\r\n",
                "Content-Length: +40\r\n",
                "Content-Length: 40, 41\r\n",
                "Transfer-Encoding: xchunked\r\n",
                "Transfer-Encoding: gzip, identity\r\n",
                "Transfer-Encoding: chunked\r\n",
            })
    void an_answer_whose_head_is_ambiguous_is_no_answer_and_no_field_of_it_passes(String fields) throws IOException {
        answering(ok(fields, RESULT));
        String answer = gateway.ask("/1", CALL);
        assertThat(answer)
                .startsWith("HTTP/1.1 502 ")
                .doesNotContainIgnoringCase("x-a")
                .doesNotContainIgnoringCase("x-b");
        assertThat(body(answer)).isEqualTo(FAILED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\r\n",
                "SSH-2.0-OpenSSH_9.6\r\n",
                "HTTP/1.1 99 Odd\r\n\r\n",
                "HTTP/1.1 2000 OK\r\n\r\n",
                "HTTP/3 200 OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n27\r\n{",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n{}\r\n0\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n",
                "\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007",
                "HTTP/1.1 204 No Content\r\n\r\n",
                "HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>",
                "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnull",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
                "HTTP/1.1 301 Moved\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>",
            })
    void what_is_no_answer_becomes_an_error_with_the_callers_id(String bytes) throws IOException {
        answering(bytes);
        String answer = gateway.ask("/1", CALL);
        assertThat(answer).startsWith("HTTP/1.1 502 ").contains("Content-Type: application/json\r\n");
        assertThat(body(answer)).isEqualTo(FAILED);
    }

    @Test
    void a_head_without_end_is_cut_off() throws IOException {
        serve(connection -> {
            connection.readRequest();
            connection.send("HTTP/1.1 200 OK\r\n");
            for (int i = 0; i < 100_000; i++) {
                connection.send("X-" + i + ": " + "a".repeat(100) + "\r\n");
            }
        });
        assertThat(gateway.ask("/1", CALL)).startsWith("HTTP/1.1 502 ").endsWith(FAILED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 502 Bad\r\nContent-Length: 0\r\n\r\n"})
    void a_notification_gets_204_whatever_the_node_says(String bytes) throws IOException {
        answering(bytes);
        assertThat(gateway.ask("/1", NOTIFICATION)).startsWith("HTTP/1.1 204 ").endsWith("\r\n\r\n");
    }

    @Test
    void a_page_instead_of_an_answer_keeps_its_status_and_its_retry_after() throws IOException {
        answering(
                "HTTP/1.1 429 Too Many Requests\r\nContent-Type: text/html\r\nRetry-After: 2\r\nContent-Length: 6\r\n\r\n<html>");
        assertThat(gateway.ask("/1", CALL))
                .startsWith("HTTP/1.1 429 ")
                .contains("Retry-After: 2\r\n", "Content-Type: application/json\r\n")
                .doesNotContain("<html>")
                .endsWith("\"id\":\"q\"}");
    }

    @ParameterizedTest
    @ValueSource(ints = {404, 429, 500, 502, 503, 504})
    void a_page_is_an_answer_and_no_other_node_is_asked(int status) throws IOException {
        node = ScriptedNode.of(connection -> {
            connection.readRequest();
            connection.send(
                    "HTTP/1.1 " + status + " Some\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>");
        });
        archive = ScriptedNode.named("archive");
        gateway = GatewayFixture.start(node.as("1/nodes/s", 1), archive.as("1/nodes/a", 2));
        assertThat(gateway.ask("/1", CALL))
                .startsWith("HTTP/1.1 " + status + " ")
                .contains(status == 504 ? "\"code\":-41002," : "\"code\":-32603,")
                .endsWith("\"id\":\"q\"}");
        assertThat(archive.upstream().received()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 429, 500, 502, 503, 504})
    void an_error_of_the_nodes_own_passes_whatever_its_status(int status) throws IOException {
        String error = "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"error\":{\"code\":-32005,\"message\":\"slow down\"}}";
        answering("HTTP/1.1 " + status + " Some\r\nRetry-After: 2\r\nContent-Length: " + error.length() + "\r\n\r\n"
                + error);
        assertThat(gateway.ask("/1", CALL))
                .startsWith("HTTP/1.1 " + status + " ")
                .containsIgnoringCase("retry-after: 2\r\n")
                .endsWith("\r\n\r\n" + error);
    }

    @Test
    void numbers_and_order_are_never_printed_again() throws IOException {
        String odd =
                "{\"result\":[0.0013166190117983544,1e-7,12345678901234567890123,1.0,{\"b\":1,\"a\":2,\"b\":3}], \"id\":\"q\" ,\"jsonrpc\":\"2.0\"}\n";
        answering(ok("", odd));
        assertThat(gateway.ask("/1", CALL)).endsWith("\r\n\r\n" + odd);
    }

    @Test
    void a_zipped_answer_passes_as_it_is_and_a_zipped_error_is_understood() throws Exception {
        String zipped = gzip(RESULT);
        answering(ok("Content-Encoding: gzip\r\n", zipped));
        assertThat(gateway.ask("/1", CALL, "Accept-Encoding: gzip"))
                .containsIgnoringCase("content-encoding: gzip\r\n")
                .endsWith("\r\n\r\n" + zipped);
        assertThat(node.upstream().nextRequest()).containsIgnoringCase("accept-encoding: gzip\r\n");
        stop();
        String lacking = gzip("{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"error\":{\"code\":-39006,\"message\":\"no\"}}");
        node = ScriptedNode.of(connection -> {
            connection.readRequest();
            connection.send(ok("Content-Encoding: gzip\r\n", lacking));
        });
        archive = ScriptedNode.named("archive");
        gateway = GatewayFixture.start(node.as("1/nodes/s", 1), archive.as("1/nodes/a", 2));
        assertThat(gateway.ask("/1", CALL)).endsWith("\"archive\"}").doesNotContainIgnoringCase("content-encoding");
    }

    @ParameterizedTest
    @ValueSource(strings = {"br", "zstd", "gzip", "identity, gzip"})
    void a_coding_that_is_not_understood_or_a_lie_passes_unread(String coding) throws IOException {
        answering(ok("Content-Encoding: " + coding + "\r\n", "some bytes"));
        assertThat(gateway.ask("/1", CALL)).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\nsome bytes");
    }

    @Test
    void a_bomb_of_zeros_is_looked_into_no_further_than_64_kib() throws IOException {
        String bomb = gzip("{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"result\":\"" + "0".repeat(20_000_000) + "\"}");
        answering(ok("Content-Encoding: gzip\r\n", bomb));
        assertThat(gateway.ask("/1", CALL)).endsWith("\r\n\r\n" + bomb);
    }

    @Test
    void an_answer_before_the_request_was_taken_is_the_answer() throws IOException {
        String large = CALL.replace("{},", "{\"data\":\"0x" + "00".repeat(1_900_000) + "\"},");
        serve(connection -> {
            connection.readHead();
            connection.send(ok("Connection: close\r\n", RESULT));
            connection.socket().shutdownOutput();
            connection.readToEnd();
        });
        assertThat(gateway.ask("/1", large)).startsWith("HTTP/1.1 200 ").endsWith(RESULT);
    }

    @Test
    void what_a_node_says_unasked_never_reaches_the_next_client() throws IOException {
        serve(connection -> {
            while (connection.readRequest() != null) {
                connection.send(ok("", RESULT) + ok("X-Smuggled: 1\r\n", "{\"result\":\"smuggled\"}"));
            }
        });
        for (int i = 0; i < 20; i++) {
            assertThat(gateway.ask("/1", CALL)).endsWith(RESULT).doesNotContainIgnoringCase("smuggled");
        }
    }

    @Test
    void a_node_that_closes_after_each_answer_without_a_word_is_asked_anew() throws Exception {
        serve(connection -> {
            connection.readRequest();
            connection.send(ok("", RESULT));
        });
        try (RawClient client = gateway.client()) {
            for (int i = 0; i < 5; i++) {
                client.send(GatewayFixture.post("/1", CALL));
                assertThat(client.readAnswer()).endsWith(RESULT);
                Await.until(() -> gateway.gateway().nodeConnections() == 0, () -> "the closed connection is kept");
            }
        }
    }

    // --- connections past use ---

    /** A node that answers the first request on each connection, and hangs up when a second one comes. */
    private void oneAnswerEach() throws IOException {
        serve(connection -> {
            String request = connection.readRequest();
            boolean batch = request.contains("\r\n\r\n[");
            connection.send(ok("", batch ? "[" + RESULT + "]" : RESULT));
            connection.readRequest();
        });
    }

    private static String submitting(String call) {
        return call.replace("eth_call", "eth_sendRawTransaction");
    }

    @ParameterizedTest
    @ValueSource(strings = {CALL, "[" + CALL + "]"})
    void a_read_whose_connection_was_past_use_is_sent_again_to_a_lone_node(String body) throws Exception {
        oneAnswerEach();
        try (RawClient client = gateway.client()) {
            for (int i = 0; i < 6; i++) {
                client.send(GatewayFixture.post("/1", body));
                assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 ").contains(RESULT);
            }
        }
        assertThat(gateway.metrics().sum("ethryx_gateway_failovers_total")).isZero();
        gateway.awaitSum(0, "ethryx_gateway_in_flight_bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {CALL, "[" + CALL + "]"})
    void a_submission_whose_connection_was_past_use_is_not_sent_again(String body) throws Exception {
        oneAnswerEach();
        try (RawClient client = gateway.client()) {
            client.send(GatewayFixture.post("/1", body));
            assertThat(client.readAnswer()).contains(RESULT);
            client.send(GatewayFixture.post("/1", submitting(body)));
            assertThat(client.readAnswer()).contains("\"code\":-32603");
        }
        assertThat(node.upstream().received().split("eth_sendRawTransaction", -1))
                .as("arrivals")
                .hasSize(2);
    }

    @Test
    void a_node_that_hangs_up_on_a_new_connection_too_is_asked_no_third_time() throws Exception {
        AtomicInteger connections = new AtomicInteger();
        serve(connection -> {
            connection.readRequest();
            if (connections.incrementAndGet() == 1) {
                connection.send(ok("", RESULT));
                connection.readRequest();
            }
        });
        try (RawClient client = gateway.client()) {
            client.send(GatewayFixture.post("/1", CALL));
            assertThat(client.readAnswer()).endsWith(RESULT);
            client.send(GatewayFixture.post("/1", CALL));
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 502 ");
        }
        assertThat(node.upstream().received().split("eth_call", -1)).hasSize(4);
    }

    @Test
    void the_parts_of_a_batch_are_read_zipped_or_plain_and_a_page_fails_each_element() throws IOException {
        String answers = "[" + RESULT + "]";
        String batch = "[" + CALL + "," + CALL.replace("\"q\"", "2") + "]";
        answering(ok("Content-Encoding: gzip\r\n", gzip(answers)));
        assertThat(body(gateway.ask("/1", batch, "Accept-Encoding: gzip")))
                .startsWith("[" + RESULT + ",{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32603,")
                .endsWith("\"id\":2}]");
        assertThat(node.upstream().received()).doesNotContainIgnoringCase("accept-encoding");
        stop();
        answering("HTTP/1.1 503 Busy\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>");
        String failed = gateway.ask("/1", batch);
        assertThat(failed).startsWith("HTTP/1.1 200 ");
        assertThat(body(failed)).isEqualTo("[" + FAILED + "," + FAILED.replace("\"q\"", "2") + "]");
    }
}
