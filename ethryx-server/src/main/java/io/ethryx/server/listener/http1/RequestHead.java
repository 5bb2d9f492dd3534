package io.ethryx.server.listener.http1;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.FieldReader;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.fields.RepeatedText;
import io.ethryx.server.listener.connection.Fault;
import org.jspecify.annotations.Nullable;

/**
 * Follows the head of an HTTP/1.1 request from its first byte to its last, in any pieces, and says what is wrong with it (RFC
 * 9112 sections 2 to 6). Keeps its own copy of what the head says, and looks at each byte once. One a connection, used again
 * for each request; makes no object for a head of usual size.
 */
final class RequestHead {

    private static final int MOST_FIELDS = 1000;

    private final int limit;
    private final RequestLine line = new RequestLine();
    private final FieldBlock fields = new FieldBlock();
    private final FieldReader reader = new FieldReader(fields);
    private final RepeatedText hostText = new RepeatedText();
    private final HeadFacts facts = new HeadFacts(fields);
    private @Nullable Fault fault;
    private int bytes;
    private boolean whole;
    private boolean persistent;

    RequestHead(int limit) {
        this.limit = limit;
    }

    /** Begins with the next request. */
    void reset() {
        line.reset();
        fields.clear();
        fault = null;
        bytes = 0;
        whole = false;
    }

    /**
     * Reads on.
     *
     * @return where it stopped: after the head's last byte, at a fault, or at {@code to}
     */
    int scan(byte[] from, int start, int to) {
        int at = start;
        if (!line.ended()) {
            at = line.scan(from, at, to);
            fault = line.fault();
            if (line.ended()) {
                reader.begin(limit, MOST_FIELDS);
            }
        }
        if (line.ended() && fault == null) {
            at = reader.read(from, at, to);
            fault = fieldFault();
        }
        bytes += at - start;
        if (bytes > limit) {
            fault = Fault.HEAD_TOO_LARGE;
        } else if (fault == null && line.ended() && reader.isWhole()) {
            fault = facts.judge(line);
            persistent = facts.persistent(line.http10());
            whole = fault == null;
        }
        return at;
    }

    private @Nullable Fault fieldFault() {
        FieldReader.Fault found = reader.fault();
        if (found == null) {
            return null;
        }
        boolean large = found == FieldReader.Fault.TOO_LARGE || found == FieldReader.Fault.TOO_MANY;
        return large ? Fault.HEAD_TOO_LARGE : Fault.FIELD;
    }

    @Nullable
    Fault fault() {
        return fault;
    }

    /** Whether it has been read to its end and nothing is wrong with it. */
    boolean isWhole() {
        return whole;
    }

    /** Whether no byte of it has been seen. */
    boolean isUntouched() {
        return line.untouched();
    }

    /** How many bytes of it have come. */
    int bytes() {
        return bytes;
    }

    RequestLine line() {
        return line;
    }

    FieldBlock fields() {
        return fields;
    }

    /** The value of Host, null without one; the same object where it is as it was in the last head. */
    @Nullable
    String host() {
        return hostText.valueOf(fields, KnownField.HOST);
    }

    long requestLength() {
        return facts.requestLength();
    }

    /** Whether the client lets the connection live on after the answer. */
    boolean persistent() {
        return persistent;
    }

    /** Gives memory back: the connection ends. */
    void release() {
        fields.release();
    }
}
