package io.ethryx.server.proxy;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.FieldOctets;
import io.ethryx.server.fields.FieldSet;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.fields.ListElements;

/** Which fields speak to the next hop only and so end here: RFC 9110 section 7.6.1 and decision S9. */
public final class HopByHop {

    private static final FieldSet ALWAYS = FieldSet.of(
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
     * Drops the lines of a message that end at this hop: those of the names above, and those that Connection nominates.
     *
     * @param fields the lines
     */
    public static void drop(FieldBlock fields) {
        int line = fields.find(KnownField.CONNECTION);
        while (line >= 0) {
            if (!fields.valueIs(line, "keep-alive") && !fields.valueIs(line, "close")) {
                dropNominated(fields, line);
            }
            line = fields.find(KnownField.CONNECTION, line + 1);
        }
        fields.drop(ALWAYS);
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
