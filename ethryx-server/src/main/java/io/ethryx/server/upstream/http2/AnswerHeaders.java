package io.ethryx.server.upstream.http2;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.upstream.AnswerLines;
import io.ethryx.server.upstream.ContentLength;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes the fields of an answer from the codec, one by one, and reads them once more than the codec does (RFC 9113 section
 * 8.2, 8.3.2): what leaves here may be written to an HTTP/1.1 client as it is. Of what a codec may ask of such fields it
 * answers what the codec of a client does ask.
 */
final class AnswerHeaders extends CodecFields {

    private static final AsciiString STATUS = AsciiString.cached(":status");
    private static final AsciiString CONTENT_LENGTH = AsciiString.cached("content-length");

    private FieldBlock fields = new FieldBlock();
    private @Nullable CharSequence status;
    private @Nullable String fault;
    private boolean pseudo;
    private boolean sameStatusAgain;

    /** Before the first field of a section. */
    void begin() {
        fields = new FieldBlock();
        status = null;
        fault = null;
        pseudo = false;
        sameStatusAgain = false;
    }

    @Override
    public Http2Headers add(CharSequence name, CharSequence value) {
        AsciiString octets = AsciiString.of(name);
        if (!octets.isEmpty() && octets.byteAt(0) == ':') {
            pseudo(octets, value);
        } else {
            line(octets, AsciiString.of(value));
        }
        return this;
    }

    private void pseudo(AsciiString name, CharSequence value) {
        pseudo = true;
        if (!name.contentEquals(STATUS)) {
            throw new IllegalArgumentException("not a field of an answer");
        }
        sameStatusAgain |= status != null;
        status = value;
    }

    private void line(AsciiString name, AsciiString value) {
        int from = value.arrayOffset();
        if (fields.size() >= AnswerLines.MOST) {
            fault = "too many fields";
        } else if (hasCapital(name)
                || !fields.addIfSound(
                        name.array(),
                        name.arrayOffset(),
                        name.arrayOffset() + name.length(),
                        value.array(),
                        from,
                        from + value.length())) {
            fault = "a field name is malformed, or a field value holds a control character";
        }
    }

    private static boolean hasCapital(AsciiString name) {
        for (int i = 0; i < name.length(); i++) {
            byte b = name.byteAt(i);
            if (b >= 'A' && b <= 'Z') {
                return true;
            }
        }
        return false;
    }

    /** The fields but for the status; theirs who take them. */
    FieldBlock fields() {
        return fields;
    }

    /** Whether there were fields that only a head has. */
    boolean hasPseudoFields() {
        return pseudo;
    }

    /** What is wrong with the fields, or null. */
    @Nullable
    String fault() {
        if (fault == null && AnswerLines.areCrowded(fields)) {
            fault = "too many fields";
        }
        if (fault == null && fields.has(KnownField.CONTENT_LENGTH) && contentLength() < 0) {
            fault = "the length of the answer is ambiguous";
        }
        return fault;
    }

    /** The status, or 0 where it is missing or out of range. */
    int statusCode() {
        CharSequence text = status;
        if (text == null || sameStatusAgain || text.length() != 3) {
            return 0;
        }
        int code = 0;
        for (int i = 0; i < 3; i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return 0;
            }
            code = code * 10 + c - '0';
        }
        return code >= 100 && code <= 599 ? code : 0;
    }

    /** The length that a head says, negative where it says none or an ambiguous one. */
    long contentLength() {
        int line = fields.find(KnownField.CONTENT_LENGTH);
        return line < 0 || fields.count(KnownField.CONTENT_LENGTH) != 1 ? -1 : ContentLength.read(fields, line);
    }

    // What the codec asks

    @Override
    public @Nullable CharSequence status() {
        return status;
    }

    @Override
    public List<CharSequence> getAll(CharSequence name) {
        int line = CONTENT_LENGTH.contentEquals(name) ? fields.find(KnownField.CONTENT_LENGTH) : -1;
        return line < 0 ? List.of() : List.of(fields.value(line));
    }

    @Override
    public Http2Headers setLong(CharSequence name, long value) {
        return this;
    }

    @Override
    public int size() {
        return fields.size();
    }
}
