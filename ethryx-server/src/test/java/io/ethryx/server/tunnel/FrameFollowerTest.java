package io.ethryx.server.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.WebSocketFrames;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FrameFollowerTest {

    @Test
    void boundaries_are_found_wherever_the_reads_are_split() {
        for (long seed = 0; seed < 400; seed++) {
            Random random = new Random(seed);
            List<byte[]> frames = new ArrayList<>();
            Set<Integer> boundaries = new HashSet<>(Set.of(0));
            int length = 0;
            for (int i = random.nextInt(12); i >= 0; i--) {
                byte[] frame = WebSocketFrames.random(random, random.nextBoolean());
                frames.add(frame);
                length += frame.length;
                boundaries.add(length);
            }
            ByteBuffer all = ByteBuffer.wrap(WebSocketFrames.join(frames));
            FrameFollower follower = new FrameFollower();
            int at = 0;
            while (at < length) {
                assertThat(follower.atBoundary()).as("seed %d at %d", seed, at).isEqualTo(boundaries.contains(at));
                int to = Math.min(length, at + 1 + random.nextInt(random.nextBoolean() ? 4 : 40_000));
                follower.follow(all, at, to);
                at = to;
            }
            assertThat(follower.atBoundary()).as("seed %d", seed).isTrue();
            assertThat(follower.closeEnded()).as("seed %d", seed).isFalse();
        }
    }

    @Test
    void the_next_boundary_is_found_and_no_byte_behind_it_is_looked_at() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            byte[] first = WebSocketFrames.random(random, true);
            ByteBuffer both = ByteBuffer.wrap(WebSocketFrames.join(List.of(first, WebSocketFrames.close(1000, true))));
            int cut = random.nextInt(first.length);
            FrameFollower follower = new FrameFollower();
            follower.follow(both, 0, cut);
            FrameFollower copy = follower.copy();
            assertThat(copy.toBoundary(both, cut, both.capacity()))
                    .as("seed %d", seed)
                    .isEqualTo(first.length);
            assertThat(copy.atBoundary()).isTrue();
            assertThat(copy.closeEnded()).isFalse();
            assertThat(follower.atBoundary()).as("the original stays").isEqualTo(cut == 0);
            assertThat(follower.toBoundary(both, cut, first.length)).isEqualTo(first.length);
        }
    }

    @Test
    void a_close_frame_counts_once_it_is_whole() {
        byte[] close = WebSocketFrames.close(4001, false);
        FrameFollower follower = new FrameFollower();
        for (int i = 0; i < close.length; i++) {
            assertThat(follower.closeEnded()).isFalse();
            follower.follow(ByteBuffer.wrap(close), i, i + 1);
        }
        assertThat(follower.closeEnded()).isTrue();
        FrameFollower empty = new FrameFollower();
        empty.follow(ByteBuffer.wrap(new byte[] {(byte) 0x88, 0}), 0, 2);
        assertThat(empty.closeEnded()).isTrue();
    }

    @Test
    void an_absurd_length_is_just_a_frame_that_never_ends() {
        byte[][] absurd = {
            {(byte) 0x82, (byte) 0xFF, -1, -1, -1, -1, -1, -1, -1, -1, 1, 2, 3, 4, 5},
            {(byte) 0x82, 0x7F, 0x7F, -1, -1, -1, -1, -1, -1, -1, 5}
        };
        for (byte[] bytes : absurd) {
            FrameFollower follower = new FrameFollower();
            follower.follow(ByteBuffer.wrap(bytes), 0, bytes.length);
            follower.follow(ByteBuffer.allocate(1 << 16), 0, 1 << 16);
            assertThat(follower.atBoundary()).isFalse();
        }
    }
}
