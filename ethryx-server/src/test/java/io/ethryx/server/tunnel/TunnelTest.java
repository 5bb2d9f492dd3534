package io.ethryx.server.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.CountingBuffers;
import io.ethryx.server.testing.WebSocketFrames;
import io.ethryx.server.timer.TimerWheel;
import io.ethryx.server.tunnel.Tunnel.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TunnelTest {

    private static final int BUFFER = 64;

    private final AtomicLong now = new AtomicLong();
    private final TimerWheel wheel = new TimerWheel(now::get);
    private final CountingBuffers buffers = new CountingBuffers(BUFFER);
    private final Deque<Runnable> later = new ArrayDeque<>();
    private final List<Outcome> outcomes = new ArrayList<>();
    private final MemoryEnd client = new MemoryEnd();
    private final MemoryEnd upstream = new MemoryEnd();
    private Tunnel tunnel;

    private Tunnel start() {
        return start(Optional.empty());
    }

    private Tunnel start(Optional<Duration> idle) {
        tunnel = new Tunnel(
                client,
                upstream,
                new Tunnel.Means(later::add, wheel, buffers, idle),
                (ended, outcome) -> outcomes.add(outcome));
        tunnel.start();
        runLater();
        return tunnel;
    }

    private void runLater() {
        while (!later.isEmpty()) {
            later.remove().run();
        }
    }

    private void pass(Duration time) {
        long end = now.get() + time.toNanos();
        while (now.get() < end) {
            now.addAndGet(TimerWheel.TICK.toNanos());
            wheel.advance();
        }
    }

    @AfterEach
    void nothing_is_held_when_nothing_is_on_its_way() {
        tunnel.cut();
        assertThat(buffers.out()).isZero();
        assertThat(outcomes).hasSize(1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    @Test
    void bytes_pass_both_ways_and_idleness_holds_no_buffer() {
        start();
        client.sends(bytes("hello"));
        upstream.sends(bytes("world"));
        assertThat(text(upstream.received())).isEqualTo("hello");
        assertThat(text(client.received())).isEqualTo("world");
        assertThat(buffers.out()).isZero();
        assertThat(tunnel.bytesIn()).isEqualTo(5);
        assertThat(tunnel.bytesOut()).isEqualTo(5);
    }

    @Test
    void bytes_that_were_there_before_the_start_come_first() {
        client.sends(bytes("early "));
        upstream.sends(bytes("bird "));
        start();
        client.sends(bytes("late"));
        upstream.sends(bytes("worm"));
        assertThat(text(upstream.received())).isEqualTo("early late");
        assertThat(text(client.received())).isEqualTo("bird worm");
    }

    @Test
    void a_receiver_that_takes_nothing_costs_one_buffer_and_slows_only_its_own_sender() {
        start();
        client.takes(10);
        for (int i = 0; i < 100; i++) {
            upstream.sends(new byte[BUFFER]);
        }
        assertThat(buffers.out()).isEqualTo(1);
        assertThat(upstream.readWanted()).isFalse();
        assertThat(upstream.unread()).isEqualTo(99 * BUFFER);
        client.sends(bytes("the other way is free"));
        assertThat(text(upstream.received())).isEqualTo("the other way is free");
        client.takes(Integer.MAX_VALUE);
        runLater();
        assertThat(client.received()).hasSize(100 * BUFFER);
        assertThat(buffers.out()).isZero();
    }

    @Test
    void others_have_their_turn_while_much_is_moved() {
        start();
        upstream.sends(new byte[BUFFER * 40]);
        assertThat(later).isNotEmpty();
        runLater();
        assertThat(client.received()).hasSize(BUFFER * 40);
    }

    @Test
    void an_end_of_one_side_is_an_end_for_the_other_and_the_way_back_stays_open() {
        start();
        client.sends(bytes("last"));
        client.ends();
        assertThat(text(upstream.received())).isEqualTo("last");
        assertThat(upstream.said).containsExactly("end");
        upstream.sends(bytes("an answer"));
        assertThat(text(client.received())).isEqualTo("an answer");
        assertThat(client.said).isEmpty();
        assertThat(outcomes).isEmpty();
        upstream.ends();
        assertThat(client.said).containsExactly("end", "close");
        assertThat(upstream.said).containsExactly("end", "close");
        assertThat(outcomes).containsExactly(Outcome.ENDED);
    }

    @Test
    void a_half_closed_tunnel_may_be_silent_for_a_minute() {
        start();
        upstream.ends();
        pass(Tunnel.HALF_CLOSED.minusSeconds(1));
        client.sends(bytes("still here"));
        pass(Tunnel.HALF_CLOSED.minusSeconds(1));
        assertThat(outcomes).isEmpty();
        pass(Duration.ofSeconds(2));
        assertThat(outcomes).containsExactly(Outcome.ENDED);
    }

    @Test
    void a_break_of_one_side_breaks_the_other() {
        start();
        client.breaks();
        assertThat(upstream.said).startsWith("abort");
        assertThat(client.said).doesNotContain("abort");
        assertThat(outcomes).containsExactly(Outcome.CLIENT_BROKE);
    }

    @Test
    void a_break_of_the_upstream_breaks_the_client() {
        start();
        upstream.breaks();
        assertThat(client.said).startsWith("abort");
        assertThat(upstream.said).doesNotContain("abort");
        assertThat(outcomes).containsExactly(Outcome.UPSTREAM_BROKE);
    }

    @Test
    void a_break_that_the_listener_saw_breaks_the_upstream() {
        start();
        tunnel.clientBroke();
        assertThat(upstream.said).startsWith("abort");
        assertThat(outcomes).containsExactly(Outcome.CLIENT_BROKE);
    }

    @Test
    void leaving_says_going_away_to_both_and_waits_for_their_answers() {
        start();
        client.sends(WebSocketFrames.frame(0x81, true, bytes("hi")));
        tunnel.leave();
        List<WebSocketFrames.Frame> toUpstream = WebSocketFrames.read(upstream.received());
        assertThat(toUpstream).hasSize(2);
        assertThat(toUpstream.get(1).masked()).isTrue();
        assertThat(toUpstream.get(1).closeCode()).isEqualTo(1001);
        WebSocketFrames.Frame toClient = WebSocketFrames.read(client.received()).get(0);
        assertThat(toClient.masked()).isFalse();
        assertThat(toClient.closeCode()).isEqualTo(1001);
        assertThat(outcomes).isEmpty();

        client.sends(WebSocketFrames.frame(0x81, true, bytes("too late")));
        client.sends(WebSocketFrames.close(1001, true));
        upstream.sends(WebSocketFrames.close(1001, false));
        assertThat(WebSocketFrames.read(upstream.received()))
                .as("nothing behind a Close")
                .hasSize(2);
        assertThat(WebSocketFrames.read(client.received())).hasSize(1);
        assertThat(outcomes).containsExactly(Outcome.ENDED);
        assertThat(client.said).containsExactly("end", "close");
    }

    @Test
    void who_has_answered_our_leave_is_let_go_before_the_other() {
        start();
        tunnel.leave();
        client.sends(WebSocketFrames.close(1001, true));
        assertThat(client.said).containsExactly("end");
        assertThat(outcomes).as("the upstream may still answer").isEmpty();
        upstream.sends(WebSocketFrames.close(1001, false));
        assertThat(outcomes).containsExactly(Outcome.ENDED);
    }

    @Test
    void leaving_does_not_wait_for_ever() {
        start();
        tunnel.leave();
        pass(Tunnel.LEAVE.minusSeconds(1));
        assertThat(outcomes).isEmpty();
        pass(Duration.ofSeconds(2));
        assertThat(outcomes).containsExactly(Outcome.ENDED);
        assertThat(client.said).doesNotContain("abort");
    }

    @Test
    void a_frame_on_its_way_is_finished_first_as_long_as_it_moves() {
        start();
        byte[] frame = WebSocketFrames.frame(0x82, false, new byte[10_000]);
        upstream.sends(Arrays.copyOf(frame, 5_000));
        runLater();
        tunnel.leave();
        assertThat(client.received()).hasSize(5_000);
        pass(Tunnel.LEAVE.minusSeconds(1));
        upstream.sends(Arrays.copyOfRange(frame, 5_000, 9_000));
        runLater();
        pass(Tunnel.LEAVE.minusSeconds(1));
        upstream.sends(WebSocketFrames.join(List.of(
                Arrays.copyOfRange(frame, 9_000, frame.length), WebSocketFrames.frame(0x81, false, bytes("next")))));
        runLater();
        List<WebSocketFrames.Frame> got = WebSocketFrames.read(client.received());
        assertThat(got).hasSize(2);
        assertThat(got.get(0).text()).hasSize(10_000);
        assertThat(got.get(1).closeCode()).isEqualTo(1001);
    }

    @Test
    void a_frame_that_stands_still_is_not_waited_for() {
        start();
        upstream.sends(Arrays.copyOf(WebSocketFrames.frame(0x82, false, new byte[200]), 50));
        tunnel.leave();
        pass(Tunnel.LEAVE.plusSeconds(1));
        assertThat(outcomes).containsExactly(Outcome.ENDED);
        assertThat(client.received()).hasSize(50);
    }

    @Test
    void who_closes_by_themselves_are_left_to_it() {
        start();
        upstream.sends(WebSocketFrames.close(4001, false));
        tunnel.leave();
        client.sends(WebSocketFrames.close(4001, true));
        assertThat(WebSocketFrames.read(client.received()))
                .singleElement()
                .satisfies(f -> assertThat(f.closeCode()).isEqualTo(4001));
        assertThat(WebSocketFrames.read(upstream.received()))
                .singleElement()
                .satisfies(f -> assertThat(f.closeCode()).isEqualTo(4001));
    }

    @Test
    void a_half_closed_tunnel_is_left_at_once() {
        start();
        client.ends();
        tunnel.leave();
        assertThat(WebSocketFrames.read(client.received()).get(0).closeCode()).isEqualTo(1001);
        assertThat(outcomes).containsExactly(Outcome.ENDED);
    }

    @Test
    void idleness_is_bounded_only_where_it_is_asked_for_and_ends_with_a_close() {
        start(Optional.of(Duration.ofSeconds(10)));
        pass(Duration.ofSeconds(9));
        client.sends(WebSocketFrames.frame(0x89, true, bytes("ping")));
        pass(Duration.ofSeconds(9));
        upstream.sends(WebSocketFrames.frame(0x8A, false, bytes("pong")));
        pass(Duration.ofSeconds(9));
        assertThat(WebSocketFrames.read(client.received())).hasSize(1);
        pass(Duration.ofSeconds(2));
        assertThat(WebSocketFrames.read(client.received()).get(1).closeCode()).isEqualTo(1001);
        assertThat(WebSocketFrames.read(upstream.received()).get(1).closeCode()).isEqualTo(1001);
        pass(Tunnel.LEAVE.plusSeconds(1));
        assertThat(outcomes).containsExactly(Outcome.ENDED);
    }

    @Test
    void without_a_bound_silence_lasts_as_long_as_it_likes() {
        start();
        pass(Duration.ofHours(1));
        client.sends(bytes("x"));
        assertThat(upstream.received()).hasSize(1);
        assertThat(outcomes).isEmpty();
    }

    @Test
    void wherever_leave_is_taken_each_side_gets_whole_frames_and_one_close() {
        for (long seed = 0; seed < 500; seed++) {
            leaveSomewhere(new Random(seed), seed);
        }
        start();
    }

    private void leaveSomewhere(Random random, long seed) {
        MemoryEnd from = new MemoryEnd();
        MemoryEnd to = new MemoryEnd();
        List<Outcome> ended = new ArrayList<>();
        Tunnel tried = new Tunnel(
                from,
                to,
                new Tunnel.Means(later::add, wheel, buffers, Optional.empty()),
                (t, outcome) -> ended.add(outcome));
        tried.start();
        List<byte[]> frames = new ArrayList<>();
        for (int i = random.nextInt(6); i >= 0; i--) {
            frames.add(WebSocketFrames.random(random, true));
        }
        byte[] all = WebSocketFrames.join(frames);
        int leaveAt = random.nextInt(all.length + 1);
        int at = 0;
        boolean left = false;
        while (at < all.length) {
            int next = Math.min(all.length, at + 1 + random.nextInt(5_000));
            to.takes(random.nextInt(3) == 0 ? random.nextInt(50) : Integer.MAX_VALUE);
            from.sends(Arrays.copyOfRange(all, at, next));
            runLater();
            at = next;
            if (!left && at >= leaveAt) {
                left = true;
                tried.leave();
                runLater();
            }
        }
        if (!left) {
            tried.leave();
        }
        for (int i = 0; i < 100; i++) {
            to.takes(100_000);
            runLater();
            from.pokeReads();
        }
        List<WebSocketFrames.Frame> got = WebSocketFrames.read(to.received());
        assertThat(got.get(got.size() - 1).closeCode()).as("seed %d", seed).isEqualTo(1001);
        byte[] passed = Arrays.copyOf(to.received(), to.received().length - 8);
        assertThat(passed).as("seed %d", seed).isEqualTo(Arrays.copyOf(all, passed.length));
        assertThat(tried.bytesIn()).isEqualTo(passed.length);
        from.sends(WebSocketFrames.close(1001, true));
        to.sends(WebSocketFrames.close(1001, false));
        runLater();
        assertThat(ended).as("seed %d", seed).containsExactly(Outcome.ENDED);
        assertThat(buffers.out()).as("seed %d", seed).isZero();
    }
}
