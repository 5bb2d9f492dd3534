package io.ethryx.server.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.budget.ByteBudget;
import io.ethryx.server.testing.CountingBuffers;
import io.ethryx.server.testing.WebSocketFrames;
import io.ethryx.server.testing.WebSocketFrames.Frame;
import io.ethryx.server.timer.TimerWheel;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HeardEndTest {

    private static final int BUFFER = 64;
    private static final int CONTINUED = 0x00;
    private static final int LAST = 0x80;
    private static final int BEGUN = 0x01;

    private final CountingBuffers buffers = new CountingBuffers(BUFFER);
    private final Deque<Runnable> later = new ArrayDeque<>();
    private final List<Tunnel.Outcome> outcomes = new ArrayList<>();
    private ByteBudget budget = new ByteBudget(64L * 1024 * 1024);
    private MemoryEnd client = new MemoryEnd();
    private MemoryEnd upstream = new MemoryEnd();
    private Tunnel tunnel;

    /**
     * Answers {@code ask X} with {@code told X} and drops {@code drop}; after {@code wait} it makes {@code heard X} of the
     * upstream's next X.
     */
    private static final class Parrot implements Conversation {

        private final List<String> heard = new ArrayList<>();
        private boolean waiting;

        @Override
        public byte[] asked(byte[] message, Consumer<byte[]> reply) {
            String text = new String(message, StandardCharsets.ISO_8859_1);
            heard.add(text);
            waiting |= text.equals("wait");
            if (text.startsWith("ask ")) {
                reply.accept(bytes("told " + text.substring(4)));
                return null;
            }
            return text.equals("drop") ? null : text.equals("change") ? bytes("changed") : message;
        }

        @Override
        public boolean isWaiting() {
            return waiting;
        }

        @Override
        public byte[] answered(byte[] message) {
            waiting = false;
            return bytes("heard " + new String(message, StandardCharsets.ISO_8859_1));
        }

        @Override
        public void missed(byte[] beginning, Consumer<byte[]> reply) {
            waiting = false;
            reply.accept(bytes("missed " + new String(beginning, 0, 4, StandardCharsets.ISO_8859_1)));
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private Parrot start() {
        Parrot parrot = new Parrot();
        client = new MemoryEnd();
        upstream = new MemoryEnd();
        HeardEnd heard = new HeardEnd(upstream, parrot, new HeardEnd.Means(later::add, buffers, budget));
        tunnel = new Tunnel(
                client,
                heard,
                new Tunnel.Means(later::add, new TimerWheel(() -> 0), buffers, Optional.empty()),
                (ended, outcome) -> outcomes.add(outcome));
        tunnel.start();
        return parrot;
    }

    private void runLater() {
        while (!later.isEmpty()) {
            later.remove().run();
        }
    }

    private void asks(String text) {
        client.sends(WebSocketFrames.text(text, true));
        runLater();
    }

    private List<Frame> atClient() {
        return WebSocketFrames.read(client.received());
    }

    private List<Frame> atUpstream() {
        return WebSocketFrames.read(upstream.received());
    }

    @AfterEach
    void nothing_is_held_after_the_end() {
        tunnel.cut();
        assertThat(buffers.out()).isZero();
        assertThat(budget.taken()).isZero();
    }

    @Test
    void a_message_is_answered_dropped_changed_or_passed_and_the_rest_of_the_stream_is_as_it_was() {
        start();
        asks("hello");
        asks("ask 1");
        asks("drop");
        asks("change");
        client.sends(WebSocketFrames.frame(0x89, true, bytes("ping")));
        upstream.sends(WebSocketFrames.text("news", false));
        assertThat(atUpstream()).extracting(Frame::text).containsExactly("hello", "changed", "ping");
        assertThat(atUpstream()).allMatch(Frame::masked);
        assertThat(atClient()).extracting(Frame::text).containsExactly("told 1", "news");
        assertThat(atClient()).noneMatch(Frame::masked);
        assertThat(budget.taken()).isZero();
    }

    @Test
    void fragments_are_put_together_and_what_passes_passes_in_its_own_frames() {
        Parrot parrot = start();
        byte[] ping = WebSocketFrames.frame(0x89, true, bytes("amid"));
        List<byte[]> parts = List.of(
                WebSocketFrames.frame(BEGUN, true, bytes("in ")),
                ping,
                WebSocketFrames.frame(CONTINUED, true, bytes("")),
                WebSocketFrames.frame(CONTINUED, true, bytes("par")),
                WebSocketFrames.frame(LAST, true, bytes("ts")));
        for (byte b : WebSocketFrames.join(parts)) {
            client.sends(new byte[] {b});
        }
        assertThat(parrot.heard).containsExactly("in parts");
        assertThat(upstream.received())
                .isEqualTo(WebSocketFrames.join(List.of(ping, parts.get(0), parts.get(2), parts.get(3), parts.get(4))));
        client.sends(WebSocketFrames.join(List.of(
                WebSocketFrames.frame(BEGUN, true, bytes("as")), WebSocketFrames.frame(LAST, true, bytes("k 2")))));
        runLater();
        assertThat(atClient())
                .singleElement()
                .satisfies(f -> assertThat(f.text()).isEqualTo("told 2"));
    }

    @Test
    void a_reply_stands_between_two_messages_and_may_stand_beside_control_frames() {
        start();
        upstream.sends(WebSocketFrames.frame(BEGUN, false, bytes("one ")));
        asks("ask 1");
        upstream.sends(WebSocketFrames.frame(0x8A, false, bytes("pong")));
        assertThat(atClient()).extracting(Frame::text).containsExactly("one ", "pong");
        byte[] rest = WebSocketFrames.frame(LAST, false, bytes("message"));
        upstream.sends(Arrays.copyOf(rest, 4));
        upstream.sends(Arrays.copyOfRange(rest, 4, rest.length));
        assertThat(atClient()).extracting(Frame::text).containsExactly("one ", "pong", "message", "told 1");
    }

    @Test
    void while_an_answer_is_awaited_the_upstreams_next_message_is_heard_and_replies_may_pass_it() {
        start();
        asks("wait");
        upstream.sends(WebSocketFrames.frame(BEGUN, false, bytes("an ")));
        asks("ask 1");
        assertThat(atClient()).extracting(Frame::text).containsExactly("told 1");
        upstream.sends(WebSocketFrames.frame(LAST, false, bytes("answer")));
        upstream.sends(WebSocketFrames.text("news", false));
        assertThat(atClient()).extracting(Frame::text).containsExactly("told 1", "heard an answer", "news");
    }

    @Test
    void what_is_no_plain_text_passes_unheard() {
        Parrot parrot = start();
        List<byte[]> sent = List.of(
                WebSocketFrames.frame(0x82, true, bytes("ask 1")),
                WebSocketFrames.frame(0xC1, true, bytes("ask 2")),
                WebSocketFrames.frame(0x80, true, bytes("ask 3")));
        client.sends(WebSocketFrames.join(sent));
        assertThat(upstream.received()).isEqualTo(WebSocketFrames.join(sent));
        assertThat(parrot.heard).isEmpty();
    }

    @Test
    void a_message_that_is_too_long_passes_unheard_and_the_next_one_is_heard() {
        Parrot parrot = start();
        byte[] most = new byte[HeardEnd.MOST_ASKED_BYTES - 14];
        client.sends(WebSocketFrames.frame(0x81, true, most));
        runLater();
        assertThat(parrot.heard).hasSize(1);
        client.sends(WebSocketFrames.frame(0x81, true, new byte[HeardEnd.MOST_ASKED_BYTES]));
        runLater();
        asks("ask 1");
        assertThat(parrot.heard).hasSize(2);
        assertThat(atUpstream()).hasSize(2);
        assertThat(atClient())
                .singleElement()
                .satisfies(f -> assertThat(f.text()).isEqualTo("told 1"));
    }

    @Test
    void a_message_without_an_end_holds_no_more_than_one_of_the_longest() {
        start();
        byte[] frame = WebSocketFrames.frame(CONTINUED, true, new byte[100_000]);
        client.sends(WebSocketFrames.frame(BEGUN, true, bytes("never")));
        long passed = 0;
        for (int i = 0; i < 100; i++) {
            client.sends(frame);
            runLater();
            assertThat(budget.taken()).isLessThanOrEqualTo(2L * HeardEnd.MOST_ASKED_BYTES);
            passed += frame.length;
        }
        assertThat((long) upstream.received().length).isGreaterThan(passed);
        byte[] empty = WebSocketFrames.frame(CONTINUED, true, new byte[0]);
        start();
        client.sends(WebSocketFrames.frame(BEGUN, true, bytes("never")));
        for (int i = 0; i < 2 * HeardEnd.MOST_ASKED_BYTES / empty.length; i++) {
            client.sends(empty);
        }
        runLater();
        assertThat(upstream.received().length).as("headers count, too").isGreaterThan(HeardEnd.MOST_ASKED_BYTES);
    }

    @Test
    void an_answer_that_is_too_long_passes_and_whoever_waited_is_told() {
        start();
        asks("wait");
        byte[] piece = WebSocketFrames.frame(CONTINUED, false, new byte[1024 * 1024]);
        upstream.sends(WebSocketFrames.frame(BEGUN, false, bytes("long and longer")));
        for (int i = 0; i < 17; i++) {
            upstream.sends(piece);
            runLater();
        }
        upstream.sends(WebSocketFrames.frame(LAST, false, bytes("!")));
        runLater();
        assertThat(atClient()).hasSize(20);
        assertThat(atClient().get(19).text()).isEqualTo("missed long");
    }

    @Test
    void without_a_budget_messages_pass_unheard() {
        budget = new ByteBudget(100);
        Parrot parrot = start();
        asks("ask " + "x".repeat(200));
        asks("ask 1");
        assertThat(parrot.heard).containsExactly("ask 1");
        assertThat(atUpstream()).hasSize(1);
    }

    @Test
    void a_client_that_takes_no_replies_is_not_read_from() {
        start();
        client.takes(0);
        String question = "ask " + "x".repeat(1000);
        for (int i = 0; i < 1000; i++) {
            asks(question);
        }
        assertThat(client.unread()).isGreaterThan(800_000);
        assertThat(budget.taken()).isLessThan(2L * HeardEnd.MOST_REPLY_BYTES);
        client.takes(Integer.MAX_VALUE);
        runLater();
        client.pokeReads();
        runLater();
        assertThat(atClient()).hasSize(1000);
        assertThat(client.unread()).isZero();
    }

    @Test
    void an_upstream_that_takes_nothing_slows_the_client() {
        start();
        upstream.takes(10);
        for (int i = 0; i < 100; i++) {
            client.sends(WebSocketFrames.frame(0x82, true, new byte[1000]));
        }
        assertThat(client.unread()).isGreaterThan(95_000);
        upstream.takes(Integer.MAX_VALUE);
        for (int i = 0; i < 200; i++) {
            runLater();
            client.pokeReads();
        }
        assertThat(atUpstream()).hasSize(100);
    }

    @Test
    void a_close_comes_behind_what_was_said_before_it_and_no_reply_behind_the_upstreams() {
        start();
        client.sends(WebSocketFrames.frame(BEGUN, true, bytes("unfinished")));
        client.sends(WebSocketFrames.close(3000, true));
        assertThat(atUpstream()).extracting(Frame::opcode).containsExactly(1, 8);
        upstream.sends(WebSocketFrames.close(3000, false));
        asks("ask 1");
        assertThat(atClient())
                .singleElement()
                .satisfies(f -> assertThat(f.closeCode()).isEqualTo(3000));
    }

    @Test
    void an_end_amid_a_message_lets_pass_what_there_is() {
        start();
        byte[] frame = WebSocketFrames.text("cut short", true);
        client.sends(Arrays.copyOf(frame, 9));
        client.ends();
        assertThat(upstream.received()).isEqualTo(Arrays.copyOf(frame, 9));
        assertThat(upstream.said).containsExactly("end");
        upstream.sends(WebSocketFrames.text("answer", false));
        upstream.ends();
        assertThat(atClient()).hasSize(1);
        assertThat(outcomes).containsExactly(Tunnel.Outcome.ENDED);
    }

    @Test
    void leave_is_taken_behind_a_message_that_is_held() {
        start();
        client.sends(WebSocketFrames.frame(BEGUN, true, bytes("half")));
        tunnel.leave();
        assertThat(atUpstream()).extracting(Frame::opcode).containsExactly(1, 8);
        assertThat(atClient().get(0).closeCode()).isEqualTo(1001);
    }

    @Test
    void however_streams_are_cut_each_message_arrives_once_and_in_order() {
        for (long seed = 0; seed < 300; seed++) {
            passRandomly(new Random(seed), seed);
        }
    }

    private void passRandomly(Random random, long seed) {
        start();
        List<String> asked = new ArrayList<>();
        ByteArrayOutputStream up = new ByteArrayOutputStream();
        ByteArrayOutputStream down = new ByteArrayOutputStream();
        List<String> pushed = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String text = (random.nextBoolean() ? "ask " : "say ") + i + "x".repeat(random.nextInt(200));
            asked.add(text);
            up.writeBytes(fragments(random, text, true));
            String news = "news " + i + "y".repeat(random.nextInt(200));
            pushed.add(news);
            down.writeBytes(fragments(random, news, false));
        }
        byte[] fromClient = up.toByteArray();
        byte[] fromUpstream = down.toByteArray();
        int c = 0;
        int u = 0;
        while (c < fromClient.length || u < fromUpstream.length) {
            int nc = Math.min(fromClient.length, c + random.nextInt(300));
            int nu = Math.min(fromUpstream.length, u + random.nextInt(300));
            client.takes(random.nextInt(200));
            upstream.takes(random.nextInt(200));
            client.sends(Arrays.copyOfRange(fromClient, c, nc));
            upstream.sends(Arrays.copyOfRange(fromUpstream, u, nu));
            runLater();
            c = nc;
            u = nu;
        }
        client.takes(Integer.MAX_VALUE);
        upstream.takes(Integer.MAX_VALUE);
        for (int i = 0; i < 20; i++) {
            runLater();
            client.pokeReads();
            upstream.pokeReads();
        }
        assertThat(messages(atUpstream()))
                .as("seed %d", seed)
                .isEqualTo(asked.stream().filter(t -> t.startsWith("say")).toList());
        List<String> got = messages(atClient());
        assertThat(got.stream().filter(t -> t.startsWith("news")))
                .as("seed %d", seed)
                .isEqualTo(pushed);
        assertThat(got.stream().filter(t -> t.startsWith("told")))
                .as("seed %d", seed)
                .isEqualTo(asked.stream()
                        .filter(t -> t.startsWith("ask"))
                        .map(t -> "told" + t.substring(3))
                        .toList());
        tunnel.cut();
        assertThat(budget.taken()).as("seed %d", seed).isZero();
    }

    private static byte[] fragments(Random random, String text, boolean masked) {
        byte[] all = bytes(text);
        List<byte[]> frames = new ArrayList<>();
        int at = 0;
        int first = BEGUN;
        while (random.nextInt(3) == 0) {
            int to = at + random.nextInt(all.length - at + 1);
            frames.add(WebSocketFrames.frame(first, masked, Arrays.copyOfRange(all, at, to)));
            if (random.nextBoolean()) {
                frames.add(WebSocketFrames.frame(0x89, masked, bytes("ping")));
            }
            at = to;
            first = CONTINUED;
        }
        frames.add(WebSocketFrames.frame(LAST | first, masked, Arrays.copyOfRange(all, at, all.length)));
        return WebSocketFrames.join(frames);
    }

    /** Puts messages together; fails where one begins in another. */
    private static List<String> messages(List<Frame> frames) {
        List<String> messages = new ArrayList<>();
        StringBuilder message = null;
        for (Frame frame : frames) {
            if (frame.opcode() >= 8) {
                continue;
            }
            assertThat(frame.opcode() == 0).as("goes on with a message").isEqualTo(message != null);
            message = (message == null ? new StringBuilder() : message).append(frame.text());
            if ((frame.first() & LAST) != 0) {
                messages.add(message.toString());
                message = null;
            }
        }
        return messages;
    }
}
