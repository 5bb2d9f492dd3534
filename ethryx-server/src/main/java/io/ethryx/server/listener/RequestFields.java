package io.ethryx.server.listener;

import io.ethryx.server.fields.FieldNames;
import io.undertow.util.HeaderMap;
import io.undertow.util.HttpString;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a head that has been judged, from then on until its exchange takes them. One a connection. */
final class RequestFields {

    /** Lines of one name; a {@link HeaderMap} holds no more than 127. */
    static final int MOST_OF_ONE_NAME = 100;

    private static final int KEPT = 32;

    private @Nullable HttpString[] names = new @Nullable HttpString[KEPT];
    private @Nullable String[] values = new @Nullable String[KEPT];
    private int count;

    /** Reads the field lines, which are well-formed, up to the empty line that ends them. */
    void read(byte[] bytes, int from) {
        clear();
        int at = from;
        while (bytes[at] != '\r') {
            int colon = at;
            while (bytes[colon] != ':') {
                colon++;
            }
            int end = colon + 1;
            while (bytes[end] != '\r') {
                end++;
            }
            add(FieldNames.of(bytes, at, colon - at), value(bytes, colon + 1, end));
            at = end + 2;
        }
    }

    private static String value(byte[] bytes, int from, int to) {
        int start = from;
        int end = to;
        while (start < end && Octets.isBlank(bytes[start])) {
            start++;
        }
        while (end > start && Octets.isBlank(bytes[end - 1])) {
            end--;
        }
        return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
    }

    private void add(HttpString name, String value) {
        if (count == names.length) {
            names = Arrays.copyOf(names, count * 2);
            values = Arrays.copyOf(values, count * 2);
        }
        names[count] = name;
        values[count++] = value;
    }

    /** Whether one name has more lines than an exchange can hold. */
    boolean crowded() {
        if (count <= MOST_OF_ONE_NAME) {
            return false;
        }
        Map<HttpString, Integer> lines = new HashMap<>();
        for (int i = 0; i < count; i++) {
            HttpString name = names[i];
            if (name != null && lines.merge(name, 1, Integer::sum) > MOST_OF_ONE_NAME) {
                return true;
            }
        }
        return false;
    }

    /** Puts the fields in the place of those that are there. */
    void moveTo(HeaderMap headers) {
        headers.clear();
        for (int i = 0; i < count; i++) {
            headers.add(names[i], values[i]);
        }
        clear();
    }

    void clear() {
        if (names.length > KEPT) {
            names = new @Nullable HttpString[KEPT];
            values = new @Nullable String[KEPT];
        } else {
            Arrays.fill(names, 0, count, null);
            Arrays.fill(values, 0, count, null);
        }
        count = 0;
    }
}
