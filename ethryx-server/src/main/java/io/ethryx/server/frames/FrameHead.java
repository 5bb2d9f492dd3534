package io.ethryx.server.frames;

import java.nio.ByteBuffer;

/**
 * The header of one frame after another, taken from bytes that may be cut anywhere (RFC 6455 section 5.2). Judges nothing.
 * Allocates nothing but itself. Confined to one thread.
 */
public final class FrameHead {

    /** Goes on with the message that was begun. */
    public static final int CONTINUATION = 0x0;

    /** Begins a message of UTF-8. */
    public static final int TEXT = 0x1;

    /** Begins a message of bytes. */
    public static final int BINARY = 0x2;

    /** Ends the conversation. */
    public static final int CLOSE = 0x8;

    /** Asks for a {@link #PONG} of the same payload. */
    public static final int PING = 0x9;

    /** Answers a {@link #PING}, or nothing. */
    public static final int PONG = 0xA;

    /** The longest payload of a control frame (section 5.5). */
    public static final int MOST_CONTROL_BYTES = 125;

    private static final int LONGEST = 14;
    private static final int SHORTEST = 2;
    private static final int MASK_BYTES = 4;
    private static final int LENGTH_16 = 126;
    private static final int LENGTH_64 = 127;

    private final byte[] bytes = new byte[LONGEST];
    private int count;
    private int size = SHORTEST;

    /** A header of which nothing has come. */
    public FrameHead() {}

    /**
     * Takes bytes up to the end of the header.
     *
     * @param from where they are; its position moves behind those that were taken
     * @return whether the header is whole
     */
    public boolean read(ByteBuffer from) {
        while (count < size && from.hasRemaining()) {
            bytes[count++] = from.get();
            if (count == SHORTEST) {
                size = lengthEnd() + (isMasked() ? MASK_BYTES : 0);
            }
        }
        return isWhole();
    }

    /** Forgets the header, for the next one. */
    public void reset() {
        count = 0;
        size = SHORTEST;
    }

    /**
     * Whether all of it has come.
     *
     * @return whether the other accessors tell the truth
     */
    public boolean isWhole() {
        return count == size;
    }

    /**
     * Whether nothing of it has come.
     *
     * @return true at a boundary between frames
     */
    public boolean isEmpty() {
        return count == 0;
    }

    /**
     * Whether the frame is its message's last (FIN).
     *
     * @return true for a control frame, too, if it is a valid one
     */
    public boolean isLast() {
        return bytes[0] < 0;
    }

    /**
     * The bits that extensions use.
     *
     * @return 0 to 7, 0 where there is none
     */
    public int reserved() {
        return bytes[0] >> 4 & 0x7;
    }

    /**
     * What kind of frame it is.
     *
     * @return 0 to 15
     */
    public int opcode() {
        return bytes[0] & 0xF;
    }

    /**
     * Whether it may stand amid another message.
     *
     * @return true from {@link #CLOSE} on
     */
    public boolean isControl() {
        return opcode() >= CLOSE;
    }

    /**
     * Whether its payload is masked, as a client's must be.
     *
     * @return the bit of the second byte
     */
    public boolean isMasked() {
        return bytes[1] < 0;
    }

    /**
     * The length of the payload.
     *
     * @return bytes; negative where 2^63 or more are declared
     */
    public long payload() {
        int end = lengthEnd();
        if (end == SHORTEST) {
            return bytes[1] & 0x7F;
        }
        long length = 0;
        for (int i = SHORTEST; i < end; i++) {
            length = length << 8 | (bytes[i] & 0xFF);
        }
        return length;
    }

    /**
     * The key of the mask.
     *
     * @return its four bytes, the first one highest; 0, which changes nothing, where there is no mask
     */
    public int key() {
        return isMasked()
                ? ByteBuffer.wrap(bytes, size - MASK_BYTES, MASK_BYTES).getInt()
                : 0;
    }

    /**
     * The header's own length.
     *
     * @return 2 to 14
     */
    public int size() {
        return size;
    }

    /**
     * The header as it came.
     *
     * @return its bytes, in the header's own memory: to be read at once
     */
    public ByteBuffer raw() {
        return ByteBuffer.wrap(bytes, 0, count);
    }

    private int lengthEnd() {
        int length = bytes[1] & 0x7F;
        return length == LENGTH_16 ? 4 : length == LENGTH_64 ? 10 : SHORTEST;
    }

    /**
     * Applies a mask, or takes it away (section 5.3).
     *
     * @param payload where the payload is
     * @param from its first byte to be changed
     * @param to behind the last one
     * @param key the mask's key
     * @param at how far into the frame's payload the first byte stands
     */
    public static void mask(byte[] payload, int from, int to, int key, long at) {
        if (key == 0) {
            return;
        }
        int shifted = Integer.rotateLeft(key, (int) (at & 3) * 8);
        for (int i = from; i < to; i++) {
            payload[i] ^= (byte) (shifted >>> 24);
            shifted = Integer.rotateLeft(shifted, 8);
        }
    }
}
