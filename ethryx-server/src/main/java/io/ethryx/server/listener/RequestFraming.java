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
    private final ChunkFraming chunks;
    private Part part = Part.LINE;
    private @Nullable Fault fault;
    private int headBytes;
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
        if (part == Part.LINE || part == Part.FIELDS) {
            return head(bytes, from, to);
        } else if (part == Part.LENGTH_BODY) {
            int taken = (int) Math.min(to - from, bodyRemaining);
            bodyRemaining -= taken;
            bodyBytes += taken;
            if (bodyRemaining == 0) {
                part = Part.DONE;
            }
            return from + taken;
        } else if (part == Part.CHUNKED_BODY) {
            int at = chunks.scan(bytes, from, to);
            bodyBytes = chunks.dataBytes();
            fault = chunks.fault();
            if (chunks.ended()) {
                part = Part.DONE;
            }
            return at;
        }
        return from;
    }

    private int head(ByteBuffer bytes, int from, int to) {
        int at = from;
        if (part == Part.LINE) {
            at = line.scan(bytes, at, to);
            fault = line.fault();
            if (line.ended() && fault == null) {
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

    /** Whether the client lets the connection live on after the answer. */
    boolean persistent() {
        return facts.persistent(line.http10());
    }
}
