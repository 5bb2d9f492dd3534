package io.ethryx.server.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies of any length and framing, in whatever pieces they come, arrive whole at the other side. */
final class BodyLengthsTest {

    private static final int KIB = 1024;

    private RawUpstream node;
    private SidecarFixture sidecar;

    @BeforeEach
    void start() throws Exception {
        node = RawUpstream.start(connection -> {
            for (String request = connection.readRequest(); request != null; request = connection.readRequest()) {
                String body = request.substring(request.indexOf("\r\n\r\n") + 4);
                connection.send(
                        request.contains("chunked\r\n")
                                ? "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body
                                : "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
            }
        });
        sidecar = SidecarFixture.with(node.port(), node.port()).warmed();
    }

    @AfterEach
    void stop() throws Exception {
        sidecar.closeAndCheckNothingIsLeft();
        node.close();
    }

    private static String random(int length, Random random) {
        StringBuilder text = new StringBuilder(length);
        while (text.length() < length) {
            text.append((char) ('a' + random.nextInt(26)));
        }
        return text.toString();
    }

    private static String chunks(String body, Random random) {
        StringBuilder framed = new StringBuilder();
        for (int at = 0; at < body.length(); ) {
            int length = Math.min(body.length() - at, 1 + random.nextInt(100 * KIB));
            framed.append(Integer.toHexString(length))
                    .append("\r\n")
                    .append(body, at, at + length)
                    .append("\r\n");
            at += length;
        }
        return framed.append("0\r\n\r\n").toString();
    }

    private static void sendInPieces(RawClient client, String request, Random random) throws Exception {
        byte[] bytes = request.getBytes(StandardCharsets.US_ASCII);
        for (int at = 0; at < bytes.length; ) {
            int length = Math.min(bytes.length - at, 1 + random.nextInt(100 * KIB));
            client.send(Arrays.copyOfRange(bytes, at, at + length));
            at += length;
        }
    }

    private static String unchunked(RawClient client) throws Exception {
        StringBuilder body = new StringBuilder();
        for (int length = size(client); length > 0; length = size(client)) {
            body.append(client.readBytes(length));
            client.readBytes(2);
        }
        client.readBytes(2);
        return body.toString();
    }

    private static int size(RawClient client) throws Exception {
        return Integer.parseInt(client.readUntil("\r\n").trim(), 16);
    }

    @ParameterizedTest
    @ValueSource(ints = {4_097, 16 * KIB - 1, 16 * KIB, 16 * KIB + 1, 64 * KIB - 1, 64 * KIB, 64 * KIB + 1, 300_000})
    void what_is_sent_comes_back(int length) throws Exception {
        for (long seed = 0; seed < 5; seed++) {
            Random random = new Random(seed);
            String body = random(length, random);
            try (RawClient client = RawClient.connect(sidecar.port())) {
                sendInPieces(
                        client, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + length + "\r\n\r\n" + body, random);
                assertThat(client.readAnswer()).as("seed %d", seed).endsWith("\r\n\r\n" + body);
                sendInPieces(
                        client,
                        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks(body, random),
                        random);
                assertThat(client.readUntil("\r\n\r\n")).contains("Transfer-Encoding: chunked");
                assertThat(unchunked(client)).as("seed %d", seed).isEqualTo(body);
            }
        }
        Await.until(() -> sidecar.buffers().out() <= 1, () -> sidecar.buffers().out() + " buffers are out");
    }
}
