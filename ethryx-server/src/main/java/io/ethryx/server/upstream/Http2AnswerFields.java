package io.ethryx.server.upstream;

import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of an answer (RFC 9113 section 8.2, 8.3.2) once more than the codec does: what leaves here may be
 * written to an HTTP/1.1 client as it is. One a connection pool, on its loop.
 */
final class Http2AnswerFields {

    private static final int MOST_NAMES = 512;

    private final Map<AsciiString, HttpString> names = new HashMap<>();
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
    HeaderMap head(Http2Headers from) {
        return read(from, true);
    }

    /** The fields of trailers. */
    HeaderMap trailers(Http2Headers from) {
        return read(from, false);
    }

    /** The length that a head says, -1 where it says none; a {@link #fault} where it is no length. */
    long contentLength(HeaderMap headers) {
        HeaderValues lengths = headers.get(Headers.CONTENT_LENGTH);
        if (lengths == null) {
            return -1;
        }
        String digits = lengths.getFirst();
        long length = lengths.size() == 1 && !digits.isEmpty() && digits.length() <= 18 ? 0 : -1;
        for (int i = 0; length >= 0 && i < digits.length(); i++) {
            char c = digits.charAt(i);
            length = c < '0' || c > '9' ? -1 : length * 10 + c - '0';
        }
        if (length < 0) {
            fault = "the length of the answer is ambiguous";
        }
        return length;
    }

    private HeaderMap read(Http2Headers from, boolean pseudo) {
        fault = null;
        HeaderMap to = new HeaderMap();
        for (Map.Entry<CharSequence, CharSequence> field : from) {
            CharSequence name = field.getKey();
            if (!name.isEmpty() && name.charAt(0) == ':') {
                if (!pseudo) {
                    fault = "a pseudo field stands among the trailers";
                }
                continue;
            }
            add(name(name), field.getValue(), to);
        }
        return to;
    }

    private void add(@Nullable HttpString name, CharSequence value, HeaderMap to) {
        if (name == null) {
            fault = "a field name is malformed";
            return;
        }
        for (int i = 0; i < value.length(); i++) {
            if (!HttpBytes.isFieldContent((byte) value.charAt(i)) || value.charAt(i) > 0xFF) {
                fault = "a field value holds a control character";
                return;
            }
        }
        HeaderValues same = to.get(name);
        if (to.size() >= FieldLine.MAX_NAMES || (same != null && same.size() >= FieldLine.MAX_LINES)) {
            fault = "too many fields";
            return;
        }
        to.add(name, value.toString());
    }

    private @Nullable HttpString name(CharSequence name) {
        AsciiString key = AsciiString.of(name);
        HttpString known = names.get(key);
        if (known != null) {
            return known;
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c > 0x7F || !HttpBytes.isToken((byte) c) || (c >= 'A' && c <= 'Z')) {
                return null;
            }
        }
        if (name.isEmpty()) {
            return null;
        }
        HttpString made = new HttpString(name.toString());
        if (names.size() < MOST_NAMES) {
            names.put(key, made);
        }
        return made;
    }
}
