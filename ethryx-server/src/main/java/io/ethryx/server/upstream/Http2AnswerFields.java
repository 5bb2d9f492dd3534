package io.ethryx.server.upstream;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.FieldOctets;
import io.ethryx.server.fields.KnownField;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of an answer (RFC 9113 section 8.2, 8.3.2) once more than the codec does: what leaves here may be
 * written to an HTTP/1.1 client as it is. One a connection pool, on its loop.
 */
final class Http2AnswerFields {

    private @Nullable String fault;

    /** What is wrong with the fields read last, or null. */
    @Nullable
    String fault() {
        return fault;
    }

    /** The status, or 0 where it is missing or out of range. */
    static int status(Http2Headers from) {
        CharSequence text = from.status();
        if (text == null || text.length() != 3) {
            return 0;
        }
        int status = 0;
        for (int i = 0; i < 3; i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return 0;
            }
            status = status * 10 + c - '0';
        }
        return status >= 100 && status <= 599 ? status : 0;
    }

    /** The fields of a head. */
    FieldBlock head(Http2Headers from) {
        return read(from, true);
    }

    /** The fields of trailers. */
    FieldBlock trailers(Http2Headers from) {
        return read(from, false);
    }

    /** The length that a head says, -1 where it says none; a {@link #fault} where it is no length. */
    long contentLength(FieldBlock fields) {
        int line = fields.find(KnownField.CONTENT_LENGTH);
        if (line < 0) {
            return -1;
        }
        long length = fields.count(KnownField.CONTENT_LENGTH) == 1
                ? AnswerFraming.number(fields, line)
                : AnswerFraming.AMBIGUOUS;
        if (length < 0) {
            fault = "the length of the answer is ambiguous";
        }
        return length;
    }

    private FieldBlock read(Http2Headers from, boolean pseudo) {
        fault = null;
        FieldBlock to = new FieldBlock();
        for (Map.Entry<CharSequence, CharSequence> field : from) {
            CharSequence name = field.getKey();
            if (!name.isEmpty() && name.charAt(0) == ':') {
                if (!pseudo) {
                    fault = "a pseudo field stands among the trailers";
                }
                continue;
            }
            add(name, field.getValue(), to);
        }
        if (AnswerLines.areCrowded(to)) {
            fault = "too many fields";
        }
        return to;
    }

    private void add(CharSequence name, CharSequence value, FieldBlock to) {
        if (!isName(name)) {
            fault = "a field name is malformed";
        } else if (!isValue(value)) {
            fault = "a field value holds a control character";
        } else if (to.size() >= AnswerLines.MOST) {
            fault = "too many fields";
        } else {
            to.add(name.toString(), value.toString());
        }
    }

    private static boolean isName(CharSequence name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c > 0x7F || !FieldOctets.isToken((byte) c) || (c >= 'A' && c <= 'Z')) {
                return false;
            }
        }
        return !name.isEmpty();
    }

    private static boolean isValue(CharSequence value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c > 0xFF || !FieldOctets.isContent((byte) c)) {
                return false;
            }
        }
        return true;
    }
}
