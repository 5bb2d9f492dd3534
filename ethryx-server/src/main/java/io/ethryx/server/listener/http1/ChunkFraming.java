package io.ethryx.server.listener.http1;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.FieldOctets;
import io.ethryx.server.fields.FieldReader;
import io.ethryx.server.listener.connection.Fault;
import io.ethryx.server.listener.connection.UriOctets;
import java.nio.ByteBuffer;
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

    private static final int MOST_TRAILERS = 1000;

    private final FieldBlock trailers = new FieldBlock();
    private final FieldReader trailerReader = new FieldReader(trailers);
    private final int longestTrailers;
    private State state = State.SIZE;
    private @Nullable Fault fault;
    private long remaining;
    private int lineLength;
    private boolean digits;
    private long dataBytes;

    ChunkFraming(int longestTrailers) {
        this.longestTrailers = longestTrailers;
    }

    void reset() {
        state = State.SIZE;
        fault = null;
        dataBytes = 0;
        startLine();
    }

    private void startLine() {
        remaining = 0;
        lineLength = 0;
        digits = false;
    }

    /**
     * Reads on; stops after the body's last byte, at a fault, at the end of the bytes, or where there is no more room.
     *
     * @param into takes the data; null forgets it
     */
    int scan(byte[] bytes, int from, int to, @Nullable ByteBuffer into) {
        int at = from;
        while (at < to && state != State.ENDED && fault == null) {
            if (state == State.DATA) {
                int length = room(to - at, into);
                if (length == 0) {
                    return at;
                }
                data(bytes, at, length, into);
                at += length;
            } else if (state == State.TRAILERS) {
                at = trailers(bytes, at, to);
            } else {
                step(bytes[at++]);
            }
        }
        return at;
    }

    private int room(int there, @Nullable ByteBuffer into) {
        int length = (int) Math.min(there, remaining);
        return into == null ? length : Math.min(length, into.remaining());
    }

    private void data(byte[] bytes, int from, int length, @Nullable ByteBuffer into) {
        if (into != null) {
            into.put(bytes, from, length);
        }
        remaining -= length;
        dataBytes += length;
        if (remaining == 0) {
            state = State.DATA_CR;
        }
    }

    private int trailers(byte[] bytes, int from, int to) {
        int at = trailerReader.read(bytes, from, to);
        if (trailerReader.fault() != null) {
            fault = Fault.TRAILER;
        } else if (trailerReader.isWhole()) {
            state = State.ENDED;
        }
        return at;
    }

    private void step(byte c) {
        switch (state) {
            case SIZE -> sizeByte(c);
            case EXTENSION -> extensionByte(c);
            case SIZE_LF -> {
                boolean last = remaining == 0;
                expect(c, '\n', last ? State.TRAILERS : State.DATA);
                if (last) {
                    trailerReader.begin(longestTrailers, MOST_TRAILERS);
                }
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
        int digit = UriOctets.hexValue(c);
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
        } else if (!FieldOctets.isContent(c) || ++lineLength > LONGEST_SIZE_LINE) {
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

    /** The trailers of a body that has ended, or null for none. */
    @Nullable
    FieldBlock trailers() {
        return state == State.ENDED && !trailers.isEmpty() ? trailers : null;
    }
}
