package io.ethryx.server.upstream;

import io.ethryx.server.fields.FieldNames;
import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;
import io.undertow.util.HttpString;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads one field line (RFC 9112 §5): strict about the name, the colon, folding and control characters. */
final class FieldLine {

    static final int MAX_NAMES = 1_000;

    /** Field lines of one name; a {@link HeaderMap} holds no more than 127. */
    static final int MAX_LINES = 100;

    private FieldLine() {}

    /**
     * Adds the field that a line holds.
     *
     * @return null, or what is wrong with the line
     */
    static @Nullable String add(byte[] line, int length, HeaderMap fields) {
        int colon = 0;
        while (colon < length && HttpBytes.isToken(line[colon])) {
            colon++;
        }
        if (colon == 0 || colon == length || line[colon] != ':') {
            return "a field name is malformed";
        }
        int from = colon + 1;
        int to = length;
        while (from < to && HttpBytes.isBlank(line[from])) {
            from++;
        }
        while (to > from && HttpBytes.isBlank(line[to - 1])) {
            to--;
        }
        for (int i = from; i < to; i++) {
            if (!HttpBytes.isFieldContent(line[i])) {
                return "a field value holds a control character";
            }
        }
        HttpString name = FieldNames.of(line, 0, colon);
        HeaderValues same = fields.get(name);
        if (fields.size() >= MAX_NAMES || (same != null && same.size() >= MAX_LINES)) {
            return "too many fields";
        }
        String value = from == to ? "" : new String(line, from, to - from, StandardCharsets.ISO_8859_1);
        fields.add(name, value);
        return null;
    }
}
