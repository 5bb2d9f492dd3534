package io.ethryx.core;

import io.ethryx.core.apart.Apart;

/**
 * Passes the strings of a JSON text, and remembers the last one. Strictly, they are well-formed UTF-8 without control
 * characters; leniently, they hold any bytes between their escapes. Used by one thread, for text after text.
 *
 * <p>The cursor is the same at each call. It is handed in rather than kept, so that compiled code sees that it is the one
 * that the caller has, and needs not look up anew where it stands.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc8259#section-7">RFC 8259, section 7</a>
 */
final class StringScanner extends Apart {

    private final ScanFault fault;
    private final boolean strict;

    private int from;
    private int to;
    private boolean ascii;
    private boolean escaped;

    StringScanner(ScanFault fault, boolean strict) {
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

    /** The last one as one number if it is short, as {@link ShortText} has it; 0 for a longer one. */
    long word(ByteCursor cursor) {
        int length = to - from;
        return length <= ShortText.MAX_LENGTH ? cursor.word(from, length + 1) : 0;
    }

    /** As {@link #pass}, for a string that likely is one of the {@link UsualNames}. */
    boolean passName(ByteCursor cursor) {
        int length = UsualNames.length(cursor.peekEight());
        if (length == UsualNames.NONE) {
            return pass(cursor);
        }
        from = cursor.position();
        to = from + length;
        ascii = true;
        escaped = false;
        cursor.skip(length + 1);
        return true;
    }

    /** Reads a string of which the opening quote was consumed. */
    boolean pass(ByteCursor cursor) {
        from = cursor.position();
        ascii = true;
        escaped = false;
        int c = cursor.behindText();
        while (c != '"') {
            if (!passNotable(cursor, c)) {
                return false;
            }
            c = cursor.behindText();
        }
        to = cursor.position() - 1;
        return true;
    }

    /** The rest of what is neither plain text nor the end. */
    private boolean passNotable(ByteCursor cursor, int c) {
        if (c == '\\') {
            escaped = true;
            return escape(cursor);
        }
        if (c >= 0x80) {
            ascii = false;
            return !strict || beyondAscii(cursor, c);
        }
        if (c == ByteCursor.END) {
            return fault.endsEarly();
        }
        return !strict || fault.fail("control character in a string");
    }

    private boolean escape(ByteCursor cursor) {
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
    private boolean beyondAscii(ByteCursor cursor, int lead) {
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
