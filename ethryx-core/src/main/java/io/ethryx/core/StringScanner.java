package io.ethryx.core;

/**
 * Passes the strings of a JSON text, and remembers the last one. Strictly, they are well-formed UTF-8 without control
 * characters; leniently, they hold any bytes between their escapes. Used by one thread, for text after text.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc8259#section-7">RFC 8259, section 7</a>
 */
final class StringScanner {

    private final ByteCursor cursor;
    private final ScanFault fault;
    private final boolean strict;

    private int from;
    private int to;
    private boolean ascii;
    private boolean escaped;

    StringScanner(ByteCursor cursor, ScanFault fault, boolean strict) {
        this.cursor = cursor;
        this.fault = fault;
        this.strict = strict;
    }

    /** The first byte of the last one, behind its opening quote. */
    int from() {
        return from;
    }

    /** The closing quote of the last one. */
    int to() {
        return to;
    }

    /** Whether the last one has escapes. */
    boolean escaped() {
        return escaped;
    }

    /** Whether the last one has neither escapes nor bytes beyond ASCII. */
    boolean plain() {
        return ascii && !escaped;
    }

    /** Whether the last one is just this one, written without escapes. */
    boolean named(String ascii) {
        int length = to - from;
        if (length != ascii.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (cursor.at(from + i) != ascii.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Reads a string of which the opening quote was consumed. */
    boolean pass() {
        from = cursor.position();
        ascii = true;
        escaped = false;
        while (true) {
            cursor.skipText();
            int c = cursor.next();
            if (c == '"') {
                to = cursor.position() - 1;
                return true;
            }
            if (c == '\\') {
                escaped = true;
                if (!escape()) {
                    return false;
                }
            } else if (c >= 0x80) {
                ascii = false;
                if (strict && !beyondAscii(c)) {
                    return false;
                }
            } else if (c == ByteCursor.END) {
                return fault.endsEarly();
            } else if (strict) {
                return fault.fail("control character in a string");
            }
        }
    }

    private boolean escape() {
        int c = cursor.next();
        if (c == 'u') {
            for (int i = 0; i < 4; i++) {
                c = cursor.next();
                if (Character.digit(c, 16) < 0) {
                    return c == ByteCursor.END ? fault.endsEarly() : fault.fail("malformed escape");
                }
            }
            return true;
        }
        if (c == ByteCursor.END) {
            return fault.endsEarly();
        }
        return "\"\\/bfnrt".indexOf(c) >= 0 || fault.fail("malformed escape");
    }

    /** The rest of a character beyond ASCII: RFC 3629, section 4. */
    private boolean beyondAscii(int lead) {
        int at = cursor.position() - 1;
        int second = cursor.next();
        boolean wellFormed = lead < 0xE0
                ? lead >= 0xC2 && isTail(second)
                : lead < 0xF0
                        ? isSecondOfThree(lead, second) && isTail(cursor.next())
                        : isSecondOfFour(lead, second) && isTail(cursor.next()) && isTail(cursor.next());
        return wellFormed || fault.failAt("malformed UTF-8", at);
    }

    private static boolean isSecondOfThree(int lead, int c) {
        return isTail(c) && (lead != 0xE0 || c >= 0xA0) && (lead != 0xED || c < 0xA0);
    }

    private static boolean isSecondOfFour(int lead, int c) {
        return lead <= 0xF4 && isTail(c) && (lead != 0xF0 || c >= 0x90) && (lead != 0xF4 || c < 0x90);
    }

    private static boolean isTail(int c) {
        return (c & 0xC0) == 0x80;
    }
}
