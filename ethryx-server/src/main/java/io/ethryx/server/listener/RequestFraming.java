package io.ethryx.server.listener;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Follows one HTTP/1.1 request from its first byte to its last, in any pieces, and says where it ends and what is wrong with
 * it (RFC 9112). Looks at each byte once and allocates nothing for a request of usual size.
 */
final class RequestFraming {

    private static final int MOST_FIELDS = 1000;

    private enum Part {
        LINE,
        FIELDS,
        LENGTH_BODY,
        CHUNKED_BODY,
        DONE
    }

    private final int headLimit;
    private final RequestLine line = new RequestLine();
    private final HeadFacts facts = new HeadFacts();
    private final FieldLines fields = new FieldLines(facts, Fault.FIELD);
    private final RequestFields fieldValues = new RequestFields();
    private final ChunkFraming chunks;
    private Part part = Part.LINE;
    private @Nullable Fault fault;
    private int headBytes;
    private int lineBytes;
    private long bodyRemaining;
    private long bodyBytes;

    RequestFraming(int headLimit) {
        this.headLimit = headLimit;
        this.chunks = new ChunkFraming(headLimit);
        facts.reset();
    }

    /** Begins with the next request. */
    void reset() {
        line.reset();
        facts.reset();
        fields.reset();
        part = Part.LINE;
        fault = null;
        headBytes = 0;
        bodyBytes = 0;
    }

    /**
     * Reads on.
     *
     * @return where it stopped: after the head's last byte, after the request's last byte, at a fault, or at {@code to}
     */
    int scan(ByteBuffer bytes, int from, int to) {
        if (part == Part.LENGTH_BODY) {
            int taken = (int) Math.min(to - from, bodyRemaining);
            bodyRemaining -= taken;
            bodyBytes += taken;
            if (bodyRemaining == 0) {
                part = Part.DONE;
            }
            return from + taken;
        } else if (part == Part.DONE || fault != null) {
            return from;
        }
        if (bytes.hasArray()) {
            int offset = bytes.arrayOffset();
            return scan(bytes.array(), from + offset, to + offset) - offset;
        }
        return scan(copy(bytes, from, to), 0, to - from) + from;
    }

    private int scan(byte[] bytes, int from, int to) {
        return part == Part.CHUNKED_BODY ? chunked(bytes, from, to) : head(bytes, from, to);
    }

    /** Our own buffers have arrays; another one's bytes are copied. */
    private static byte[] copy(ByteBuffer bytes, int from, int to) {
        byte[] copy = new byte[to - from];
        bytes.get(from, copy);
        return copy;
    }

    private int chunked(byte[] bytes, int from, int to) {
        int at = chunks.scan(bytes, from, to);
        bodyBytes = chunks.dataBytes();
        fault = chunks.fault();
        if (chunks.ended()) {
            part = Part.DONE;
        }
        return at;
    }

    private int head(byte[] bytes, int from, int to) {
        int at = from;
        if (part == Part.LINE) {
            at = line.scan(bytes, at, to);
            fault = line.fault();
            if (line.ended() && fault == null) {
                lineBytes = headBytes + at - from;
                part = Part.FIELDS;
            }
        }
        if (part == Part.FIELDS) {
            at = fields.scan(bytes, at, to);
            fault = fields.fault();
        }
        headBytes += at - from;
        if (headBytes > headLimit || fields.count() > MOST_FIELDS) {
            fault = Fault.HEAD_TOO_LARGE;
        } else if (part == Part.FIELDS && fields.ended() && fault == null) {
            endHead();
        }
        return at;
    }

    private void endHead() {
        fault = facts.verdict(line);
        long length = facts.requestLength();
        if (length > 0) {
            part = Part.LENGTH_BODY;
            bodyRemaining = length;
        } else if (length == -1) {
            part = Part.CHUNKED_BODY;
            chunks.reset();
        } else {
            part = Part.DONE;
        }
    }

    @Nullable
    Fault fault() {
        return fault;
    }

    /** Whether no byte of a request has been seen. */
    boolean untouched() {
        return part == Part.LINE && line.untouched();
    }

    boolean inHead() {
        return part == Part.LINE || part == Part.FIELDS;
    }

    boolean done() {
        return part == Part.DONE;
    }

    int headBytes() {
        return headBytes;
    }

    RequestLine line() {
        return line;
    }

    long requestLength() {
        return facts.requestLength();
    }

    long bodyBytes() {
        return bodyBytes;
    }

    /**
     * Takes a whole head's fields out of the bytes, and puts a short head in its place.
     *
     * @param from where the head begins
     * @param to where the bytes end
     * @return by how much they became shorter
     */
    int cut(ByteBuffer bytes, int from, int to) {
        if (bytes.hasArray()) {
            fieldValues.read(bytes.array(), bytes.arrayOffset() + from + lineBytes);
        } else {
            fieldValues.read(copy(bytes, from, to), lineBytes);
        }
        if (fieldValues.crowded()) {
            fault = Fault.HEAD_TOO_LARGE;
        }
        return HeadCut.apply(bytes, from, this, to);
    }

    /** The fields of the head that was cut last, until they are taken. */
    RequestFields fields() {
        return fieldValues;
    }

    /** Whether the client lets the connection live on after the answer. */
    boolean persistent() {
        return facts.persistent(line.http10());
    }
}
