package io.ethryx.server.http2;

import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import java.nio.ByteBuffer;
import java.util.HashMap;
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

    /** Names of answers in the static table (RFC 7541 appendix A). */
    private static final Map<HttpString, Integer> NAMES = new HashMap<>();

    static {
        String[] names = {
            "accept-ranges",
            "18",
            "access-control-allow-origin",
            "20",
            "age",
            "21",
            "allow",
            "22",
            "authorization",
            "23",
            "cache-control",
            "24",
            "content-disposition",
            "25",
            "content-encoding",
            "26",
            "content-language",
            "27",
            "content-length",
            "28",
            "content-location",
            "29",
            "content-range",
            "30",
            "content-type",
            "31",
            "date",
            "33",
            "etag",
            "34",
            "expires",
            "36",
            "last-modified",
            "44",
            "link",
            "45",
            "location",
            "46",
            "refresh",
            "52",
            "retry-after",
            "53",
            "server",
            "54",
            "set-cookie",
            "55",
            "strict-transport-security",
            "56",
            "transfer-encoding",
            "57",
            "vary",
            "59",
            "via",
            "60",
            "www-authenticate",
            "61"
        };
        for (int i = 0; i < names.length; i += 2) {
            NAMES.put(new HttpString(names[i]), Integer.valueOf(names[i + 1]));
        }
    }

    private boolean begun;

    /** How many bytes a block takes at most. */
    static int most(HeaderMap fields) {
        int most = OWN_LINES;
        for (long at = fields.fastIterateNonEmpty(); at != -1L; at = fields.fiNextNonEmpty(at)) {
            HeaderValues values = fields.fiCurrent(at);
            int name = values.getHeaderName().length() + LINE_OVERHEAD;
            for (int i = 0; i < values.size(); i++) {
                most += name + values.get(i).length();
            }
        }
        return most;
    }

    /** Writes a block. There must be room. */
    void write(AnswerHead head, ByteBuffer to) {
        if (!begun) {
            begun = true;
            to.put((byte) TABLE_OF_NO_SIZE);
        }
        HeaderMap fields = head.fields();
        if (head.status() != 0) {
            writeStatus(head.status(), to);
        }
        for (long at = fields.fastIterateNonEmpty(); at != -1L; at = fields.fiNextNonEmpty(at)) {
            HeaderValues values = fields.fiCurrent(at);
            if (head.length() != AnswerHead.LENGTH_OF_FIELDS
                    && values.getHeaderName().equals(Headers.CONTENT_LENGTH)) {
                continue;
            }
            Integer index = NAMES.get(values.getHeaderName());
            for (int i = 0; i < values.size(); i++) {
                writeLine(index, values.getHeaderName(), values.get(i), to);
            }
        }
        if (head.length() >= 0) {
            writeLine(LENGTH, Headers.CONTENT_LENGTH, Long.toString(head.length()), to);
        }
        String date = head.date();
        if (date != null) {
            writeLine(DATE, Headers.DATE, date, to);
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
    private static void writeLine(@Nullable Integer index, HttpString name, String value, ByteBuffer to) {
        if (index == null) {
            to.put((byte) 0);
            writeLength(name.length(), to);
            for (int i = 0; i < name.length(); i++) {
                byte c = name.byteAt(i);
                to.put(c >= 'A' && c <= 'Z' ? (byte) (c + 32) : c);
            }
        } else if (index < MOST_IN_FOUR_BITS) {
            to.put(index.byteValue());
        } else {
            to.put((byte) MOST_IN_FOUR_BITS).put((byte) (index - MOST_IN_FOUR_BITS));
        }
        writeLength(value.length(), to);
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            // What would begin another line beyond an HTTP/1.1 hop.
            to.put(c == '\r' || c == '\n' || c == 0 ? (byte) ' ' : (byte) c);
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
