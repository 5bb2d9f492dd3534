package io.ethryx.server.gateway.socket;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.budget.ByteBudget;
import io.ethryx.server.testing.WebSocketFrames;
import io.ethryx.server.testing.WebSocketFrames.Frame;
import io.ethryx.server.tunnel.TunnelEnd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What waits for a node is bounded and counted. */
class NodeOutboxTest {

    private static final byte[] MESSAGE = new byte[100_000];

    private final ByteBudget budget = new ByteBudget(64 * 1024 * 1024);
    private final NodeOutbox outbox = new NodeOutbox(budget);
    private final Sink node = new Sink();

    @Test
    void what_a_node_takes_is_held_no_longer() throws Exception {
        assertThat(outbox.add(MESSAGE)).isTrue();
        assertThat(budget.taken()).isGreaterThan(MESSAGE.length);
        assertThat(outbox.writeTo(node)).isTrue();
        assertThat(budget.taken()).isZero();
        assertThat(node.frames()).hasSize(1);
    }

    @Test
    void a_node_that_takes_nothing_is_kept_so_much_for_and_no_more() throws Exception {
        node.room = 0;
        int taken = 0;
        while (taken < 1_000 && outbox.add(MESSAGE)) {
            taken++;
            assertThat(outbox.writeTo(node)).isFalse();
        }
        assertThat(taken).isEqualTo(NodeOutbox.MOST_BYTES / MESSAGE.length + 1);
        assertThat(budget.taken()).isBetween((long) NodeOutbox.MOST_BYTES, 2L * NodeOutbox.MOST_BYTES);
        outbox.release();
        assertThat(budget.taken()).isZero();
    }

    @Test
    void what_comes_behind_the_end_is_not_held() {
        outbox.release();
        assertThat(outbox.add(MESSAGE)).isFalse();
        assertThat(budget.taken()).isZero();
    }

    @Test
    void a_message_without_room_in_the_budget_is_not_taken() {
        assertThat(new NodeOutbox(new ByteBudget(MESSAGE.length)).add(MESSAGE)).isFalse();
    }

    @Test
    void of_many_pings_that_wait_the_last_is_answered() throws Exception {
        node.room = 0;
        outbox.add(MESSAGE);
        for (int i = 0; i < 10_000; i++) {
            outbox.pong(new byte[] {(byte) (i >> 8), (byte) i});
            assertThat(outbox.writeTo(node)).isFalse();
        }
        node.room = Integer.MAX_VALUE;
        assertThat(outbox.writeTo(node)).isTrue();
        List<Frame> frames = node.frames();
        assertThat(frames).hasSize(2);
        assertThat(frames.get(1).opcode()).isEqualTo(0xA);
        assertThat(frames.get(1).text()).isEqualTo("" + (char) (9_999 >> 8) + (char) (9_999 & 0xFF));
        assertThat(budget.taken()).isZero();
    }

    /** Takes as many bytes as it has room for. */
    private static final class Sink implements TunnelEnd {

        private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
        private int room = Integer.MAX_VALUE;

        List<Frame> frames() {
            return WebSocketFrames.read(taken.toByteArray());
        }

        @Override
        public int write(ByteBuffer bytes) {
            int count = Math.min(room, bytes.remaining());
            byte[] some = new byte[count];
            bytes.get(some);
            taken.writeBytes(some);
            return count;
        }

        @Override
        public boolean flush() throws IOException {
            return true;
        }

        @Override
        public void listen(Runnable readable, Runnable writable) {}

        @Override
        public int read(ByteBuffer into) {
            return 0;
        }

        @Override
        public void wantRead(boolean wanted) {}

        @Override
        public void wantWrite(boolean wanted) {}

        @Override
        public void endWrites() {}

        @Override
        public void abort() {}

        @Override
        public void close() {}
    }
}
