package io.ethryx.server.frames;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.budget.ByteBudget;
import io.ethryx.server.testing.WebSocketFrames;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MessageReaderTest {

    private static final int MOST = 10_000;

    private final ByteBudget budget = new ByteBudget(1_000_000);

    /** Writes down what is said. */
    private final class Scribe implements MessageReader.Hearer {

        private final List<String> heard = new ArrayList<>();

        @Override
        public void text(byte[] message, long taken) {
            assertThat(taken).isGreaterThanOrEqualTo(message.length).isLessThanOrEqualTo(MOST);
            budget.give(taken);
            heard.add("text " + new String(message, StandardCharsets.UTF_8));
        }

        @Override
        public void ping(byte[] payload) {
            heard.add("ping " + new String(payload, StandardCharsets.ISO_8859_1));
        }

        @Override
        public void close(int code) {
            heard.add("close " + code);
        }

        @Override
        public void fault(int code, String reason) {
            heard.add("fault " + code);
        }
    }

    private List<String> read(MessageReader.From from, byte[] stream, Random cuts) {
        Scribe scribe = new Scribe();
        MessageReader reader = new MessageReader(from, MOST, budget, scribe);
        int at = 0;
        while (at < stream.length) {
            int to = Math.min(stream.length, at + 1 + cuts.nextInt(50));
            ByteBuffer piece = ByteBuffer.wrap(Arrays.copyOfRange(stream, at, to));
            while (piece.hasRemaining()) {
                reader.read(piece);
            }
            at = to;
        }
        reader.release();
        assertThat(budget.taken()).isZero();
        return scribe.heard;
    }

    @Test
    void messages_are_the_same_however_they_are_cut_and_split() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            boolean masked = random.nextBoolean();
            List<byte[]> frames = new ArrayList<>();
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                String text = "é".repeat(random.nextInt(3)) + "x".repeat(random.nextInt(400)) + "😀";
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                int cut = random.nextInt(bytes.length + 1);
                frames.add(WebSocketFrames.frame(0x01, masked, Arrays.copyOf(bytes, cut)));
                if (random.nextBoolean()) {
                    frames.add(WebSocketFrames.frame(0x89, masked, new byte[] {'p'}));
                    expected.add("ping p");
                }
                frames.add(WebSocketFrames.frame(0x8A, masked, new byte[] {'q'}));
                frames.add(WebSocketFrames.frame(0x80, masked, Arrays.copyOfRange(bytes, cut, bytes.length)));
                expected.add("text " + text);
            }
            frames.add(WebSocketFrames.close(3000, masked));
            frames.add(WebSocketFrames.text("behind a Close", masked));
            expected.add("close 3000");
            MessageReader.From from = masked ? MessageReader.From.CLIENT : MessageReader.From.SERVER;
            assertThat(read(from, WebSocketFrames.join(frames), random))
                    .as("seed %d", seed)
                    .isEqualTo(expected);
        }
    }

    @Test
    void whatever_comes_there_is_a_verdict_at_most_once_and_nothing_is_held_after_it() {
        for (long seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            byte[] noise = new byte[random.nextInt(2_000)];
            random.nextBytes(noise);
            if (noise.length > 1 && random.nextBoolean()) {
                noise[0] = (byte) 0x81;
                noise[1] = (byte) (0x80 | random.nextInt(128));
            }
            List<String> heard = read(MessageReader.From.CLIENT, noise, random);
            assertThat(heard.stream().filter(said -> said.startsWith("fault") || said.startsWith("close")))
                    .as("seed %d", seed)
                    .hasSizeLessThanOrEqualTo(1);
        }
    }

    @Test
    void a_message_costs_what_has_come_of_it_and_not_what_it_declares() {
        Scribe scribe = new Scribe();
        MessageReader reader = new MessageReader(MessageReader.From.SERVER, 1L << 40, budget, scribe);
        ByteBuffer head =
                ByteBuffer.allocate(20).put((byte) 0x81).put((byte) 127).putLong(1L << 39);
        head.put(new byte[10]).flip();
        while (head.hasRemaining()) {
            reader.read(head);
        }
        assertThat(budget.taken()).isLessThan(1_000);
        reader.release();
        assertThat(budget.taken()).isZero();
    }

    @Test
    void without_a_budget_a_message_is_for_later() {
        budget.take(999_900);
        Scribe scribe = new Scribe();
        MessageReader reader = new MessageReader(MessageReader.From.CLIENT, MOST, budget, scribe);
        reader.read(ByteBuffer.wrap(WebSocketFrames.text("x".repeat(600), true)));
        assertThat(scribe.heard).containsExactly("fault 1013");
        assertThat(budget.taken()).isEqualTo(999_900);
    }
}
