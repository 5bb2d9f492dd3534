package io.ethryx.server.listener;

import org.jspecify.annotations.Nullable;

/** The strict reader of a chunked body's framing, extensions and trailers included (RFC 9112 section 7.1). */
final class ChunkFraming {

    /** Over it, digits could be misread by a receiver with fewer bits. */
    private static final long LARGEST_CHUNK = (1L << 53) - 1;

    private static final int LONGEST_SIZE_LINE = 4096;

    private enum State {
        SIZE,
        EXTENSION,
        SIZE_LF,
        DATA,
        DATA_CR,
        DATA_LF,
        TRAILERS,
        ENDED
    }

    private final FieldLines trailers = new FieldLines(new Unwatched(), Fault.TRAILER);
    private final int longestTrailers;
    private State state = State.SIZE;
    private @Nullable Fault fault;
    private long remaining;
    private int lineLength;
    private boolean digits;
    private int trailerBytes;
    private long dataBytes;

    ChunkFraming(int longestTrailers) {
        this.longestTrailers = longestTrailers;
    }

    void reset() {
        trailers.reset();
        state = State.SIZE;
        fault = null;
        trailerBytes = 0;
        dataBytes = 0;
        startLine();
    }

    private void startLine() {
        remaining = 0;
        lineLength = 0;
        digits = false;
    }

    /** Reads on; stops after the body's last byte, at a fault, or at the end of the bytes. */
    int scan(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && state != State.ENDED && fault == null) {
            if (state == State.DATA) {
                at = data(at, to);
            } else if (state == State.TRAILERS) {
                at = trailers(bytes, at, to);
            } else {
                step(bytes[at++]);
            }
        }
        return at;
    }

    private int data(int at, int to) {
        int taken = (int) Math.min(to - at, remaining);
        remaining -= taken;
        dataBytes += taken;
        if (remaining == 0) {
            state = State.DATA_CR;
        }
        return at + taken;
    }

    private int trailers(byte[] bytes, int from, int to) {
        int at = trailers.scan(bytes, from, to);
        trailerBytes += at - from;
        if (trailers.fault() != null || trailerBytes > longestTrailers) {
            fault = Fault.TRAILER;
        } else if (trailers.ended()) {
            state = State.ENDED;
        }
        return at;
    }

    private void step(byte c) {
        switch (state) {
            case SIZE -> sizeByte(c);
            case EXTENSION -> extensionByte(c);
            case SIZE_LF -> {
                expect(c, '\n', remaining == 0 ? State.TRAILERS : State.DATA);
            }
            case DATA_CR -> expect(c, '\r', State.DATA_LF);
            case DATA_LF -> {
                expect(c, '\n', State.SIZE);
                startLine();
            }
            default -> throw new IllegalStateException(state.name());
        }
    }

    private void sizeByte(byte c) {
        int digit = Octets.hexValue(c);
        if (digit >= 0 && ++lineLength <= LONGEST_SIZE_LINE && remaining <= LARGEST_CHUNK >> 4) {
            remaining = (remaining << 4) + digit;
            digits = true;
        } else if (c == '\r' && digits) {
            state = State.SIZE_LF;
        } else if (c == ';' && digits) {
            state = State.EXTENSION;
        } else {
            fault = Fault.CHUNK;
        }
    }

    private void extensionByte(byte c) {
        if (c == '\r') {
            state = State.SIZE_LF;
        } else if (!Octets.isFieldValue(c) || ++lineLength > LONGEST_SIZE_LINE) {
            fault = Fault.CHUNK;
        }
    }

    private void expect(byte c, char wanted, State next) {
        if (c == wanted) {
            state = next;
        } else {
            fault = Fault.CHUNK;
        }
    }

    boolean ended() {
        return state == State.ENDED;
    }

    @Nullable
    Fault fault() {
        return fault;
    }

    long dataBytes() {
        return dataBytes;
    }

    private static final class Unwatched implements FieldLines.Receiver {

        @Override
        public int watch(byte[] name, int length) {
            return 0;
        }

        @Override
        public @Nullable Fault field(int field, byte[] value, int from, int to) {
            return null;
        }
    }
}
