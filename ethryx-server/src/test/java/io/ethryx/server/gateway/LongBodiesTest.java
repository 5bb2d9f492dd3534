package io.ethryx.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.RawClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Long bodies pass byte by byte as they were, in whatever pieces they come, and a node's long answers too. */
@Timeout(120)
final class LongBodiesTest {

    private static final int KIB = 1024;

    private ScriptedNode node;
    private GatewayFixture gateway;

    private void serve(String... top) throws IOException {
        node = ScriptedNode.answering(body -> "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + params(body) + "}");
        List<String> lines = new ArrayList<>(List.of(node.as("1/nodes/s", 1), "---"));
        lines.addAll(List.of(top));
        gateway = GatewayFixture.start(lines.toArray(String[]::new));
    }

    @AfterEach
    void stop() throws IOException {
        gateway.close();
        node.close();
    }

    private static String params(String body) {
        return body.substring(body.indexOf('['), body.lastIndexOf(']') + 1);
    }

    /** A call of so many bytes. */
    private static String call(int length, Random random) {
        String before = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_sendRawTransaction\",\"params\":[\"0x";
        StringBuilder call = new StringBuilder(before);
        while (call.length() < length - 3) {
            call.append(Character.forDigit(random.nextInt(16), 16));
        }
        return call.append("\"]}").toString();
    }

    private static String chunked(String body, Random random) {
        StringBuilder request = new StringBuilder("POST /1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
        for (int at = 0; at < body.length(); ) {
            int length = Math.min(body.length() - at, 1 + random.nextInt(40 * KIB));
            request.append(Integer.toHexString(length))
                    .append("\r\n")
                    .append(body, at, at + length)
                    .append("\r\n");
            at += length;
        }
        return request.append("0\r\n\r\n").toString();
    }

    private void passes(String request, String body, Random random) throws Exception {
        byte[] bytes = request.getBytes(StandardCharsets.US_ASCII);
        try (RawClient client = gateway.client()) {
            for (int at = 0; at < bytes.length; ) {
                int length = Math.min(bytes.length - at, 1 + random.nextInt(100 * KIB));
                client.send(Arrays.copyOfRange(bytes, at, at + length));
                at += length;
            }
            assertThat(client.readAnswer())
                    .endsWith("\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + params(body) + "}");
        }
        assertThat(node.upstream().nextRequest()).endsWith("\r\n\r\n" + body);
    }

    @ParameterizedTest
    @ValueSource(
            ints = {16 * KIB - 1, 16 * KIB, 16 * KIB + 1, 64 * KIB - 1, 64 * KIB, 64 * KIB + 1, 300_000, 1_000_000})
    void a_call_and_an_answer_of_any_length_arrive_whole(int length) throws Exception {
        serve();
        for (long seed = 0; seed < 5; seed++) {
            Random random = new Random(seed);
            String body = call(length, random);
            passes(GatewayFixture.post("/1", body), body, random);
            passes(chunked(body, random), body, random);
        }
        gateway.awaitBaseline();
        gateway.awaitSum(0, "ethryx_gateway_in_flight_bytes");
    }

    @Test
    void a_long_call_is_held_in_few_buffers() throws Exception {
        serve();
        gateway.buffers().forgetMost();
        Random random = new Random(1);
        String body = call(256 * KIB, random);
        passes(GatewayFixture.post("/1", body), body, random);
        assertThat(gateway.buffers().most()).isLessThan(12);
    }

    @Test
    void where_the_budget_has_no_room_for_a_long_buffer_the_usual_ones_do() throws Exception {
        serve("limits: {in_flight_bytes: 48KiB}");
        String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_x\",\"params\":[1]" + " ".repeat(20 * KIB) + "}";
        assertThat(gateway.ask("/1", body)).startsWith("HTTP/1.1 200 ");
        assertThat(node.upstream().nextRequest()).endsWith(body);
        gateway.awaitSum(0, "ethryx_gateway_in_flight_bytes");
    }
}
