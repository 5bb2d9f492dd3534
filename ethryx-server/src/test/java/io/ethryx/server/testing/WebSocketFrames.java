package io.ethryx.server.testing;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** WebSocket frames as bytes, written and read by the letter of RFC 6455 section 5.2 and by nothing of the product's. */
public final class WebSocketFrames {

    public static final int CONTINUATION = 0;
    public static final int TEXT = 1;
    public static final int BINARY = 2;
    public static final int CLOSE = 8;
    public static final int PING = 9;

    /** One frame as it was read: its payload unmasked, each byte one char. */
    public record Frame(int first, boolean masked, String text) {

        public int opcode() {
            return first & 0x0F;
        }

        public int closeCode() {
            return text.charAt(0) << 8 | text.charAt(1);
        }
    }

    private WebSocketFrames() {}

    public static byte[] frame(int first, boolean masked, byte[] payload) {
        int length = payload.length;
        ByteBuffer bytes = ByteBuffer.allocate(length + 14);
        bytes.put((byte) first);
        int mask = masked ? 0x80 : 0;
        if (length < 126) {
            bytes.put((byte) (mask | length));
        } else if (length < 65_536) {
            bytes.put((byte) (mask | 126)).putShort((short) length);
        } else {
            bytes.put((byte) (mask | 127)).putLong(length);
        }
        byte[] key = {0x11, 0x22, (byte) 0x83, (byte) 0xF4};
        if (masked) {
            bytes.put(key);
        }
        for (int i = 0; i < length; i++) {
            bytes.put((byte) (masked ? payload[i] ^ key[i % 4] : payload[i]));
        }
        byte[] all = new byte[bytes.flip().remaining()];
        bytes.get(all);
        return all;
    }

    public static byte[] random(Random random, boolean masked) {
        int[] lengths = {0, 1, 5, 125, 126, 127, 300, 65_535, 65_536, 70_000};
        byte[] payload = new byte[lengths[random.nextInt(random.nextInt(4) == 0 ? lengths.length : 7)]];
        random.nextBytes(payload);
        int[] firsts = {0x81, 0x82, 0x01, 0x00, 0x80, 0x89, 0x8A, 0xC1, 0x02};
        return frame(firsts[random.nextInt(firsts.length)], masked, payload);
    }

    /** Reads all whole frames; what is left over must be nothing. */
    public static List<Frame> read(byte[] stream) {
        List<Frame> frames = new ArrayList<>();
        ByteBuffer in = ByteBuffer.wrap(stream);
        while (in.hasRemaining()) {
            int first = in.get() & 0xFF;
            int second = in.get() & 0xFF;
            long length = second & 0x7F;
            if (length == 126) {
                length = in.getShort() & 0xFFFF;
            } else if (length == 127) {
                length = in.getLong();
            }
            byte[] key = new byte[4];
            boolean masked = (second & 0x80) != 0;
            if (masked) {
                in.get(key);
            }
            byte[] payload = new byte[(int) length];
            in.get(payload);
            for (int i = 0; i < payload.length; i++) {
                payload[i] ^= key[i % 4];
            }
            frames.add(new Frame(first, masked, new String(payload, StandardCharsets.ISO_8859_1)));
        }
        return frames;
    }

    /** Reads one frame; null at the end of the stream. */
    public static Frame next(InputStream in) throws IOException {
        int first = in.read();
        if (first < 0) {
            return null;
        }
        DataInputStream data = new DataInputStream(in);
        int second = data.readUnsignedByte();
        int length = second & 0x7F;
        if (length == 126) {
            length = data.readUnsignedShort();
        } else if (length == 127) {
            length = Math.toIntExact(data.readLong());
        }
        byte[] key = new byte[4];
        boolean masked = (second & 0x80) != 0;
        if (masked) {
            data.readFully(key);
        }
        byte[] payload = new byte[length];
        data.readFully(payload);
        for (int i = 0; i < length; i++) {
            payload[i] ^= key[i % 4];
        }
        return new Frame(first, masked, new String(payload, StandardCharsets.ISO_8859_1));
    }

    /** A whole text message. */
    public static byte[] text(String text, boolean masked) {
        return frame(0x81, masked, text.getBytes(StandardCharsets.UTF_8));
    }

    public static byte[] close(int code, boolean masked) {
        return frame(0x88, masked, new byte[] {(byte) (code >> 8), (byte) code});
    }

    public static byte[] join(List<byte[]> parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        parts.forEach(all::writeBytes);
        return all.toByteArray();
    }
}
