package io.ethryx.server.listener.http1;

import static io.ethryx.server.fields.KnownField.CONNECTION;
import static io.ethryx.server.fields.KnownField.CONTENT_LENGTH;
import static io.ethryx.server.fields.KnownField.HOST;
import static io.ethryx.server.fields.KnownField.TRANSFER_ENCODING;

import io.ethryx.server.fields.FieldLines;
import io.ethryx.server.listener.connection.Authority;
import io.ethryx.server.listener.connection.Fault;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the fields of a request head say about its framing, its host and the life of its connection. */
final class HeadFacts {

    /** Lines of one name. */
    static final int MOST_OF_ONE_NAME = 100;

    private static final int MOST_DIGITS = 18;

    private final FieldLines fields;
    private long contentLength;
    private boolean chunked;

    HeadFacts(FieldLines fields) {
        this.fields = fields;
    }

    /** Looks at the fields of a whole head; says what is wrong with it, or null. */
    @Nullable
    Fault judge(RequestLine line) {
        contentLength = -1;
        chunked = false;
        Fault fault = length();
        fault = fault == null ? coding() : fault;
        fault = fault == null ? host(line) : fault;
        if (fault != null) {
            return fault;
        } else if (chunked && contentLength >= 0) {
            return Fault.AMBIGUOUS;
        } else if (chunked && line.http10()) {
            return Fault.CODING;
        }
        return isCrowded() ? Fault.HEAD_TOO_LARGE : null;
    }

    /** Blanks after the number are legal and refused all the same: no client writes them, and hops differ about them. */
    private @Nullable Fault length() {
        int line = fields.find(CONTENT_LENGTH);
        if (line < 0) {
            return null;
        }
        byte[] bytes = fields.bytes();
        int from = fields.valueStart(line);
        int to = fields.valueEnd(line);
        boolean lone = fields.find(CONTENT_LENGTH, line + 1) < 0;
        if (!lone || from == to || to - from > MOST_DIGITS || bytes[to] != '\r') {
            return Fault.LENGTH;
        }
        long length = 0;
        for (int i = from; i < to; i++) {
            if (bytes[i] < '0' || bytes[i] > '9') {
                return Fault.LENGTH;
            }
            length = length * 10 + bytes[i] - '0';
        }
        contentLength = length;
        return null;
    }

    private @Nullable Fault coding() {
        int line = fields.find(TRANSFER_ENCODING);
        if (line < 0) {
            return null;
        }
        chunked = fields.find(TRANSFER_ENCODING, line + 1) < 0
                && fields.valueIs(line, "chunked")
                && fields.bytes()[fields.valueEnd(line)] == '\r';
        return chunked ? null : Fault.CODING;
    }

    private @Nullable Fault host(RequestLine requestLine) {
        int line = fields.find(HOST);
        if (line < 0) {
            return requestLine.http10() ? null : Fault.HOST;
        }
        byte[] bytes = fields.bytes();
        int from = fields.valueStart(line);
        int to = fields.valueEnd(line);
        boolean valid = fields.find(HOST, line + 1) < 0 && (from == to || Authority.isValid(bytes, from, to));
        return valid && !requestLine.contradicts(bytes, from, to) ? null : Fault.HOST;
    }

    /** Whether one name has more lines than any honest client sends, and than HTTP/2 and our own maps can pass on. */
    private boolean isCrowded() {
        if (fields.size() <= MOST_OF_ONE_NAME) {
            return false;
        }
        Map<String, Integer> lines = new HashMap<>();
        for (int line = 0; line < fields.size(); line++) {
            if (lines.merge(fields.name(line).toLowerCase(Locale.ROOT), 1, Integer::sum) > MOST_OF_ONE_NAME) {
                return true;
            }
        }
        return false;
    }

    /** The body's length, -1 for a chunked one, -2 for none. */
    long requestLength() {
        return chunked ? -1 : contentLength < 0 ? -2 : contentLength;
    }

    /** Whether the client lets the connection live on after the answer. */
    boolean persistent(boolean http10) {
        if (!fields.has(CONNECTION)) {
            return !http10;
        }
        return !fields.hasElement(CONNECTION, "close") && (!http10 || fields.hasElement(CONNECTION, "keep-alive"));
    }
}
