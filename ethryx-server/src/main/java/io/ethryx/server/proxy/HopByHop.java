package io.ethryx.server.proxy;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.FieldSet;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.fields.ListElements;
import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which fields speak to the next hop only and so end here: RFC 9110 section 7.6.1 and decision S9. */
final class HopByHop {

    private static final FieldSet ENDING = FieldSet.of(
            KnownField.CONNECTION,
            KnownField.KEEP_ALIVE,
            KnownField.PROXY_AUTHENTICATE,
            KnownField.PROXY_AUTHORIZATION,
            KnownField.PROXY_CONNECTION,
            KnownField.TE,
            KnownField.TRAILER,
            KnownField.TRAILERS,
            KnownField.TRANSFER_ENCODING,
            KnownField.UPGRADE,
            KnownField.HTTP2_SETTINGS);

    private static final Set<HttpString> ALWAYS = Set.of(
            Headers.CONNECTION,
            new HttpString("Keep-Alive"),
            Headers.PROXY_AUTHENTICATE,
            Headers.PROXY_AUTHORIZATION,
            new HttpString("Proxy-Connection"),
            Headers.TE,
            Headers.TRAILER,
            new HttpString("Trailers"),
            Headers.TRANSFER_ENCODING,
            Headers.UPGRADE,
            new HttpString("HTTP2-Settings"));

    private HopByHop() {}

    /**
     * Drops the fields that end at this hop: those that always do, and those that the Connection lines of the same message
     * nominate. Costs one pass over the lines, and makes objects only where something is nominated.
     *
     * @param fields the fields of a message, the Connection lines among them
     */
    static void drop(FieldBlock fields) {
        if (fields.has(KnownField.CONNECTION)) {
            for (int line = 0; line < fields.size(); line++) {
                if (fields.known(line) == KnownField.CONNECTION) {
                    dropNominated(fields, line);
                }
            }
        }
        fields.drop(ENDING);
    }

    /** Connection itself may be nominated: its lines are looked at even where they were dropped. */
    private static void dropNominated(FieldBlock fields, int line) {
        if (fields.valueIs(line, "keep-alive") || fields.valueIs(line, "close")) {
            return;
        }
        ListElements names = new ListElements(fields, line);
        while (names.next()) {
            fields.dropNamed(fields.bytes(), names.start(), names.end());
        }
    }

    /**
     * Whether a field ends at this hop.
     *
     * @param name the field's name
     * @param connection the Connection lines of the same message, or null if it has none
     */
    static boolean ends(HttpString name, @Nullable HeaderValues connection) {
        return ALWAYS.contains(name) || (connection != null && nominated(name, connection));
    }

    /** The Connection lines of a message, or null where they nominate nothing beyond the usual. */
    static @Nullable HeaderValues nominations(HeaderMap headers) {
        HeaderValues connection = headers.get(Headers.CONNECTION);
        if (connection == null) {
            return null;
        }
        if (connection.size() == 1) {
            String only = connection.getFirst();
            if (only.equalsIgnoreCase("keep-alive") || only.equalsIgnoreCase("close")) {
                return null;
            }
        }
        return connection;
    }

    private static boolean nominated(HttpString name, HeaderValues connection) {
        for (int line = 0; line < connection.size(); line++) {
            String value = connection.get(line);
            int at = 0;
            while (at < value.length()) {
                int comma = value.indexOf(',', at);
                int end = comma < 0 ? value.length() : comma;
                if (equal(name, value, at, end)) {
                    return true;
                }
                at = end + 1;
            }
        }
        return false;
    }

    private static boolean equal(HttpString name, String text, int from, int to) {
        int start = from;
        int end = to;
        while (start < end && isSpace(text.charAt(start))) {
            start++;
        }
        while (end > start && isSpace(text.charAt(end - 1))) {
            end--;
        }
        if (end - start != name.length()) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (lower((char) (name.byteAt(i) & 0xFF)) != lower(text.charAt(start + i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t';
    }

    private static char lower(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
    }
}
