package io.ethryx.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the gateway holds for its clients is bounded, and given back whatever they do (decision G23, field-cases 124 and 126). */
@Timeout(120)
final class HeldBytesTest {

    private static final String OVERLOADED =
            "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32603,\"message\":\"server error\",\"data\":\"overloaded\"},\"id\":";

    private static final String PIECE = "x".repeat(1_000);

    private ScriptedNode node;
    private GatewayFixture gateway;

    private void serve(int answerBytes, String... top) throws IOException {
        node = ScriptedNode.of(connection -> {
            for (String request = connection.readRequest(); request != null; request = connection.readRequest()) {
                answer(connection, request.contains("\"big\"") ? answerBytes : PIECE.length());
            }
        });
        List<String> lines = new ArrayList<>(List.of(node.as("1/nodes/s", 1), "---"));
        lines.addAll(List.of(top));
        gateway = GatewayFixture.start(lines.toArray(String[]::new));
    }

    /** Piece by piece, so that the node holds as little of it as the gateway. */
    private static void answer(RawUpstream.Connection connection, int bytes) throws IOException {
        String before = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"";
        int pieces = bytes / PIECE.length();
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + (before.length() + pieces * PIECE.length() + 2)
                + "\r\n\r\n" + before);
        for (int i = 0; i < pieces; i++) {
            connection.send(PIECE);
        }
        connection.send("\"}");
    }

    @AfterEach
    void stop() throws IOException {
        gateway.close();
        node.close();
    }

    private static String call(String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"debug_traceCall\",\"params\":[" + params + "]}";
    }

    @Test
    void sixty_four_clients_that_do_not_read_a_long_answer_hold_a_few_buffers_each_and_others_are_served()
            throws Exception {
        serve(24 << 20);
        List<RawClient> slow = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            RawClient client = gateway.client();
            slow.add(client);
            client.send(GatewayFixture.post("/1", call("\"big\"")));
            client.readUntil("\"result\":\"x");
        }
        for (int i = 0; i < 20; i++) {
            assertThat(gateway.ask("/1", call("\"small\""))).endsWith("x\"}");
        }
        assertThat(gateway.buffers().most()).isLessThan(64 * 10);
        slow.get(0).readUntil("x\"}");
        for (RawClient client : slow) {
            client.close();
        }
        gateway.awaitBaseline();
        Await.until(() -> gateway.gateway().nodeConnections() <= 22, () -> "calls of clients that have left go on");
    }

    @Test
    void a_request_for_which_there_is_no_room_is_put_off() throws IOException {
        serve(1_000, "limits: {in_flight_bytes: 64KiB}");
        assertThat(gateway.ask("/1", call("\"" + "y".repeat(200_000) + "\"")))
                .startsWith("HTTP/1.1 503 ")
                .contains("Retry-After: 1\r\n", "Connection: close\r\n")
                .endsWith(OVERLOADED + "null}");
        assertThat(gateway.ask("/1", call("\"small\""))).endsWith("x\"}");
        gateway.awaitSum(0, "ethryx_gateway_in_flight_bytes");
    }

    @Test
    void a_call_for_whose_answer_there_is_no_room_is_put_off_and_so_is_a_batch() throws IOException {
        serve(100_000, "limits: {in_flight_bytes: 64KiB}");
        assertThat(gateway.ask("/1", call("\"big\"")))
                .startsWith("HTTP/1.1 503 ")
                .contains("Retry-After: 1\r\n")
                .endsWith(OVERLOADED + "1}");
        assertThat(gateway.ask("/1", "[" + call("\"big\"") + "]"))
                .startsWith("HTTP/1.1 503 ")
                .contains("Retry-After: 1\r\n");
        assertThat(gateway.ask("/1", call("\"small\""))).endsWith("x\"}");
        gateway.awaitSum(0, "ethryx_gateway_in_flight_bytes");
    }

    @Test
    void what_unfolds_out_of_a_zipped_body_counts_as_well() throws Exception {
        serve(1_000, "limits: {in_flight_bytes: 1MiB}");
        byte[] bomb = zippedPost(call("\"" + "0".repeat(3_000_000) + "\""));
        assertThat(bomb).hasSizeLessThan(10_000);
        try (RawClient client = gateway.client()) {
            assertThat(client.send(bomb).readAnswer())
                    .startsWith("HTTP/1.1 503 ")
                    .endsWith(OVERLOADED + "null}");
        }
        try (RawClient client = gateway.client()) {
            assertThat(client.send(zippedPost(call("\"small\""))).readAnswer()).endsWith("x\"}");
        }
        assertThat(node.upstream().connections()).hasSize(1);
        gateway.awaitSum(0, "ethryx_gateway_in_flight_bytes");
    }

    @Test
    void a_body_that_comes_to_nothing_as_soon_as_it_is_here_holds_nothing_any_more() throws IOException {
        serve(1_000, "max_body_bytes: 1000");
        List<String> bodies = List.of(
                "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"a\":\r\nno size\r\n",
                "Transfer-Encoding: chunked\r\n\r\n7D0\r\n" + " ".repeat(2_000) + "\r\n0\r\n\r\n",
                "Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nplain",
                "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nplain\r\n0\r\n\r\n",
                "Content-Length: 4\r\n\r\n{\"a\"");
        for (String body : bodies) {
            try (RawClient client = gateway.client()) {
                client.send("POST /1 HTTP/1.1\r\nHost: h\r\n" + body);
                assertThat(client.readAnswer()).as(body).matches("(?s)HTTP/1.1 (400|413|200) .*");
            }
            gateway.awaitSum(0, "ethryx_gateway_in_flight_bytes");
        }
        assertThat(gateway.ask("/1", call("\"small\""))).endsWith("x\"}");
    }

    /** As where memory runs out: each of the buffers that the request takes is missing once. */
    @Test
    void a_request_that_fails_while_it_is_taken_in_holds_nothing_any_more() throws IOException {
        serve(1_000);
        String chunk = "4E20\r\n" + " ".repeat(20_000) + "\r\n";
        for (int lent = 0; lent < 8; lent++) {
            try (RawClient client = gateway.client()) {
                gateway.buffers().failAfter(lent);
                client.send("POST /1 HTTP/1.1\r\nHost: h\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + chunk + chunk
                        + "0\r\n\r\n");
                awaitEnd(client);
            }
            gateway.buffers().failAfter(Integer.MAX_VALUE);
            gateway.awaitSum(0, "ethryx_gateway_in_flight_bytes");
        }
        assertThat(gateway.ask("/1", call("\"small\""))).endsWith("x\"}");
    }

    private static void awaitEnd(RawClient client) throws IOException {
        try {
            client.readAll();
        } catch (SocketException reset) {
            assertThat(reset)
                    .as("what a server does that leaves something unread")
                    .hasMessageContaining("reset");
        }
    }

    private static byte[] zippedPost(String body) throws IOException {
        ByteArrayOutputStream coded = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(coded)) {
            gzip.write(body.getBytes(StandardCharsets.UTF_8));
        }
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(("POST /1 HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\nContent-Length: " + coded.size()
                        + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        request.writeBytes(coded.toByteArray());
        return request.toByteArray();
    }

    @Test
    void bodies_that_never_come_hold_up_nobody() throws Exception {
        serve(1_000);
        List<RawClient> slow = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            RawClient client = gateway.client();
            slow.add(client);
            client.send("POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{");
        }
        for (int i = 0; i < 20; i++) {
            assertThat(gateway.ask("/1", call("\"small\""))).endsWith("x\"}");
        }
        assertThat(node.upstream().received()).doesNotContain("Content-Length: 1000");
        for (RawClient client : slow) {
            client.close();
        }
        gateway.awaitBaseline();
        gateway.awaitSum(0, "ethryx_gateway_in_flight_bytes");
    }

    @Test
    void bodies_that_are_cut_amid_a_chunk_leave_nothing_behind() throws Exception {
        serve(1_000);
        for (int i = 0; i < 300; i++) {
            try (RawClient client = gateway.client()) {
                client.send("POST /1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"jso\r\n1"
                        + "0".repeat(i % 4));
                if (i % 2 == 0) {
                    client.reset();
                }
            }
        }
        assertThat(gateway.ask("/1", call("\"small\""))).endsWith("x\"}");
        gateway.awaitBaseline();
        gateway.awaitSum(0, "ethryx_gateway_in_flight_bytes");
        assertThat(node.upstream().connections()).hasSize(1);
    }
}
