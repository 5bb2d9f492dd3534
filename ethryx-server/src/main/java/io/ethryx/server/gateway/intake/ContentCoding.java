package io.ethryx.server.gateway.intake;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.fields.ListElements;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** How the body of a request is coded, by all lines of its Content-Encoding (RFC 9110 section 8.4, decision G29). */
enum ContentCoding {
    /** As it is. */
    PLAIN,
    /** By gzip, once. */
    GZIP,
    /** By something else, or by gzip more than once. */
    NOT_UNDERSTOOD;

    static ContentCoding of(FieldBlock fields) {
        ContentCoding all = PLAIN;
        for (int line = fields.find(KnownField.CONTENT_ENCODING);
                line >= 0;
                line = fields.find(KnownField.CONTENT_ENCODING, line + 1)) {
            ListElements elements = new ListElements(fields, line);
            while (elements.next()) {
                int bytes = elements.end() - elements.start();
                all = all.under(new String(fields.bytes(), elements.start(), bytes, StandardCharsets.ISO_8859_1));
            }
        }
        return all;
    }

    private ContentCoding under(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "identity" -> this;
            case "gzip", "x-gzip" -> this == PLAIN ? GZIP : NOT_UNDERSTOOD;
            default -> NOT_UNDERSTOOD;
        };
    }
}
