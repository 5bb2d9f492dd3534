package io.ethryx.server.proxy;

import io.ethryx.server.fields.FieldBlock;
<<<<<<< HEAD
import io.ethryx.server.fields.FieldOctets;
import io.ethryx.server.fields.FieldSet;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.fields.ListElements;
=======
import io.ethryx.server.fields.FieldSet;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.fields.ListElements;
import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import java.util.Set;
import org.jspecify.annotations.Nullable;
>>>>>>> main

/** Which fields speak to the next hop only and so end here: RFC 9110 section 7.6.1 and decision S9. */
final class HopByHop {

<<<<<<< HEAD
    private static final FieldSet ALWAYS = FieldSet.of(
=======
    private static final FieldSet ENDING = FieldSet.of(
>>>>>>> main
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
<<<<<<< HEAD

    private HopByHop() {}

    /** Drops the lines of a message that end at this hop: those of the names above, and those that Connection nominates. */
    static void drop(FieldBlock fields) {
        int line = fields.find(KnownField.CONNECTION);
        while (line >= 0) {
            if (!fields.valueIs(line, "keep-alive") && !fields.valueIs(line, "close")) {
                dropNominated(fields, line);
            }
            line = fields.find(KnownField.CONNECTION, line + 1);
        }
        fields.drop(ALWAYS);
=======

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
>>>>>>> main
    }

    private static void dropNominated(FieldBlock fields, int line) {
        byte[] bytes = fields.bytes();
        ListElements elements = new ListElements(fields, line);
        while (elements.next()) {
            // Connection itself ends here anyway, and may nominate more on its next line.
            if (!FieldOctets.spell(bytes, elements.start(), elements.end(), "connection")) {
                fields.dropNamed(bytes, elements.start(), elements.end());
            }
        }
    }
}
