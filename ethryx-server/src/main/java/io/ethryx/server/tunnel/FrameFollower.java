package io.ethryx.server.tunnel;

import java.nio.ByteBuffer;

/**
 * Knows where in a stream of WebSocket frames one is (RFC 6455 section 5.2), from reads that may be split anywhere. Looks at
 * frame headers alone; payloads are skipped, and nothing is kept but a few numbers, whatever length a header declares.
 * Judges nothing: what is no valid frame is followed by its declared length all the same.
 */
final class FrameFollower {

    private static final int OPCODE = 0x0F;
    private static final int CLOSE = 0x8;
    private static final int LENGTH = 0x7F;
    private static final int LENGTH_16 = 126;
    private static final int LENGTH_64 = 127;
    private static final int SHORTEST_HEADER = 2;
    private static final int MASK_BYTES = 4;

    private int opcode;
    private int headerBytes;
    private int headerLength = SHORTEST_HEADER;
    private int lengthEnd = SHORTEST_HEADER;

    /** What the header that is being read declares so far; negative where that is 2^63 or more. */
    private long declared;

    /** What is left of the frame's payload. */
    private long payload;

    private boolean closeEnded;

    /** Whether the next byte begins a frame. */
    boolean atBoundary() {
        return headerBytes == 0 && payload == 0;
    }

    /** Whether a whole Close frame has been seen. */
    boolean closeEnded() {
        return closeEnded;
    }

    /** Goes on over the bytes between two positions. */
    void follow(ByteBuffer bytes, int from, int to) {
        int at = from;
        while (at < to) {
            at = toBoundary(bytes, at, to);
        }
    }

    /** Goes on up to the end of the frame at most; gives the position behind the last byte that was looked at. */
    int toBoundary(ByteBuffer bytes, int from, int to) {
        int at = from;
        while (at < to) {
            if (payload > 0) {
                int skipped = (int) Math.min(payload, to - at);
                at += skipped;
                payload -= skipped;
            } else {
                header(bytes.get(at++));
            }
            if (atBoundary()) {
                closeEnded |= opcode == CLOSE;
                return at;
            }
        }
        return at;
    }

    private void header(byte b) {
        int place = headerBytes++;
        if (place == 0) {
            opcode = b & OPCODE;
        } else if (place == 1) {
            int length = b & LENGTH;
            lengthEnd = length == LENGTH_16 ? 4 : length == LENGTH_64 ? 10 : SHORTEST_HEADER;
            headerLength = lengthEnd + (b < 0 ? MASK_BYTES : 0);
            declared = length < LENGTH_16 ? length : 0;
        } else if (place < lengthEnd) {
            declared = declared << 8 | (b & 0xFF);
        }
        if (headerBytes >= SHORTEST_HEADER && headerBytes == headerLength) {
            headerBytes = 0;
            headerLength = SHORTEST_HEADER;
            payload = declared < 0 ? Long.MAX_VALUE : declared;
        }
    }

    /** One that stands at the same place. */
    FrameFollower copy() {
        FrameFollower copy = new FrameFollower();
        copy.opcode = opcode;
        copy.headerBytes = headerBytes;
        copy.headerLength = headerLength;
        copy.lengthEnd = lengthEnd;
        copy.payload = payload;
        copy.declared = declared;
        copy.closeEnded = closeEnded;
        return copy;
    }
}
