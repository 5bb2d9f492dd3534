package io.ethryx.core;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Goes over one JSON text. Builds nothing; tells where things stand. Strictly: UTF-8 without malformed bytes, no control
 * characters within strings, at most {@link #MAX_DEPTH} containers deep. Leniently: strings may hold any bytes
 * between their escapes, and containers may be {@link #MAX_LENIENT_DEPTH} deep.
 *
 * <p>Used by one thread, for text after text. A method that answers false has met a fault: {@link #fault} tells it, and the
 * scanner is good for nothing until it begins anew.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc8259">RFC 8259</a>
 */
final class JsonScanner {

    /** Deeper texts are refused. */
    static final int MAX_DEPTH = 512;

    /** Deeper texts are refused by the lenient: a trace of calls nests twice for each. */
    static final int MAX_LENIENT_DEPTH = 65_536;

    /** What stands behind the last byte. */
    static final int END = ByteCursor.END;

    private final ByteCursor cursor = new ByteCursor();
    private final boolean strict;
    private boolean[] inObject = new boolean[MAX_DEPTH + 1];

    private int depth;
    private int stringFrom;
    private int stringTo;
    private boolean ascii;
    private boolean escaped;
    private boolean endedEarly;
    private @Nullable String fault;

    private JsonScanner(boolean strict) {
        this.strict = strict;
    }

    /** For what callers send. */
    static JsonScanner strict() {
        return new JsonScanner(true);
    }

    /** For what nodes send: theirs to vouch for. */
    static JsonScanner lenient() {
        return new JsonScanner(false);
    }

    /** Begins anew, with another text. */
    void begin(Body text) {
        cursor.begin(text);
        depth = 0;
        endedEarly = false;
        fault = null;
    }

    /** What was wrong, and at which byte. */
    String fault() {
        return fault == null ? "no fault" : fault;
    }

    /** Whether what was wrong is that the text ends. */
    boolean endedEarly() {
        return endedEarly;
    }

    /** The position of the byte that comes next. */
    int position() {
        return cursor.position();
    }

    /** A byte that was passed. */
    byte at(int position) {
        return cursor.at(position);
    }

    /** The first byte of the string that was read last, behind its opening quote. */
    int stringFrom() {
        return stringFrom;
    }

    /** The closing quote of the string that was read last. */
    int stringTo() {
        return stringTo;
    }

    /** Whether the string that was read last has escapes. */
    boolean escaped() {
        return escaped;
    }

    /** Whether the string that was read last has neither escapes nor bytes beyond ASCII. */
    boolean plain() {
        return ascii && !escaped;
    }

    /** The first byte behind white space, consumed, or {@link #END}. */
    int token() {
        int c;
        do {
            c = cursor.next();
        } while (c == ' ' || c == '\n' || c == '\r' || c == '\t');
        return c;
    }

    /** Whether there is but white space to the end. */
    boolean atEnd() {
        return token() == END || fail("more bytes behind the end");
    }

    /** Goes into an object or an array whose first byte was consumed. */
    private boolean enter(boolean object) {
        int deepest = strict ? MAX_DEPTH : MAX_LENIENT_DEPTH;
        if (depth == deepest) {
            return fail("nested deeper than " + deepest);
        }
        depth++;
        if (depth == inObject.length) {
            inObject = Arrays.copyOf(inObject, 2 * depth);
        }
        inObject[depth] = object;
        return true;
    }

    /** Goes out of what was entered last. */
    private void leave() {
        depth--;
    }

    /** Reads a member's name and its colon. */
    private boolean name(int first) {
        if (first != '"') {
            return unexpected(first);
        }
        if (!string()) {
            return false;
        }
        int colon = token();
        return colon == ':' || unexpected(colon);
    }

    /** Whether the string that was read last is just this one, written without escapes. */
    boolean named(String ascii) {
        int length = stringTo - stringFrom;
        if (length != ascii.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (at(stringFrom + i) != ascii.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Reads an object whose opening brace was consumed.
     *
     * @param member reads a member behind its name and colon, the value included; false for a fault
     */
    boolean members(BooleanSupplier member) {
        if (!enter(true)) {
            return false;
        }
        int c = token();
        while (c != '}') {
            if (!name(c) || !member.getAsBoolean()) {
                return false;
            }
            c = token();
            if (c == ',') {
                c = token();
                if (c == '}') {
                    return unexpected(c);
                }
            } else if (c != '}') {
                return unexpected(c);
            }
        }
        leave();
        return true;
    }

    /**
     * Reads an array whose opening bracket was consumed.
     *
     * @param element reads an element of which the first byte, which it is given, was consumed; false for a fault
     */
    boolean elements(IntPredicate element) {
        if (!enter(false)) {
            return false;
        }
        int c = token();
        while (c != ']') {
            if (!element.test(c)) {
                return false;
            }
            c = token();
            if (c == ',') {
                c = token();
                if (c == ']') {
                    return unexpected(c);
                }
            } else if (c != ']') {
                return unexpected(c);
            }
        }
        leave();
        return true;
    }

    /** Passes a value of which the first byte was consumed. */
    boolean value(int first) {
        int outside = depth;
        int c = first;
        while (true) {
            if (c == '{' || c == '[') {
                if (!enter(c == '{')) {
                    return false;
                }
                c = token();
                if (c != closing()) {
                    if (inObject[depth]) {
                        if (!name(c)) {
                            return false;
                        }
                        c = token();
                    }
                    continue;
                }
                leave();
            } else if (!scalar(c)) {
                return false;
            }
            c = outside == depth ? END : following(outside);
            if (c == END) {
                return fault == null;
            }
        }
    }

    /** Reads a string of which the opening quote was consumed. */
    boolean string() {
        stringFrom = position();
        ascii = true;
        escaped = false;
        while (true) {
            cursor.skipText();
            int c = cursor.next();
            if (c == '"') {
                stringTo = position() - 1;
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
            } else if (c == END) {
                return endsEarly();
            } else if (strict) {
                return fail("control character in a string");
            }
        }
    }

    /** Whether what was met is no JSON. */
    private boolean unexpected(int c) {
        if (c == END) {
            return endsEarly();
        }
        return fail(c == 0xEF && position() == 1 ? "byte order mark" : "unexpected character");
    }

    /** The first byte of the value that follows one which ended, or {@link #END} if the outermost ended, or for a fault. */
    private int following(int outside) {
        while (depth > outside) {
            int c = token();
            if (c == ',') {
                return inObject[depth] ? valueOfMember() : elementFirst();
            }
            if (c != closing()) {
                unexpected(c);
                return END;
            }
            leave();
        }
        return END;
    }

    private int valueOfMember() {
        return name(token()) ? elementFirst() : END;
    }

    private int elementFirst() {
        int c = token();
        if (c == END) {
            endsEarly();
        }
        return c;
    }

    private int closing() {
        return inObject[depth] ? '}' : ']';
    }

    private boolean scalar(int c) {
        return switch (c) {
            case '"' -> string();
            case 't' -> literal("rue");
            case 'f' -> literal("alse");
            case 'n' -> literal("ull");
            case '-' -> number(cursor.next());
            default -> number(c);
        };
    }

    private boolean literal(String rest) {
        for (int i = 0; i < rest.length(); i++) {
            int c = cursor.next();
            if (c != rest.charAt(i)) {
                return unexpected(c);
            }
        }
        return true;
    }

    private boolean number(int first) {
        if (!isDigit(first)) {
            return unexpected(first);
        }
        if (first != '0') {
            passDigits();
        }
        if (cursor.peek() == '.') {
            cursor.skip();
            if (!digits(cursor.next())) {
                return false;
            }
        }
        int exponent = cursor.peek();
        if (exponent != 'e' && exponent != 'E') {
            return true;
        }
        cursor.skip();
        int c = cursor.next();
        return digits(c == '+' || c == '-' ? cursor.next() : c);
    }

    private boolean digits(int first) {
        if (!isDigit(first)) {
            return unexpected(first);
        }
        passDigits();
        return true;
    }

    private void passDigits() {
        while (isDigit(cursor.peek())) {
            cursor.skip();
        }
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private boolean escape() {
        int c = cursor.next();
        if (c == 'u') {
            for (int i = 0; i < 4; i++) {
                c = cursor.next();
                if (Character.digit(c, 16) < 0) {
                    return c == END ? endsEarly() : fail("malformed escape");
                }
            }
            return true;
        }
        if (c == END) {
            return endsEarly();
        }
        return "\"\\/bfnrt".indexOf(c) >= 0 || fail("malformed escape");
    }

    /** The rest of a character beyond ASCII: RFC 3629, section 4. */
    private boolean beyondAscii(int lead) {
        int at = position() - 1;
        int second = cursor.next();
        boolean wellFormed = lead < 0xE0
                ? lead >= 0xC2 && isTail(second)
                : lead < 0xF0
                        ? isSecondOfThree(lead, second) && isTail(cursor.next())
                        : isSecondOfFour(lead, second) && isTail(cursor.next()) && isTail(cursor.next());
        return wellFormed || failAt("malformed UTF-8", at);
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

    private boolean endsEarly() {
        endedEarly = true;
        fault = position() == 0 ? "empty at byte 0" : "ends early at byte " + position();
        return false;
    }

    /** A fault at the byte that was consumed last. */
    private boolean fail(String what) {
        return failAt(what, position() - 1);
    }

    private boolean failAt(String what, int position) {
        fault = what + " at byte " + position;
        return false;
    }
}
