package io.ethryx.server.frames;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;

/** Whole frames as bytes, each the only one of its message (RFC 6455 section 5.2). Stateless. */
public final class FrameBytes {

    private static final int FINAL = 0x80;
    private static final int MASKED = 0x80;
    private static final int LENGTH_16 = 126;
    private static final int LENGTH_64 = 127;
    private static final int LONGEST_HEAD = 14;
    private static final int MOST_REASON_BYTES = 123;

    private FrameBytes() {}

    /**
     * A frame as a server sends it.
     *
     * @param opcode what kind it is
     * @param payload its payload, not kept
     * @return the frame, ready to be read
     */
    public static ByteBuffer toClient(int opcode, byte[] payload) {
        return head(opcode, payload.length, 0).put(payload).flip();
    }

    /**
     * The header of a frame as a server sends it, for a payload that is written behind it from elsewhere.
     *
     * @param opcode what kind it is
     * @param length of the payload
     * @return the header, ready to be read
     */
    public static ByteBuffer headToClient(int opcode, int length) {
        return headOf(ByteBuffer.allocate(LONGEST_HEAD), opcode, length, 0).flip();
    }

    /**
     * A frame as a client sends it: masked, by a key that nobody can foresee (section 5.3).
     *
     * @param opcode what kind it is
     * @param payload its payload, not kept
     * @return the frame, ready to be read
     */
    public static ByteBuffer toServer(int opcode, byte[] payload) {
        int key = ThreadLocalRandom.current().nextInt();
        byte[] masked = payload.clone();
        FrameHead.mask(masked, 0, masked.length, key, 0);
        return head(opcode, payload.length, MASKED).putInt(key).put(masked).flip();
    }

    /**
     * The payload of a Close (section 5.5.1).
     *
     * @param code why
     * @param reason the same in words, cut to 123 bytes between two characters
     * @return code and reason
     */
    public static byte[] close(int code, String reason) {
        byte[] words = reason.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(words.length, MOST_REASON_BYTES);
        while (length > 0 && length < words.length && (words[length] & 0xC0) == 0x80) {
            length--;
        }
        return ByteBuffer.allocate(2 + length)
                .putShort((short) code)
                .put(words, 0, length)
                .array();
    }

    private static ByteBuffer head(int opcode, int length, int masked) {
        return headOf(ByteBuffer.allocate(LONGEST_HEAD + length), opcode, length, masked);
    }

    private static ByteBuffer headOf(ByteBuffer into, int opcode, int length, int masked) {
        into.put((byte) (FINAL | opcode));
        if (length < LENGTH_16) {
            return into.put((byte) (masked | length));
        } else if (length < 1 << 16) {
            return into.put((byte) (masked | LENGTH_16)).putShort((short) length);
        }
        return into.put((byte) (masked | LENGTH_64)).putLong(length);
    }
}
