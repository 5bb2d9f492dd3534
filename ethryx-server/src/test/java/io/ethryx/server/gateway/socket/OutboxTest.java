package io.ethryx.server.gateway.socket;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.WebSocketFrames;
import io.ethryx.server.testing.WebSocketFrames.Frame;
import io.ethryx.server.tunnel.TunnelEnd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutboxTest {

    /** A client that takes so many bytes and no more. */
    private static final class Taker implements TunnelEnd {

        private final ByteArrayOutputStream got = new ByteArrayOutputStream();
        private int room = Integer.MAX_VALUE;
        private boolean writeWanted;
        private boolean ended;

        List<Frame> frames() {
            return WebSocketFrames.read(got.toByteArray());
        }

        @Override
        public void listen(Runnable readable, Runnable writable) {
            throw new AssertionError("the outbox does not listen");
        }

        @Override
        public int read(ByteBuffer into) {
            return 0;
        }

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            int count = Math.min(room, bytes.remaining());
            for (int i = 0; i < count; i++) {
                got.write(bytes.get());
            }
            room -= count;
            return count;
        }

        @Override
        public boolean flush() {
            return true;
        }

        @Override
        public void wantRead(boolean wanted) {
            // Nothing is read here.
        }

        @Override
        public void wantWrite(boolean wanted) {
            writeWanted = wanted;
        }

        @Override
        public void endWrites() {
            ended = true;
        }

        @Override
        public void abort() {
            ended = true;
        }

        @Override
        public void close() {
            ended = true;
        }
    }

    private final Taker client = new Taker();
    private final List<String> broken = new ArrayList<>();
    private final Outbox outbox = new Outbox(client, () -> broken.add("broken"));

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    private void clientTakes(int bytes) {
        client.room = bytes;
        for (int i = 0; i < 1000 && client.writeWanted; i++) {
            outbox.run();
        }
    }

    @Test
    void messages_go_out_in_the_order_in_which_they_came() {
        List<String> said = new ArrayList<>();
        clientTakes(3);
        for (int i = 0; i < 20; i++) {
            String message = "message " + i;
            Saying.begin(outbox, text(message), () -> said.add(message));
        }
        assertThat(said).as("one is held").hasSize(1);
        client.room = 1_000;
        outbox.pong(new byte[0]);
        Saying.begin(outbox, text("late"), () -> said.add("late"));
        assertThat(said).as("who comes late waits behind the others").doesNotContain("late");
        clientTakes(1_000);
        assertThat(said).hasSize(21).endsWith("message 19", "late");
        assertThat(client.frames().stream()
                        .filter(frame -> frame.opcode() == WebSocketFrames.TEXT)
                        .map(Frame::text))
                .isEqualTo(said);
        assertThat(client.writeWanted).as("nothing is left to be told").isFalse();
    }

    @Test
    void a_message_is_not_interrupted_but_by_control_frames() {
        Outbox.Sender slow = () -> {};
        assertThat(outbox.send(slow, text("begun "), false)).isEqualTo(6);
        Saying.begin(outbox, text("another"), () -> {});
        outbox.pong(new byte[] {1});
        assertThat(client.writeWanted)
                .as("the one amid its message has nothing now")
                .isFalse();
        assertThat(outbox.send(slow, text("and ended"), true)).isEqualTo(9);
        clientTakes(1_000);
        assertThat(client.frames()).extracting(Frame::first).containsExactly(0x01, 0x8A, 0x80, 0x81);
        assertThat(client.frames()).extracting(Frame::text).containsExactly("begun ", "\u0001", "and ended", "another");
    }

    @Test
    void a_message_whose_end_is_told_later_ends_with_an_empty_frame() {
        Outbox.Sender sender = () -> {};
        outbox.send(sender, text("all of it"), false);
        assertThat(outbox.isAmid(sender)).isTrue();
        outbox.end(sender);
        assertThat(outbox.isAmid(sender)).isFalse();
        assertThat(client.frames()).extracting(Frame::first).containsExactly(0x01, 0x80);
    }

    @Test
    void of_pings_that_pile_up_the_last_is_answered() {
        clientTakes(1);
        Saying.begin(outbox, text("held"), () -> {});
        for (byte i = 0; i < 100; i++) {
            outbox.pong(new byte[] {i});
        }
        clientTakes(1_000);
        assertThat(client.frames()).hasSize(2);
        assertThat(client.frames().get(1).text()).isEqualTo("c");
    }

    @Test
    void nothing_follows_a_close() {
        clientTakes(2);
        Saying.begin(outbox, text("held"), () -> {});
        Saying.begin(outbox, text("waits"), () -> {});
        outbox.close(1001, "bye");
        outbox.pong(new byte[] {1});
        Saying.begin(outbox, text("late"), () -> {});
        outbox.end();
        clientTakes(1_000);
        assertThat(client.frames()).extracting(Frame::text).containsExactly("held", "\u0003\u00e9bye");
        assertThat(client.ended).isTrue();
    }

    @Test
    void a_client_that_lets_everything_wait_is_given_up() {
        clientTakes(0);
        for (int i = 0; i < 2 * ClientSocket.MOST_IN_FLIGHT + 1; i++) {
            Saying.begin(outbox, text("x"), () -> {});
        }
        assertThat(broken).isEmpty();
        Saying.begin(outbox, text("one too many"), () -> {});
        assertThat(broken).containsExactly("broken");
    }
}
