package io.ethryx.server.listener.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.listener.ListenerRig;
import io.ethryx.server.listener.RecordingHandler;
import io.ethryx.server.testing.FrameClient;
import io.ethryx.server.testing.RawClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Frames that make no sense, and sensible ones with bytes changed, cut and doubled: whatever comes, the process lives, no
 * one throws, other clients are served and nothing is left behind.
 */
class Http2FuzzTest {

    private static final int ROUNDS = 1_500;

    private final Random random = new Random();

    @Test
    void whatever_a_client_sends_ends_with_that_client() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, new RecordingHandler());
                FrameClient other = FrameClient.connect(rig.port())) {
            for (int seed = 0; seed < ROUNDS; seed++) {
                random.setSeed(seed);
                byte[] bytes = seed % 3 == 0 ? nonsense() : mutated();
                try (RawClient client = RawClient.connect(rig.port())) {
                    send(client, bytes);
                }
                if (seed % 50 == 0) {
                    other.get(1 + 2 * seed, "/alive");
                    assertThat(other.answer(1 + 2 * seed)).as("seed %d", seed).isEqualTo("200 GET 0");
                }
                assertThat(rig.failures).as("seed %d", seed).isEmpty();
            }
            other.close();
            rig.awaitBaseline();
        }
    }

    private void send(RawClient client, byte[] bytes) {
        try {
            client.send(FrameClient.PREFACE);
            int at = 0;
            while (at < bytes.length) {
                int length = random.nextInt(4) == 0
                        ? bytes.length - at
                        : Math.min(bytes.length - at, 1 + random.nextInt(200));
                client.send(Arrays.copyOfRange(bytes, at, at + length));
                at += length;
            }
            if (random.nextInt(3) == 0) {
                client.reset();
            } else if (random.nextBoolean()) {
                client.shutdownOutput().readAll();
            }
        } catch (IOException e) {
            assertThat(e).as("the server has ended the connection").isNotNull();
        }
    }

    /** Frames of any type, flags, length and content behind proper settings. */
    private byte[] nonsense() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(FrameClient.bytes(FrameClient.SETTINGS, 0, 0, new byte[0]));
        for (int i = random.nextInt(30); i >= 0; i--) {
            byte[] payload = new byte[random.nextInt(10) == 0 ? random.nextInt(20_000) : random.nextInt(20)];
            random.nextBytes(payload);
            int type = random.nextInt(11);
            int stream = random.nextInt(3) == 0 ? 0 : random.nextInt(12);
            all.writeBytes(FrameClient.bytes(type, random.nextInt(1 << random.nextInt(9)), stream, payload));
        }
        return all.toByteArray();
    }

    /** A sensible conversation, to which a few things happened. */
    private byte[] mutated() throws IOException {
        List<byte[]> frames = conversation();
        for (int i = random.nextInt(4); i > 0; i--) {
            int at = random.nextInt(frames.size());
            switch (random.nextInt(4)) {
                case 0 -> frames.add(at, frames.get(random.nextInt(frames.size())));
                case 1 -> frames.remove(at);
                case 2 -> frames.set(at, Arrays.copyOf(frames.get(at), random.nextInt(frames.get(at).length + 1)));
                default -> {
                    byte[] changed = frames.get(at).clone();
                    if (changed.length > 0) {
                        changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
                    }
                    frames.set(at, changed);
                }
            }
            if (frames.isEmpty()) {
                break;
            }
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        frames.forEach(all::writeBytes);
        return all.toByteArray();
    }

    private List<byte[]> conversation() {
        List<byte[]> frames = new ArrayList<>();
        frames.add(
                FrameClient.bytes(FrameClient.SETTINGS, 0, 0, new byte[] {0, 4, 0, 0, (byte) random.nextInt(256), 0}));
        for (int stream = 1; stream < 20; stream += 2) {
            boolean body = random.nextBoolean();
            byte[] head = FrameClient.head(body ? "POST" : "GET", "/" + stream, "x-a", "v".repeat(random.nextInt(300)));
            int cut = random.nextInt(head.length);
            frames.add(FrameClient.bytes(FrameClient.HEADERS, body ? 0 : 1, stream, Arrays.copyOf(head, cut)));
            frames.add(
                    FrameClient.bytes(FrameClient.CONTINUATION, 4, stream, Arrays.copyOfRange(head, cut, head.length)));
            if (body) {
                frames.add(FrameClient.bytes(FrameClient.DATA, 0, stream, new byte[random.nextInt(16_384)]));
                frames.add(FrameClient.bytes(FrameClient.DATA, 8, stream, new byte[] {3, 1, 2, 0, 0, 0}));
                frames.add(FrameClient.bytes(FrameClient.HEADERS, 5, stream, FrameClient.block("x-t", "v")));
            }
            frames.add(FrameClient.bytes(FrameClient.PING, 0, 0, new byte[8]));
            frames.add(FrameClient.bytes(
                    FrameClient.WINDOW_UPDATE, 0, random.nextBoolean() ? 0 : stream, new byte[] {0, 0, 1, 0}));
            if (random.nextInt(4) == 0) {
                frames.add(FrameClient.bytes(FrameClient.RST_STREAM, 0, stream, new byte[] {0, 0, 0, 8}));
            }
        }
        return frames;
    }
}
