package io.ethryx.server.upstream.http1;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.testing.CountingBuffers;
import io.ethryx.server.testing.FieldTexts;
import io.ethryx.server.testing.RawUpstream;
import io.ethryx.server.upstream.Ask;
import io.ethryx.server.upstream.Asked;
import io.ethryx.server.upstream.UpstreamRig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class AnswerFuzzTest {

    private static final int SEEDS = 4_000;

    private final CountingBuffers buffers = CountingBuffers.direct(1_024);

    @Test
    void any_split_into_reads_gives_the_same_answer() throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            byte[] wire = sample(random);
            String whole = read(wire, wire.length, new Random(0), 65_536);
            String split = read(wire, 1 + random.nextInt(40), random, 1 + random.nextInt(2_000));
            assertThat(split).as("seed %d", seed).isEqualTo(whole);
        }
        assertThat(buffers.out()).isZero();
    }

    @Test
    void mutated_answers_never_throw_nor_hang_nor_depend_on_their_split() throws Exception {
        int refused = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            byte[] wire = mutated(sample(random), random);
            String whole;
            String split;
            try {
                whole = read(wire, wire.length, new Random(0), 65_536);
                split = read(wire, 1 + random.nextInt(40), random, 1 + random.nextInt(2_000));
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
            assertThat(verdict(split)).as("seed %d", seed).isEqualTo(verdict(whole));
            if (whole.contains("MALFORMED")) {
                refused++;
            } else {
                assertThat(split).as("seed %d", seed).isEqualTo(whole);
            }
        }
        assertThat(refused).isGreaterThan(SEEDS / 20);
        assertThat(buffers.out()).isZero();
    }

    @Test
    void an_upstream_that_talks_nonsense_leaves_nothing_behind() throws Exception {
        byte[][] wire = new byte[1][];
        try (UpstreamRig rig = new UpstreamRig();
                RawUpstream node = RawUpstream.start(connection -> {
                    if (connection.readRequest() != null) {
                        connection.send(wire[0]);
                        connection.socket().shutdownOutput();
                        connection.readToEnd();
                    }
                })) {
            Http1Upstream upstream = rig.to(node.port());
            for (int seed = 0; seed < 300; seed++) {
                Random random = new Random(seed);
                wire[0] = mutated(sample(random), random);
                Asked asked = rig.asked();
                CountDownLatch either = new CountDownLatch(1);
                asked.begin(upstream, Ask.post("/", 0));
                int now = seed;
                UpstreamRig.until("seed " + now + " ends", () -> asked.ended.getCount() == 0 || asked.failure != null);
                either.countDown();
            }
        }
    }

    private static byte[] sample(Random random) {
        int good = ResponseSamples.GOOD.size();
        int at = random.nextInt(good + ResponseSamples.BAD.size());
        String wire = at < good
                ? ResponseSamples.GOOD.get(at).wire()
                : ResponseSamples.BAD.get(at - good).wire();
        return wire.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] mutated(byte[] wire, Random random) {
        byte[] bytes = wire.clone();
        for (int i = 1 + random.nextInt(3); i > 0 && bytes.length > 1; i--) {
            int near = Math.min(bytes.length, 200);
            int at = random.nextInt(near);
            switch (random.nextInt(5)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] = (byte) "\r\n:;, 0Fx\t".charAt(random.nextInt(10));
                case 2 -> bytes = Arrays.copyOf(bytes, at + 1);
                case 3 -> bytes = spliced(bytes, at, at + 1 + random.nextInt(near - at), new byte[0]);
                default -> bytes = spliced(bytes, at, at, Arrays.copyOfRange(wire, 0, random.nextInt(wire.length)));
            }
        }
        return bytes;
    }

    private static byte[] spliced(byte[] bytes, int from, int to, byte[] with) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(bytes, 0, from);
        out.writeBytes(with);
        out.write(bytes, to, bytes.length - to);
        return out.toByteArray();
    }

    private static String verdict(String outcome) {
        return outcome.substring(outcome.lastIndexOf('|'));
    }

    /** Reads an answer as a call does, from reads of at most so many bytes, and says all that came of it. */
    private String read(byte[] wire, int most, Random random, int room) throws IOException {
        ByteBuffer source = ByteBuffer.wrap(wire);
        AnswerInput input = new AnswerInput(
                into -> {
                    if (!source.hasRemaining()) {
                        return -1;
                    }
                    int n = Math.min(Math.min(into.remaining(), source.remaining()), 1 + random.nextInt(most));
                    into.put(source.slice(source.position(), n));
                    source.position(source.position() + n);
                    return n;
                },
                buffers);
        try {
            return read(input, room);
        } finally {
            input.release();
        }
    }

    private static String read(AnswerInput input, int room) throws IOException {
        LineReader lines = new LineReader();
        HeadParser head = new HeadParser(lines);
        StringBuilder outcome = new StringBuilder();
        do {
            head.begin();
            while (!head.parse(input.ahead())) {
                input.trim();
                if (head.fault != null) {
                    return outcome + "|MALFORMED";
                }
                if (input.fill() < 0) {
                    return outcome + "|CLOSED";
                }
            }
            input.trim();
            outcome.append(head.status).append(fields(head.fields));
        } while (head.status < 200);
        long length = AnswerFraming.lengthOf(head, false);
        if (length == AnswerFraming.AMBIGUOUS) {
            return outcome + "|MALFORMED";
        }
        BodyDecoder body = length >= 0
                ? new LengthDecoder().begin(length)
                : length == AnswerFraming.CHUNKED
                        ? new ChunkedDecoder(lines).begin()
                        : new UntilCloseDecoder(() -> false);
        return outcome.append(body(body, input, room)).toString();
    }

    private static String body(BodyDecoder body, AnswerInput input, int room) throws IOException {
        StringBuilder outcome = new StringBuilder();
        ByteBuffer into = ByteBuffer.allocate(room);
        while (true) {
            int n = body.read(into.clear(), input);
            if (n == BodyDecoder.CUT) {
                return outcome + "|CUT";
            }
            if (n == BodyDecoder.MALFORMED) {
                return outcome + "|MALFORMED";
            }
            if (n > 0) {
                outcome.append(new String(into.array(), 0, n, StandardCharsets.ISO_8859_1));
            }
            if (body.isDone()) {
                return outcome + fields(body.trailers()) + "|DONE";
            }
        }
    }

    private static String fields(FieldBlock fields) {
        StringBuilder lines = new StringBuilder();
        if (fields != null) {
            FieldTexts.forEach(
                    fields,
                    (name, value) ->
                            lines.append(name).append('=').append(value).append(','));
        }
        return lines.toString();
    }
}
