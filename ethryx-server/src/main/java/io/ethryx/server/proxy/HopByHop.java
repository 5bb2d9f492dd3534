package io.ethryx.server.proxy;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.FieldSet;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.fields.ListElements;

/** Which fields speak to the next hop only and so end here: RFC 9110 section 7.6.1 and decision S9. */
public final class HopByHop {

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

    private HopByHop() {}

    /**
     * Drops the fields that end at this hop: those that always do, and those that the Connection lines of the same message
     * nominate. Costs one pass over the lines, and makes objects only where something is nominated.
     *
     * @param fields the fields of a message, the Connection lines among them
     */
    public static void drop(FieldBlock fields) {
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
}
