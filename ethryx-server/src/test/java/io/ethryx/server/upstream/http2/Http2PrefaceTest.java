package io.ethryx.server.upstream.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Http2Stub;
import io.ethryx.server.testing.RawUpstream;
import io.ethryx.server.upstream.Ask;
import io.ethryx.server.upstream.Asked;
import io.ethryx.server.upstream.UpstreamFailure;
import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.ethryx.server.upstream.UpstreamRig;
import io.ethryx.server.upstream.UpstreamSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a peer does to the preface of HTTP/2 (RFC 9113 section 3.4), and what that is called. */
class Http2PrefaceTest {

    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    private static final byte[] SETTINGS = {0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 100};

    /** Answers stream 3 with 200 and no body: an indexed field of the static table. */
    private static final byte[] ANSWER = {0, 0, 1, 1, 5, 0, 0, 0, 3, (byte) 0x88};

    private static UpstreamSettings settings(int port, Duration connectTimeout) {
        return new UpstreamSettings(
                "127.0.0.1", port, "127.0.0.1:" + port, connectTimeout, 1, 10, Duration.ofMinutes(1));
    }

    private static UpstreamFailure failure(RawUpstream.Script script) throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.start(script)) {
            Http2Upstream upstream = rig.http2(settings(node.port(), Duration.ofMillis(400)), Http2Timing.USUAL, null);
            UpstreamFailure failure = rig.asked()
                    .writing("x")
                    .begin(upstream, Ask.post("/secret", 1))
                    .failure();
            UpstreamRig.until("the connection is closed", () -> upstream.use().open() == 0);
            assertThat(node.connections()).hasSize(1);
            assertThat(node.received()).as("nothing of the request was sent").doesNotContain("secret");
            return failure;
        }
    }

    @Test
    void a_peer_that_has_greeted_is_not_charged_for_the_time_that_loading_the_codec_takes() throws Exception {
        CountDownLatch loaded = new CountDownLatch(1);
        try (UpstreamRig rig = new UpstreamRig();
                Http2Stub node = Http2Stub.answering(stream -> stream.answer(stream.text()));
                RawUpstream silent = RawUpstream.start(RawUpstream.Connection::readToEnd)) {
            // The worker's one thread for such work is busy.
            rig.worker.execute(() -> awaitQuietly(loaded));
            Duration timeout = Duration.ofSeconds(2);
            Asked asked = rig.asked()
                    .writing("x")
                    .begin(rig.http2(settings(node.port(), timeout), Http2Timing.USUAL, null), Ask.post("/", 1));
            Asked later = rig.asked()
                    .begin(rig.http2(settings(silent.port(), timeout), Http2Timing.USUAL, null), Ask.get("/"));
            assertThat(later.failure().kind()).isEqualTo(Kind.CONNECT_TIMEOUT);
            loaded.countDown();
            assertThat(asked.answered().text()).isEqualTo("x");
        } finally {
            loaded.countDown();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "HTTP/1.1 400 Bad Request                                | it answered in HTTP/1",
                "HTTP/1.0 505 HTTP Version Not Supported                 | it answered in HTTP/1",
                "SSH-2.0-OpenSSH                                         | it answered in something else",
                "x                                                       | it answered in something else",
                "HTTQ                                                    | it answered in something else",
            })
    void bytes_that_are_no_settings_are_no_http_2(String answer, String what) throws Exception {
        assertThat(failure(connection -> {
                    connection.readUntil(PREFACE);
                    connection.send(answer + "\r\n\r\n");
                    connection.readToEnd();
                }))
                .isEqualTo(new UpstreamFailure(Kind.CONNECT, "it does not speak HTTP/2 (" + what + ")"));
    }

    @Test
    void an_answer_that_dribbles_in_is_known_all_the_same() throws Exception {
        assertThat(failure(connection -> {
                    connection.readUntil(PREFACE);
                    for (byte b : "HTTP/1.1 400".getBytes(StandardCharsets.US_ASCII)) {
                        connection.send(new byte[] {b});
                    }
                    connection.readToEnd();
                }))
                .isEqualTo(new UpstreamFailure(Kind.CONNECT, "it does not speak HTTP/2 (it answered in HTTP/1)"));
    }

    @Test
    void another_frame_than_settings_is_no_beginning() throws Exception {
        byte[] ping = {0, 0, 8, 6, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8};
        byte[] acknowledgement = {0, 0, 0, 4, 1, 0, 0, 0, 0};
        for (byte[] frame : new byte[][] {ping, acknowledgement}) {
            assertThat(failure(connection -> {
                        connection.readUntil(PREFACE);
                        connection.send(frame);
                        connection.readToEnd();
                    }))
                    .isEqualTo(new UpstreamFailure(
                            Kind.CONNECT, "it does not speak HTTP/2 (it answered in something else)"));
        }
    }

    @Test
    void a_peer_that_closes_does_not_speak_http_2() throws Exception {
        UpstreamFailure closed =
                new UpstreamFailure(Kind.CONNECT, "it does not speak HTTP/2 (it closed the connection)");
        assertThat(failure(connection -> connection.readUntil(PREFACE))).isEqualTo(closed);
        assertThat(failure(connection -> {
                    connection.readUntil(PREFACE);
                    connection.reset();
                }))
                .isEqualTo(closed);
    }

    @Test
    void a_peer_that_says_nothing_is_given_up_in_time() throws Exception {
        assertThat(failure(RawUpstream.Connection::readToEnd))
                .isEqualTo(new UpstreamFailure(Kind.CONNECT_TIMEOUT, "it did not begin to speak HTTP/2"));
    }

    @Test
    void a_peer_that_stops_within_its_settings_is_given_up_in_time() throws Exception {
        assertThat(failure(connection -> {
                    connection.readUntil(PREFACE);
                    connection.send(new byte[] {0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 3});
                    connection.readToEnd();
                }))
                .isEqualTo(new UpstreamFailure(Kind.CONNECT_TIMEOUT, "it did not begin to speak HTTP/2"));
    }

    @Test
    void a_port_that_nobody_listens_on_refuses() throws Exception {
        int port;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = server.getLocalPort();
        }
        try (UpstreamRig rig = new UpstreamRig()) {
            assertThat(rig.asked().begin(rig.http2(port), Ask.get("/")).failure())
                    .isEqualTo(new UpstreamFailure(Kind.CONNECT, "connection refused"));
        }
    }

    @Test
    void settings_that_dribble_in_make_a_connection_which_then_says_what_it_should() throws Exception {
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.start(Http2PrefaceTest::dribble)) {
            Asked asked = rig.asked()
                    .begin(
                            rig.http2(settings(node.port(), Duration.ofSeconds(5)), Http2Timing.USUAL, null),
                            Ask.get("/"))
                    .answered();
            assertThat(asked.status).isEqualTo(200);
            assertThat(node.received())
                    .startsWith(PREFACE + text(0, 0, 18, 4, 0, 0, 0, 0, 0))
                    // ENABLE_PUSH 0, INITIAL_WINDOW_SIZE 65535, MAX_HEADER_LIST_SIZE 65536
                    .contains(text(0, 2, 0, 0, 0, 0), text(0, 4, 0, 0, 255, 255), text(0, 6, 0, 1, 0, 0))
                    // the window of the connection: 16 MiB
                    .contains(text(0, 0, 4, 8, 0, 0, 0, 0, 0, 0, 255, 0, 1));
        }
    }

    private static void dribble(RawUpstream.Connection connection) throws IOException {
        connection.readUntil(PREFACE);
        for (byte b : SETTINGS) {
            connection.send(new byte[] {b});
            LockSupport.parkNanos(1_000_000);
        }
        // HEADERS with END_STREAM and END_HEADERS of the first stream
        connection.readUntil(text(1, 5, 0, 0, 0, 3));
        connection.send(ANSWER);
        connection.readToEnd();
    }

    private static String text(int... bytes) {
        StringBuilder text = new StringBuilder();
        for (int b : bytes) {
            text.append((char) b);
        }
        return text.toString();
    }
}
