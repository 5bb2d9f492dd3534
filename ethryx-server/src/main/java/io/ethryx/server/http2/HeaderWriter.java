package io.ethryx.server.http2;

import io.ethryx.server.fields.FieldLines;
import io.ethryx.server.fields.FieldOctets;
import io.ethryx.server.fields.FieldSet;
import io.ethryx.server.fields.KnownField;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Packs header blocks (RFC 7541) with the static table alone: no state that could get out of step, none that a client's
 * settings could make large. The first block says so, by setting the size of the dynamic table to none.
 */
final class HeaderWriter {

    private static final int TABLE_OF_NO_SIZE = 0x20;
    private static final int INDEXED = 0x80;
    private static final int MOST_IN_FOUR_BITS = 15;
    private static final int MOST_IN_SEVEN_BITS = 127;

    /** What a line takes at most beyond its name and its value. */
    private static final int LINE_OVERHEAD = 12;

    /** What the lines of our own take at most: status, length and date. */
    private static final int OWN_LINES = 80;

    private static final int LENGTH = 28;
    private static final int DATE = 33;

    /** Where the names of answers stand in the static table (RFC 7541 appendix A). */
    private static final Map<KnownField, Integer> NAMES = names();

    /** What must not be said over HTTP/2 (RFC 9113 section 8.2.2). */
    private static final FieldSet LEFT_OUT = FieldSet.of(
            KnownField.CONNECTION,
            KnownField.KEEP_ALIVE,
            KnownField.TRANSFER_ENCODING,
            KnownField.UPGRADE,
            KnownField.PROXY_CONNECTION);

    private boolean begun;

    private static Map<KnownField, Integer> names() {
        Map<KnownField, Integer> names = new EnumMap<>(KnownField.class);
        names.put(KnownField.AGE, 21);
        names.put(KnownField.ALLOW, 22);
        names.put(KnownField.CACHE_CONTROL, 24);
        names.put(KnownField.CONTENT_ENCODING, 26);
        names.put(KnownField.CONTENT_LENGTH, LENGTH);
        names.put(KnownField.CONTENT_TYPE, 31);
        names.put(KnownField.DATE, DATE);
        names.put(KnownField.EXPIRES, 36);
        names.put(KnownField.LINK, 45);
        names.put(KnownField.LOCATION, 46);
        names.put(KnownField.PROXY_AUTHENTICATE, 48);
        names.put(KnownField.RETRY_AFTER, 53);
        names.put(KnownField.SERVER, 54);
        names.put(KnownField.SET_COOKIE, 55);
        names.put(KnownField.VARY, 59);
        names.put(KnownField.VIA, 60);
        names.put(KnownField.WWW_AUTHENTICATE, 61);
        return Collections.unmodifiableMap(names);
    }

    /** How many bytes a block takes at most. */
    static int most(FieldLines fields) {
        return OWN_LINES + fields.length() + LINE_OVERHEAD * fields.size();
    }

    /** Writes a block. There must be room. */
    void write(AnswerHead head, ByteBuffer to) {
        if (!begun) {
            begun = true;
            to.put((byte) TABLE_OF_NO_SIZE);
        }
        if (head.status() != 0) {
            writeStatus(head.status(), to);
        }
        FieldLines fields = head.fields();
        boolean lengthOfFields = head.length() == AnswerHead.LENGTH_OF_FIELDS;
        for (int line = 0; line < fields.size(); line++) {
            KnownField known = fields.known(line);
            boolean leftOut = known != null
                    && (LEFT_OUT.contains(known) || (known == KnownField.CONTENT_LENGTH && !lengthOfFields));
            if (!leftOut && !fields.isDropped(line)) {
                writeLine(fields, line, known == null ? null : NAMES.get(known), to);
            }
        }
        writeOwnLines(head, to);
    }

    private static void writeOwnLines(AnswerHead head, ByteBuffer to) {
        if (head.length() >= 0) {
            writeIndexedName(LENGTH, to);
            writeText(Long.toString(head.length()), to);
        }
        String date = head.date();
        if (date != null) {
            writeIndexedName(DATE, to);
            writeText(date, to);
        }
    }

    private static void writeStatus(int status, ByteBuffer to) {
        int index = switch (status) {
            case 200 -> 8;
            case 204 -> 9;
            case 206 -> 10;
            case 304 -> 11;
            case 400 -> 12;
            case 404 -> 13;
            case 500 -> 14;
            default -> 0;
        };
        if (index != 0) {
            to.put((byte) (INDEXED | index));
        } else {
            to.put((byte) 8).put((byte) 3);
            to.put((byte) ('0' + status / 100))
                    .put((byte) ('0' + status / 10 % 10))
                    .put((byte) ('0' + status % 10));
        }
    }

    /** A literal without indexing. */
    private static void writeLine(FieldLines fields, int line, @Nullable Integer index, ByteBuffer to) {
        byte[] bytes = fields.bytes();
        if (index == null) {
            to.put((byte) 0);
            writeLength(fields.nameEnd(line) - fields.nameStart(line), to);
            for (int i = fields.nameStart(line); i < fields.nameEnd(line); i++) {
                to.put(FieldOctets.lower(bytes[i]));
            }
        } else {
            writeIndexedName(index, to);
        }
        int length = fields.valueEnd(line) - fields.valueStart(line);
        writeLength(length, to);
        to.put(bytes, fields.valueStart(line), length);
    }

    private static void writeIndexedName(int index, ByteBuffer to) {
        if (index < MOST_IN_FOUR_BITS) {
            to.put((byte) index);
        } else {
            to.put((byte) MOST_IN_FOUR_BITS).put((byte) (index - MOST_IN_FOUR_BITS));
        }
    }

    private static void writeText(String text, ByteBuffer to) {
        writeLength(text.length(), to);
        for (int i = 0; i < text.length(); i++) {
            to.put((byte) text.charAt(i));
        }
    }

    private static void writeLength(int length, ByteBuffer to) {
        if (length < MOST_IN_SEVEN_BITS) {
            to.put((byte) length);
            return;
        }
        to.put((byte) MOST_IN_SEVEN_BITS);
        int rest = length - MOST_IN_SEVEN_BITS;
        while (rest >= 128) {
            to.put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        to.put((byte) rest);
    }
}
