package io.ethryx.server.listener.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.listener.ExchangeHandler;
import io.ethryx.server.listener.ListenerRig;
import io.ethryx.server.listener.WholeAnswer;
import io.ethryx.server.testing.FrameClient;
import io.ethryx.server.testing.RawClient;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** How answers obey a client's windows, what becomes of those that stand still, and what is owed in time. */
class Http2FlowTest {

    private static final Duration QUICK = Duration.ofMillis(300);
    private static final int FIRST_WINDOW = 4;

    private final AtomicInteger gone = new AtomicInteger();

    /** {@code /N} is answered with so many bytes. */
    private final ExchangeHandler handler = exchange -> {
        exchange.whenGone(gone::incrementAndGet);
        byte[] body = new byte[Integer.parseInt(exchange.target().substring(1))];
        for (int i = 0; i < body.length; i++) {
            body[i] = (byte) ('a' + i % 23);
        }
        WholeAnswer.send(exchange, 200, new FieldBlock(), ByteBuffer.wrap(body));
    };

    private static String expected(int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) ('a' + i % 23));
        }
        return text.toString();
    }

    @Test
    void a_window_of_one_byte_gets_one_byte_at_a_time() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, handler);
                FrameClient client = FrameClient.connect(rig.port())) {
            client.setting(FIRST_WINDOW, 1).get(1, "/5");
            assertThat(client.next(FrameClient.HEADERS).ends()).isFalse();
            StringBuilder got = new StringBuilder();
            FrameClient.Frame data = client.next(FrameClient.DATA);
            while (!data.ends()) {
                assertThat(data.text()).hasSize(1);
                got.append(data.text());
                client.windowUpdate(1, 1);
                data = client.next(FrameClient.DATA);
            }
            assertThat(got + data.text()).isEqualTo(expected(5));
        }
    }

    @Test
    void a_first_window_that_grows_sets_waiting_answers_going() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, handler);
                FrameClient client = FrameClient.connect(rig.port())) {
            client.setting(FIRST_WINDOW, 0).get(1, "/10");
            assertThat(client.outcome()).isEqualTo("fine");
            client.setting(FIRST_WINDOW, 4);
            assertThat(client.next(FrameClient.DATA).text()).isEqualTo(expected(4));
            client.setting(FIRST_WINDOW, 10);
            assertThat(client.next(FrameClient.DATA).text())
                    .isEqualTo(expected(10).substring(4));
        }
    }

    @Test
    void a_window_below_zero_must_be_paid_back_first() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, handler);
                FrameClient client = FrameClient.connect(rig.port())) {
            client.setting(FIRST_WINDOW, 100).get(1, "/150");
            assertThat(client.next(FrameClient.DATA).text()).hasSize(100);
            client.setting(FIRST_WINDOW, 40).windowUpdate(1, 60);
            assertThat(client.outcome()).isEqualTo("fine");
            client.windowUpdate(1, 10);
            assertThat(client.next(FrameClient.DATA).text()).hasSize(10);
            client.windowUpdate(1, 1000);
            FrameClient.Frame last = client.next(FrameClient.DATA);
            assertThat(last.text()).hasSize(40);
            assertThat(last.ends()).isTrue();
        }
    }

    @Test
    void a_stream_that_nobody_reads_does_not_hold_up_another() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, handler);
                FrameClient client = FrameClient.connect(rig.port())) {
            client.windowUpdate(0, 1 << 20).setting(FIRST_WINDOW, 50_000);
            client.get(1, "/10000000");
            int got = 0;
            while (got < 50_000) {
                got += client.next(FrameClient.DATA).text().length();
            }
            assertThat(got).isEqualTo(50_000);
            rig.pool.forgetMost();
            for (int stream = 3; stream < 23; stream += 2) {
                client.get(stream, "/20000");
                assertThat(client.answer(stream).replace(" ", "")).isEqualTo("200" + expected(20_000));
            }
            assertThat(rig.pool.most()).isLessThan(12);
        }
    }

    @Test
    void a_request_that_came_along_with_one_for_much_is_read_when_there_is_room_again() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, handler);
                FrameClient client = FrameClient.connect(rig.port())) {
            client.windowUpdate(0, 1 << 20).setting(FIRST_WINDOW, 1 << 20);
            assertThat(client.outcome()).isEqualTo("fine");
            byte[] first = FrameClient.bytes(FrameClient.HEADERS, 5, 1, FrameClient.head("GET", "/500000"));
            byte[] second = FrameClient.bytes(FrameClient.HEADERS, 5, 3, FrameClient.head("GET", "/10"));
            client.raw.send(ByteBuffer.allocate(first.length + second.length)
                    .put(first)
                    .put(second)
                    .array());
            assertThat(client.answer(3)).isEqualTo("200 " + expected(10));
        }
    }

    @Test
    void a_large_answer_comes_whole_through_small_windows() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, handler);
                FrameClient client = FrameClient.connect(rig.port())) {
            client.get(1, "/3000000");
            StringBuilder got = new StringBuilder();
            FrameClient.Frame frame = client.next(FrameClient.DATA);
            while (true) {
                got.append(frame.text());
                if (frame.ends()) {
                    break;
                }
                client.windowUpdate(1, frame.text().length())
                        .windowUpdate(0, frame.text().length());
                frame = client.next(FrameClient.DATA);
            }
            assertThat(got.toString()).isEqualTo(expected(3_000_000));
        }
    }

    @Test
    void an_answer_whose_window_stays_shut_resets_its_stream_alone() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.quick(QUICK), handler);
                FrameClient client = FrameClient.connect(rig.port())) {
            client.setting(FIRST_WINDOW, 0).get(1, "/10");
            assertThat(client.answer(1)).isEqualTo("200 reset 8");
            assertThat(gone).hasValue(1);
            client.setting(FIRST_WINDOW, 10).get(3, "/10");
            assertThat(client.answer(3)).isEqualTo("200 " + expected(10));
        }
    }

    @Test
    void a_client_that_reads_nothing_is_given_up() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.quick(QUICK), handler)) {
            FrameClient client = FrameClient.connect(rig.port());
            client.windowUpdate(0, 1 << 30).setting(FIRST_WINDOW, 1 << 30);
            client.get(1, "/50000000");
            ListenerRig.await("the client is given up", () -> gone.get() == 1);
            rig.awaitBaseline();
            client.close();
        }
    }

    @Test
    void what_has_begun_is_owed_in_time() throws Exception {
        byte[] half = Arrays.copyOf(FrameClient.head("GET", "/"), 10);
        byte[] head = FrameClient.bytes(FrameClient.HEADERS, 1, 1, half);
        byte[][] unfinished = {
            head, // a block without its continuation
            Arrays.copyOf(head, 12), // a frame without its payload
            Arrays.copyOf(head, 5), // a frame's header
            FrameClient.bytes(FrameClient.PING, 0, 0, new byte[4]) // said to be longer
        };
        unfinished[3][2] = 8;
        for (byte[] bytes : unfinished) {
            try (ListenerRig rig = new ListenerRig(ListenerRig.quick(QUICK), handler);
                    FrameClient client = FrameClient.connect(rig.port())) {
                client.raw.send(bytes);
                assertThat(client.next(FrameClient.GOAWAY).code()).isEqualTo(11);
                assertThat(client.next()).isNull();
            }
        }
    }

    @Test
    void settings_are_owed_behind_the_preface() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.quick(QUICK), handler);
                RawClient raw = RawClient.connect(rig.port())) {
            raw.send(FrameClient.PREFACE);
            FrameClient client = FrameClient.over(raw);
            assertThat(client.next().type()).isEqualTo(FrameClient.SETTINGS);
            assertThat(client.next(FrameClient.GOAWAY).code()).isEqualTo(1);
            assertThat(client.next()).isNull();
        }
    }

    @Test
    void pings_do_not_keep_an_idle_connection() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.quick(QUICK), handler);
                FrameClient client = FrameClient.connect(rig.port())) {
            client.get(1, "/3");
            assertThat(client.answer(1)).isEqualTo("200 abc");
            FrameClient.Frame frame;
            do {
                // Slowly: many at once would be a fault of their own.
                LockSupport.parkNanos(1_000_000);
                client.frame(FrameClient.PING, 0, 0, new byte[8]);
                frame = client.next();
            } while (frame.type() == FrameClient.PING);
            assertThat(frame.type()).isEqualTo(FrameClient.GOAWAY);
            assertThat(frame.code()).isZero();
        }
    }

    @Test
    void bodies_that_nobody_reads_stay_within_the_budget_of_all() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, exchange -> {})) {
            FrameClient[] clients = new FrameClient[3];
            String outcome = "fine";
            for (int i = 0; i < clients.length; i++) {
                clients[i] = FrameClient.connect(rig.port());
                for (int stream = 1; stream <= 13; stream += 2) {
                    clients[i].post(stream, "/");
                    for (int piece = 0; piece < 7; piece++) {
                        clients[i].frame(FrameClient.DATA, 0, stream, new byte[16_384]);
                    }
                }
                outcome = clients[i].outcome();
            }
            assertThat(outcome).endsWith(" 11").startsWith("reset ");
            assertThat(rig.heldBytes.taken()).isLessThanOrEqualTo(1 << 20);
            for (FrameClient client : clients) {
                client.close();
            }
            rig.awaitBaseline();
        }
    }

    @Test
    void a_large_head_of_an_answer_comes_in_pieces() throws Exception {
        ExchangeHandler large = exchange -> {
            FieldBlock fields = new FieldBlock();
            for (int i = 0; i < 30; i++) {
                fields.add("x-" + i, "v".repeat(1_000));
            }
            WholeAnswer.send(exchange, 200, fields, ByteBuffer.wrap("x".getBytes(StandardCharsets.ISO_8859_1)));
        };
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, large);
                FrameClient client = FrameClient.connect(rig.port())) {
            client.get(1, "/");
            FrameClient.Frame head = client.next(FrameClient.HEADERS);
            assertThat(head.text()).hasSize(16_384);
            assertThat(head.flags()).isZero();
            FrameClient.Frame rest = client.next();
            assertThat(rest.type()).isEqualTo(FrameClient.CONTINUATION);
            assertThat(rest.flags()).isEqualTo(FrameClient.END_HEADERS);
            FrameClient.Frame whole = new FrameClient.Frame(1, 4, 1, head.text() + rest.text());
            assertThat(client.fields(whole)).containsEntry("x-29", "v".repeat(1_000));
            assertThat(client.next(FrameClient.DATA).text()).isEqualTo("x");
        }
    }
}
