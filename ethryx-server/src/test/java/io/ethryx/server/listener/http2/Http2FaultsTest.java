package io.ethryx.server.listener.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ExchangeHandler;
import io.ethryx.server.listener.ListenerRig;
import io.ethryx.server.listener.RecordingHandler;
import io.ethryx.server.testing.FrameClient;
import io.ethryx.server.testing.RawClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which frames end what: nothing, their stream, or the connection (RFC 9113 sections 4 to 6). */
class Http2FaultsTest {

    private static final int END_HEADERS = FrameClient.END_HEADERS;
    private static final int END_STREAM = FrameClient.END_STREAM;
    private static final int PADDED = FrameClient.PADDED;
    private static final int PRIORITIZED = FrameClient.PRIORITIZED;
    private static final byte[] NOTHING = {};

    private final RecordingHandler handler = new RecordingHandler();
    private final Map<String, String> wrong = new LinkedHashMap<>();
    private ListenerRig rig;

    /** What a client sends after it has greeted. */
    private interface Sending {
        void to(FrameClient client) throws Exception;
    }

    @BeforeEach
    void listen() throws Exception {
        rig = new ListenerRig(ListenerRig.LIMITS, handler);
    }

    @AfterEach
    void every_row_held_and_nothing_is_left() throws Exception {
        rig.close();
        assertThat(wrong).isEmpty();
    }

    private void row(String name, String expected, Sending sending) throws Exception {
        try (FrameClient client = FrameClient.connect(rig.port())) {
            sending.to(client);
            String outcome = client.outcome();
            if (!outcome.equals(expected)) {
                wrong.put(name, outcome + " and not " + expected);
            } else if (!expected.startsWith("goaway")) {
                client.get(1001, "/alive");
                String answer = client.answer(1001);
                if (!answer.equals("200 GET 0")) {
                    wrong.put(name, "then " + answer);
                }
            } else if (client.next() != null) {
                wrong.put(name, "goes on after GOAWAY");
            }
        }
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    @Test
    void frames_that_stand_where_they_may_not() throws Exception {
        row("DATA without a stream", "goaway 1", c -> c.data(0, "x", false));
        row("HEADERS without a stream", "goaway 1", c -> c.get(0, "/"));
        row("RST_STREAM without a stream", "goaway 1", c -> c.reset(0, 8));
        row("PRIORITY without a stream", "goaway 1", c -> c.frame(FrameClient.PRIORITY, 0, 0, new byte[5]));
        row("SETTINGS of a stream", "goaway 1", c -> c.frame(FrameClient.SETTINGS, 0, 1, NOTHING));
        row("PING of a stream", "goaway 1", c -> c.frame(FrameClient.PING, 0, 1, new byte[8]));
        row("GOAWAY of a stream", "goaway 1", c -> c.frame(FrameClient.GOAWAY, 0, 1, new byte[8]));
        row("PUSH_PROMISE", "goaway 1", c -> c.frame(FrameClient.PUSH_PROMISE, END_HEADERS, 1, new byte[4]));
        row("an even stream", "goaway 1", c -> c.get(2, "/"));
        row("a stream that goes back", "goaway 1", c -> c.get(5, "/").get(3, "/"));
        row("a stream begun twice", "goaway 5", c -> {
            c.get(1, "/");
            c.answer(1);
            c.get(1, "/");
        });
        row("DATA of an idle stream", "goaway 1", c -> c.data(1, "x", true));
        row("RST_STREAM of an idle stream", "goaway 1", c -> c.reset(1, 8));
        row("WINDOW_UPDATE of an idle stream", "goaway 1", c -> c.windowUpdate(1, 1));
        row("RST_STREAM of an even stream", "goaway 1", c -> c.get(3, "/").reset(2, 8));
        row("CONTINUATION of nothing", "goaway 1", c -> c.frame(FrameClient.CONTINUATION, END_HEADERS, 1, NOTHING));
        row("PRIORITY of an idle stream", "fine", c -> c.frame(FrameClient.PRIORITY, 0, 7, new byte[5]));
        row("PRIORITY on itself", "fine", c -> c.frame(FrameClient.PRIORITY, 0, 7, bytes(0, 0, 0, 7, 1)));
        row("HEADERS that depend on themselves", "fine", c -> {
            byte[] head = join(bytes(0, 0, 0, 1, 9), FrameClient.head("GET", "/"));
            c.frame(FrameClient.HEADERS, END_STREAM | END_HEADERS | PRIORITIZED, 1, head);
            assertThat(c.answer(1)).isEqualTo("200 GET 0");
        });
        row("a frame of no known type", "fine", c -> c.frame(0x77, 0xFF, 1, new byte[100]));
        row("an empty frame of no known type", "fine", c -> c.frame(0x77, 0xFF, 0, NOTHING));
        row("the reserved bit of a stream", "fine", c -> c.frame(0x77, 0, 0x8000_0001, NOTHING));
    }

    @Test
    void frames_of_impossible_sizes() throws Exception {
        row("DATA over 16,384", "goaway 6", c -> c.post(1, "/").frame(FrameClient.DATA, 0, 1, new byte[16_385]));
        row("DATA of 16,384", "fine", c -> c.post(1, "/").frame(FrameClient.DATA, 0, 1, new byte[16_384]));
        row("an unknown frame over 16,384", "goaway 6", c -> c.frame(0x77, 0, 0, new byte[16_385]));
        row("RST_STREAM of 5", "goaway 6", c -> c.post(1, "/").frame(FrameClient.RST_STREAM, 0, 1, new byte[5]));
        row("PING of 7", "goaway 6", c -> c.frame(FrameClient.PING, 0, 0, new byte[7]));
        row("WINDOW_UPDATE of 3", "goaway 6", c -> c.frame(FrameClient.WINDOW_UPDATE, 0, 0, new byte[3]));
        row("SETTINGS of 5", "goaway 6", c -> c.frame(FrameClient.SETTINGS, 0, 0, new byte[5]));
        row("an acknowledgement of 6", "goaway 6", c -> c.frame(FrameClient.SETTINGS, 1, 0, new byte[6]));
        row("GOAWAY of 7", "goaway 6", c -> c.frame(FrameClient.GOAWAY, 0, 0, new byte[7]));
        row("PRIORITY of 4", "reset 1 6", c -> c.post(1, "/").frame(FrameClient.PRIORITY, 0, 1, new byte[4]));
        row(
                "DATA that has no room for its padding",
                "goaway 6",
                c -> c.post(1, "/").frame(FrameClient.DATA, PADDED, 1, NOTHING));
        row(
                "HEADERS that have no room for their priority",
                "goaway 6",
                c -> c.frame(FrameClient.HEADERS, END_HEADERS | PRIORITIZED, 1, new byte[4]));
    }

    @Test
    void padding() throws Exception {
        row("more padding than DATA", "goaway 1", c -> c.post(1, "/").frame(FrameClient.DATA, PADDED, 1, bytes(5, 1)));
        row(
                "more padding than HEADERS",
                "goaway 1",
                c -> c.frame(FrameClient.HEADERS, END_HEADERS | PADDED, 1, bytes(9, 1, 2)));
        row("padding is no data", "fine", c -> {
            c.post(1, "/", "content-length", "2");
            c.frame(FrameClient.DATA, PADDED | END_STREAM, 1, bytes(3, 'h', 'i', 0, 0, 0));
            assertThat(c.answer(1)).isEqualTo("200 POST 2");
        });
        row("padding alone", "fine", c -> {
            c.post(1, "/").frame(FrameClient.DATA, PADDED, 1, bytes(2, 0, 0));
            c.frame(FrameClient.DATA, PADDED | END_STREAM, 1, bytes(0));
            assertThat(c.answer(1)).isEqualTo("200 POST 0");
        });
        row("padding and priority of a head", "fine", c -> {
            byte[] head = join(bytes(4), new byte[5], FrameClient.head("GET", "/"), new byte[4]);
            c.frame(FrameClient.HEADERS, END_STREAM | END_HEADERS | PADDED | PRIORITIZED, 1, head);
            assertThat(c.answer(1)).isEqualTo("200 GET 0");
        });
    }

    @Test
    void windows() throws Exception {
        row(
                "a stream's window that opens by nothing",
                "reset 1 1",
                c -> c.post(1, "/").windowUpdate(1, 0));
        row("the connection's window that opens by nothing", "goaway 1", c -> c.windowUpdate(0, 0));
        row("a stream's window over the limit", "reset 1 3", c -> c.post(1, "/").windowUpdate(1, Integer.MAX_VALUE));
        row("the connection's window over the limit", "goaway 3", c -> c.windowUpdate(0, Integer.MAX_VALUE));
        row("the largest windows", "fine", c -> {
            c.setting(4, Integer.MAX_VALUE).windowUpdate(0, Integer.MAX_VALUE - 65_535);
            c.get(1, "/");
            assertThat(c.answer(1)).isEqualTo("200 GET 0");
        });
        row(
                "a first window that lifts an open one over the limit",
                "goaway 3",
                c -> c.post(1, "/").windowUpdate(1, Integer.MAX_VALUE - 65_535).setting(4, 65_536));
    }

    @Test
    void settings() throws Exception {
        row("push neither on nor off", "goaway 1", c -> c.setting(2, 2));
        row("extended CONNECT neither on nor off", "goaway 1", c -> c.setting(8, 2));
        row("a window over the limit", "goaway 3", c -> c.setting(4, 0x8000_0000));
        row("frames too small", "goaway 1", c -> c.setting(5, 16_383));
        row("frames too large", "goaway 1", c -> c.setting(5, 1 << 24));
        row("unknown", "fine", c -> c.setting(0x4242, 7));
        row("a huge header table", "fine", c -> c.setting(1, -1));
        row("no header table", "fine", c -> {
            c.setting(1, 0).get(1, "/");
            assertThat(c.answer(1)).isEqualTo("200 GET 0");
        });
        row("an acknowledgement of nothing", "fine", c -> c.frame(FrameClient.SETTINGS, 1, 0, NOTHING));
    }

    @Test
    void blocks_of_fields() throws Exception {
        byte[] head = FrameClient.head("GET", "/pieces");
        byte[] half = Arrays.copyOf(head, 10);
        row(
                "another stream amid a block",
                "goaway 1",
                c -> c.frame(FrameClient.HEADERS, END_STREAM, 1, half)
                        .frame(FrameClient.CONTINUATION, END_HEADERS, 3, NOTHING));
        row(
                "DATA amid a block",
                "goaway 1",
                c -> c.frame(FrameClient.HEADERS, 0, 1, half).data(1, "x", false));
        row(
                "an unknown frame amid a block",
                "goaway 1",
                c -> c.frame(FrameClient.HEADERS, 0, 1, half).frame(0x77, 0, 0, NOTHING));
        row("an empty beginning", "fine", c -> {
            c.frame(FrameClient.HEADERS, END_STREAM, 1, NOTHING);
            c.frame(FrameClient.CONTINUATION, 0, 1, head);
            c.frame(FrameClient.CONTINUATION, END_HEADERS, 1, NOTHING);
            assertThat(c.answer(1)).isEqualTo("200 GET 0");
        });
        row("an index of nothing", "goaway 9", c -> c.frame(FrameClient.HEADERS, 5, 1, bytes(0x80)));
        row("an index beyond the table", "goaway 9", c -> c.frame(FrameClient.HEADERS, 5, 1, bytes(0xBE)));
        row("a length beyond the block", "goaway 9", c -> c.frame(FrameClient.HEADERS, 5, 1, bytes(0, 1, 'a', 9, 'b')));
        row(
                "Huffman codes that end wrongly",
                "goaway 9",
                c -> c.frame(FrameClient.HEADERS, 5, 1, bytes(0, 1, 'a', 0x81, 0)));
        row(
                "the end within Huffman codes",
                "goaway 9",
                c -> c.frame(FrameClient.HEADERS, 5, 1, bytes(0, 1, 'a', 0x84, 0xFF, 0xFF, 0xFF, 0xFF)));
        row(
                "a number without end",
                "goaway 9",
                c -> c.frame(FrameClient.HEADERS, 5, 1, bytes(0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF)));
        row(
                "a table larger than allowed",
                "goaway 9",
                c -> c.frame(FrameClient.HEADERS, 5, 1, bytes(0x3F, 0xE2, 0x1F)));
        row(
                "a block that can't be unpacked, of a stream that was reset",
                "goaway 9",
                c -> c.post(1, "/").reset(1, 8).frame(FrameClient.HEADERS, 5, 1, bytes(0x80)));
    }

    @Test
    void trailers() throws Exception {
        byte[] field = FrameClient.block("x-t", "v");
        row("without an end", "reset 1 1", c -> c.post(1, "/").frame(FrameClient.HEADERS, END_HEADERS, 1, field));
        row("behind the end", "reset 1 5", c -> {
            // The answer waits for the window, so that the stream is half closed.
            c.setting(4, 0).get(1, "/").frame(FrameClient.HEADERS, 5, 1, field).setting(4, 65_535);
        });
        row(
                "of a stream that was reset",
                "fine",
                c -> c.post(1, "/").reset(1, 8).frame(FrameClient.HEADERS, 5, 1, field));
    }

    @Test
    void what_comes_late() throws Exception {
        row(
                "DATA behind the end of the request",
                "reset 1 5",
                c -> c.setting(4, 0).get(1, "/").data(1, "x", false).setting(4, 65_535));
        row("DATA behind the end of both", "reset 1 5", c -> {
            c.get(1, "/");
            c.answer(1);
            c.data(1, "x", true);
        });
        row(
                "DATA of a stream that the client reset",
                "fine",
                c -> c.post(1, "/").reset(1, 8).data(1, "x", true));
        row(
                "DATA of a stream that was refused",
                "reset 1 1",
                c -> c.get(1, "nowhere").data(1, "x", true));
        row("RST_STREAM twice", "fine", c -> c.post(1, "/").reset(1, 8).reset(1, 8));
        row("RST_STREAM behind the end", "fine", c -> {
            c.get(1, "/");
            c.answer(1);
            c.reset(1, 8);
        });
        row("WINDOW_UPDATE behind the end", "fine", c -> {
            c.get(1, "/");
            c.answer(1);
            c.windowUpdate(1, 100).windowUpdate(1, 0);
        });
    }

    @Test
    void an_empty_body_that_was_announced_is_awaited_before_anything_is_done() throws Exception {
        try (FrameClient client = FrameClient.connect(rig.port())) {
            client.post(1, "/held", "content-length", "0");
            assertThat(client.outcome()).isEqualTo("fine");
            assertThat(handler.begun).isEmpty();
            client.data(1, "", true);
            assertThat(client.answer(1)).isEqualTo("200 POST 0");
            client.post(3, "/more", "content-length", "0").data(3, "x", true);
            assertThat(client.answer(3)).isEqualTo("reset 1");
            client.post(5, "/trailed", "content-length", "0");
            client.frame(FrameClient.HEADERS, 5, 5, FrameClient.block("x-t", "v"));
            assertThat(client.answer(5)).isEqualTo("200 POST 0");
        }
        assertThat(handler.begun).containsExactly("POST /held", "POST /trailed");
    }

    @Test
    void settings_come_first_whatever_the_client_says() throws Exception {
        for (byte[] first : new byte[][] {
            FrameClient.bytes(FrameClient.PING, 0, 0, new byte[8]),
            FrameClient.bytes(FrameClient.SETTINGS, 1, 0, NOTHING),
            FrameClient.bytes(FrameClient.HEADERS, 5, 1, FrameClient.head("GET", "/")),
            "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1)
        }) {
            try (RawClient raw = RawClient.connect(rig.port())) {
                raw.send(FrameClient.PREFACE).send(first);
                FrameClient client = FrameClient.over(raw);
                assertThat(client.next().type()).isEqualTo(FrameClient.SETTINGS);
                assertThat(client.next(FrameClient.GOAWAY).code()).isEqualTo(1);
                assertThat(client.next()).isNull();
            }
        }
        assertThat(handler.begun).isEmpty();
    }

    @Test
    void heads_over_the_limit_get_431_and_the_compression_stays_in_step() throws Exception {
        byte[] indexed = join(
                bytes(0x40, 3),
                "x-i".getBytes(StandardCharsets.ISO_8859_1),
                bytes(3),
                "was".getBytes(StandardCharsets.ISO_8859_1));
        byte[] useIt = bytes(0x80 | 62);
        String[] crumbs = new String[20_000];
        Arrays.fill(crumbs, "a");
        for (int i = 0; i < crumbs.length; i += 2) {
            crumbs[i] = "cookie";
        }
        byte[] bomb = join(
                bytes(0x40, 1, 'b', 0x7F, 0xA1, 0x1E), "x".repeat(4000).getBytes(StandardCharsets.ISO_8859_1), indexed);
        byte[] references = new byte[16_000];
        Arrays.fill(references, (byte) (0x80 | 62));
        byte[][] heads = {
            join(FrameClient.head("GET", "/" + "x".repeat(17_000)), indexed),
            join(FrameClient.head("GET", "/", "x-long", "y".repeat(100_000)), indexed),
            join(FrameClient.head("GET", "/", crumbs), indexed),
            join(FrameClient.head("GET", "/", many("x-same", 401)), indexed),
            join(bomb, references)
        };
        try (FrameClient client = FrameClient.connect(rig.port())) {
            int stream = 1;
            for (byte[] head : heads) {
                pieces(client, stream, head);
                assertThat(client.answer(stream)).isEqualTo("431");
                client.frame(FrameClient.HEADERS, 5, stream + 2, join(FrameClient.head("GET", "/fine"), useIt));
                assertThat(client.answer(stream + 2)).isEqualTo("200 GET 0");
                assertThat(handler.next().headers().getFirst("x-i")).isEqualTo("was");
                stream += 4;
            }
        }
        assertThat(rig.heldBytes.taken()).isZero();
    }

    private static String[] many(String name, int lines) {
        String[] all = new String[2 * lines];
        for (int i = 0; i < all.length; i += 2) {
            all[i] = name;
            all[i + 1] = "v" + i;
        }
        return all;
    }

    private static void pieces(FrameClient client, int stream, byte[] block) throws IOException {
        int type = FrameClient.HEADERS;
        int flags = END_STREAM;
        for (int from = 0; from < block.length; from += 16_384) {
            int to = Math.min(block.length, from + 16_384);
            client.frame(
                    type,
                    to == block.length ? flags | END_HEADERS : flags,
                    stream,
                    Arrays.copyOfRange(block, from, to));
            type = FrameClient.CONTINUATION;
            flags = 0;
        }
    }

    @Test
    void many_lines_of_one_name_are_passed_on_and_crumbs_are_joined() throws Exception {
        ExchangeHandler counting = exchange -> RecordingHandler.send(
                exchange,
                exchange.requestFields().size() + " " + exchange.requestFields().value(KnownField.COOKIE));
        try (ListenerRig counted = new ListenerRig(ListenerRig.LIMITS, counting);
                FrameClient client = FrameClient.connect(counted.port())) {
            client.get(1, "/", many("x-same", 300));
            assertThat(client.answer(1)).isEqualTo("200 301 null");
            client.get(3, "/", many("cookie", 4));
            assertThat(client.answer(3)).isEqualTo("200 2 v0; v2; v4; v6");
            client.get(5, "/", many("cookie", 300));
            assertThat(client.answer(5)).startsWith("200 2 v0; v2; ").endsWith("; v598");
        }
    }

    @Test
    void a_block_beyond_all_measure_ends_the_connection() throws Exception {
        row("129 KiB", "goaway 11", c -> {
            c.frame(FrameClient.HEADERS, END_STREAM, 1, new byte[16_384]);
            for (int i = 0; i < 8; i++) {
                c.frame(FrameClient.CONTINUATION, 0, 1, new byte[16_384]);
            }
        });
        assertThat(rig.heldBytes.taken()).isZero();
    }

    @Test
    void what_is_said_with_codes_that_break_does_not_reach_the_next_request() throws Exception {
        try (FrameClient client = FrameClient.connect(rig.port())) {
            // Huffman for "www.example.com" (RFC 7541 appendix C.4.1).
            byte[] code = bytes(0x8C, 0xF1, 0xE3, 0xC2, 0xE5, 0xF2, 0x3A, 0x6B, 0xA0, 0xAB, 0x90, 0xF4, 0xFF);
            for (int stream = 1; stream < 40; stream += 2) {
                byte[] head = join(FrameClient.head("GET", "/"), bytes(0, 3, 'x', '-', 'h'), code);
                client.frame(FrameClient.HEADERS, 5, stream, head);
                assertThat(client.answer(stream)).isEqualTo("200 GET 0");
                assertThat(handler.next().headers().get("x-h")).containsExactly("www.example.com");
            }
            byte[] broken = join(FrameClient.head("GET", "/"), bytes(0, 3, 'x', '-', 'h', 0x82, 0xF1, 0x00));
            client.frame(FrameClient.HEADERS, 5, 41, broken);
            assertThat(client.outcome()).isEqualTo("goaway 9");
        }
        assertThat(handler.seen).isEmpty();
    }

    @Test
    void data_beyond_the_windows() throws Exception {
        // A handler that reads nothing.
        try (ListenerRig still = new ListenerRig(ListenerRig.LIMITS, exchange -> {});
                FrameClient client = FrameClient.connect(still.port())) {
            for (int stream = 1; stream <= 13; stream += 2) {
                client.post(stream, "/");
                for (int i = 0; i < 8; i++) {
                    client.frame(FrameClient.DATA, 0, stream, new byte[16_384]);
                }
            }
            assertThat(client.outcome()).isEqualTo("fine");
            client.data(1, "x", false);
            assertThat(client.outcome()).isEqualTo("reset 1 3");
            client.post(15, "/");
            client.frame(FrameClient.DATA, 0, 15, new byte[16_384]);
            assertThat(client.outcome()).isEqualTo("fine");
            try {
                for (int stream = 17; stream <= 33; stream += 2) {
                    client.post(stream, "/");
                    for (int i = 0; i < 8; i++) {
                        client.frame(FrameClient.DATA, 0, stream, new byte[16_384]);
                    }
                }
            } catch (IOException closed) {
                // It was told to go while it still sent; what it was told is there to be read.
            }
            assertThat(client.outcome()).isEqualTo("goaway 3");
        }
    }

    @Test
    void the_acknowledgement_of_our_settings_and_of_theirs() throws Exception {
        try (FrameClient client = FrameClient.connect(rig.port())) {
            client.next(FrameClient.WINDOW_UPDATE);
            FrameClient.Frame ack = client.next();
            assertThat(ack.type()).isEqualTo(FrameClient.SETTINGS);
            assertThat(ack.flags()).isEqualTo(1);
            byte[] opaque =
                    ByteBuffer.allocate(8).putLong(0x0102_0304_0506_0708L).array();
            client.frame(FrameClient.PING, 0, 0, opaque);
            FrameClient.Frame pong = client.next();
            assertThat(pong.type()).isEqualTo(FrameClient.PING);
            assertThat(pong.flags()).isEqualTo(1);
            assertThat(pong.payload()).isEqualTo(opaque);
        }
    }
}
