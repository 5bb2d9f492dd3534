package io.ethryx.server.listener.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.listener.ListenerRig;
import io.ethryx.server.listener.RecordingHandler;
import io.ethryx.server.testing.FrameClient;
import io.ethryx.server.testing.RawClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Too much of what costs the server more than the client (decision S27, RFC 9113 section 10.5). */
class Http2FloodTest {

    private static final int CALM = 11;
    private static final int BYTES_AT_ONCE = 8_000;

    /** Less than what a server throws away before it closes: else the client may never read why. */
    private static final int ENOUGH_BYTES = 900_000;

    private static final byte[] NOTHING = {};

    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger gone = new AtomicInteger();
    private ListenerRig rig;

    @BeforeEach
    void listen() throws Exception {
        // Answers what is asked for at once, and nothing else ever; no deadline ends a flood before it is noticed.
        rig = new ListenerRig(ListenerRig.quick(Duration.ofMinutes(2)), exchange -> {
            begun.incrementAndGet();
            exchange.whenGone(gone::incrementAndGet);
            if (exchange.target().equals("/now")) {
                RecordingHandler.send(exchange, "now");
            }
        });
    }

    @AfterEach
    void back_at_the_baseline() throws Exception {
        rig.close();
    }

    private static byte[] get(int stream) {
        return FrameClient.bytes(FrameClient.HEADERS, 5, stream, FrameClient.head("GET", "/never"));
    }

    private static byte[] post(int stream) {
        return FrameClient.bytes(FrameClient.HEADERS, 4, stream, FrameClient.head("POST", "/never"));
    }

    private static byte[] join(byte[]... frames) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] frame : frames) {
            all.writeBytes(frame);
        }
        return all.toByteArray();
    }

    /** Sends one after the other till the connection breaks, or enough was sent for anyone to lose patience. */
    private static void flood(FrameClient client, IntFunction<byte[]> frames) {
        int frame = 0;
        int bytes = 0;
        try {
            while (bytes < ENOUGH_BYTES) {
                ByteArrayOutputStream some = new ByteArrayOutputStream();
                while (some.size() < BYTES_AT_ONCE) {
                    some.writeBytes(frames.apply(frame++));
                }
                client.raw.send(some.toByteArray());
                bytes += some.size();
            }
        } catch (IOException e) {
            assertThat(e).as("the server has ended the connection").isNotNull();
        }
    }

    /** Floods while another thread reads what comes; expects GOAWAY, and that another client does not notice. */
    private void assertCalmed(byte[] first, IntFunction<byte[]> frames) throws Exception {
        try (FrameClient other = FrameClient.connect(rig.port());
                FrameClient client = FrameClient.connect(rig.port())) {
            other.get(1, "/now");
            assertThat(other.answer(1)).isEqualTo("200 now");
            client.raw.send(first);
            Thread flooder = new Thread(() -> flood(client, frames));
            flooder.start();
            FrameClient.Frame goAway = client.next(FrameClient.GOAWAY);
            assertThat(goAway).isNotNull();
            assertThat(goAway.code()).isEqualTo(CALM);
            flooder.join();
            other.get(3, "/now");
            assertThat(other.answer(3)).isEqualTo("200 now");
        }
    }

    private static int stream(int number) {
        return 2 * number + 1;
    }

    @Test
    void rapid_reset() throws Exception {
        assertCalmed(
                NOTHING,
                i -> join(get(stream(i)), FrameClient.bytes(FrameClient.RST_STREAM, 0, stream(i), new byte[] {0, 0, 0, 8
                })));
        ListenerRig.await("all are told that the client left", () -> gone.get() == begun.get() - 2);
        assertThat(begun.get() - 2).isBetween(1_000, 10_000);
    }

    @Test
    void resets_that_the_server_is_made_to_send() throws Exception {
        assertCalmed(
                NOTHING,
                i -> join(get(stream(i)), FrameClient.bytes(FrameClient.WINDOW_UPDATE, 0, stream(i), new byte[4])));
        ListenerRig.await("all are told that the client left", () -> gone.get() == begun.get() - 2);
    }

    @Test
    void malformed_requests() throws Exception {
        assertCalmed(NOTHING, i -> FrameClient.bytes(FrameClient.HEADERS, 5, stream(i), FrameClient.block("X", "y")));
    }

    @Test
    void requests_over_the_limit_of_streams() throws Exception {
        assertCalmed(NOTHING, i -> get(stream(i)));
    }

    @Test
    void heads_with_a_body_behind_that_nobody_wants() throws Exception {
        byte[] connect = FrameClient.block(":method", "CONNECT", ":authority", "a:443");
        assertCalmed(NOTHING, i -> FrameClient.bytes(FrameClient.HEADERS, 4, stream(i), connect));
    }

    @Test
    void pings() throws Exception {
        assertCalmed(NOTHING, i -> FrameClient.bytes(FrameClient.PING, 0, 0, new byte[8]));
    }

    @Test
    void answers_to_no_ping() throws Exception {
        assertCalmed(NOTHING, i -> FrameClient.bytes(FrameClient.PING, 1, 0, new byte[8]));
    }

    @Test
    void settings() throws Exception {
        assertCalmed(NOTHING, i -> FrameClient.bytes(FrameClient.SETTINGS, 0, 0, NOTHING));
    }

    @Test
    void priorities() throws Exception {
        assertCalmed(NOTHING, i -> FrameClient.bytes(FrameClient.PRIORITY, 0, 1, new byte[5]));
    }

    @Test
    void unknown_frames() throws Exception {
        assertCalmed(NOTHING, i -> FrameClient.bytes(0x77, 0, 1, NOTHING));
    }

    @Test
    void empty_data() throws Exception {
        assertCalmed(post(1), i -> FrameClient.bytes(FrameClient.DATA, 0, 1, NOTHING));
    }

    @Test
    void data_that_is_all_padding() throws Exception {
        assertCalmed(post(1), i -> FrameClient.bytes(FrameClient.DATA, FrameClient.PADDED, 1, new byte[] {1, 0}));
    }

    @Test
    void empty_continuations() throws Exception {
        byte[] head = FrameClient.bytes(FrameClient.HEADERS, 1, 1, FrameClient.head("GET", "/"));
        assertCalmed(head, i -> FrameClient.bytes(FrameClient.CONTINUATION, 0, 1, NOTHING));
    }

    @Test
    void a_head_that_never_ends() throws Exception {
        byte[] head = FrameClient.bytes(FrameClient.HEADERS, 1, 1, FrameClient.head("GET", "/"));
        byte[] more = FrameClient.block("x", "y".repeat(16_000));
        assertCalmed(head, i -> FrameClient.bytes(FrameClient.CONTINUATION, 0, 1, more));
        assertThat(rig.heldBytes.taken()).isZero();
    }

    @Test
    void window_updates() throws Exception {
        assertCalmed(NOTHING, i -> FrameClient.bytes(FrameClient.WINDOW_UPDATE, 0, 0, new byte[] {0, 0, 0, 1}));
    }

    @Test
    void a_balancer_that_gives_up_on_many_among_good_requests_is_not_punished() throws Exception {
        try (FrameClient client = FrameClient.connect(rig.port())) {
            for (int i = 0; i < 250; i++) {
                int given = stream(2 * i);
                client.get(given, "/never").reset(given, 8);
                client.get(given + 2, "/now");
                assertThat(client.answer(given + 2)).isEqualTo("200 now");
            }
        }
        assertThat(gone).hasValue(250);
    }

    @Test
    void a_thousand_resets_are_borne() throws Exception {
        try (FrameClient client = FrameClient.connect(rig.port())) {
            for (int i = 0; i < 1_000; i++) {
                client.raw.send(join(
                        get(stream(i)),
                        FrameClient.bytes(FrameClient.RST_STREAM, 0, stream(i), new byte[] {0, 0, 0, 8})));
            }
            client.get(3001, "/now");
            assertThat(client.answer(3001)).isEqualTo("200 now");
        }
    }

    @Test
    void a_client_that_does_not_read_its_answers_to_pings_costs_little() throws Exception {
        try (FrameClient other = FrameClient.connect(rig.port());
                RawClient raw = RawClient.connect(rig.port())) {
            raw.socket().setReceiveBufferSize(4096);
            raw.send(FrameClient.PREFACE).send(FrameClient.bytes(FrameClient.SETTINGS, 0, 0, NOTHING));
            rig.pool.forgetMost();
            Thread flooder = new Thread(
                    () -> flood(FrameClient.over(raw), i -> FrameClient.bytes(FrameClient.PING, 0, 0, new byte[8])));
            flooder.start();
            for (int stream = 1; stream < 200; stream += 2) {
                other.get(stream, "/now");
                assertThat(other.answer(stream)).isEqualTo("200 now");
            }
            assertThat(rig.pool.most()).isLessThan(16);
            raw.close();
            flooder.join();
        }
    }
}
