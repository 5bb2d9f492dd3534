package io.ethryx.server.gateway;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.fields.ListElements;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** How a page of metrics is packed for who reads it (RFC 9110 section 12.5.3; reference section 2.7). */
enum PageCoding {
    /** As it is. */
    IDENTITY,
    /** By gzip, which makes some thirtieth of it. */
    GZIP;

    /** What a reader takes by all lines of its Accept-Encoding: a word on gzip counts more than one on all codings. */
    static PageCoding acceptedBy(FieldBlock fields) {
        PageCoding others = IDENTITY;
        for (int line = fields.find(KnownField.ACCEPT_ENCODING);
                line >= 0;
                line = fields.find(KnownField.ACCEPT_ENCODING, line + 1)) {
            ListElements elements = new ListElements(fields, line);
            while (elements.next()) {
                int bytes = elements.end() - elements.start();
                String element = new String(fields.bytes(), elements.start(), bytes, StandardCharsets.ISO_8859_1);
                String[] parts = element.toLowerCase(Locale.ROOT).split(";", 2);
                PageCoding wished = parts.length == 2 && isRefusal(parts[1]) ? IDENTITY : GZIP;
                if (parts[0].strip().equals("gzip")) {
                    return wished;
                }
                others = parts[0].strip().equals("*") ? wished : others;
            }
        }
        return others;
    }

    /** Whether a weight is zero, which says that a coding is not to be used. */
    private static boolean isRefusal(String parameter) {
        return parameter.strip().matches("q\\s*=\\s*0(\\.0*)?");
    }

    /** The page as it is sent. */
    byte[] pack(byte[] page) {
        if (this == IDENTITY) {
            return page;
        }
        ByteArrayOutputStream packed = new ByteArrayOutputStream(page.length / 16 + 64);
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(page);
        } catch (IOException inMemory) {
            throw new UncheckedIOException(inMemory);
        }
        return packed.toByteArray();
    }
}
