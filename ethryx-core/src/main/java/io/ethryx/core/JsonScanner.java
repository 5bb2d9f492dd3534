package io.ethryx.core;

import io.ethryx.core.apart.Apart;
import java.util.Arrays;

/**
 * Goes over one JSON text. Builds nothing; tells where things stand. Strictly: UTF-8 without malformed bytes, no control
 * characters within strings, at most {@link #MAX_DEPTH} containers deep. Leniently: strings may hold any bytes
 * between their escapes, and containers may be {@link #MAX_LENIENT_DEPTH} deep.
 *
 * <p>Used by one thread, for text after text. A method that answers false has met a fault if it says nothing else:
 * {@link #fault} tells it, and the scanner is good for nothing until it begins anew.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc8259">RFC 8259</a>
 */
final class JsonScanner extends Apart {

    /** Deeper texts are refused. */
    static final int MAX_DEPTH = 512;

    /** Deeper texts are refused by the lenient: a trace of calls nests twice for each. */
    static final int MAX_LENIENT_DEPTH = 65_536;

    /** What stands behind the last byte. */
    static final int END = ByteCursor.END;

    private final ByteCursor cursor = new ByteCursor();
    private final boolean strict;
    private final ScanFault fault = new ScanFault(cursor);
    private final ScalarScanner scalars = new ScalarScanner(fault);
    private final StringScanner strings;
    private boolean[] inObject = new boolean[MAX_DEPTH + 1];
    private int depth;

    private JsonScanner(boolean strict) {
        this.strict = strict;
        this.strings = new StringScanner(fault, strict);
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
        fault.clear();
    }

    /** What was wrong, and at which byte. */
    String fault() {
        return fault.text();
    }

    /** Whether what was wrong is that the text ends. */
    boolean endedEarly() {
        return fault.endedEarly();
    }

    /** The position of the byte that comes next. */
    int position() {
        return cursor.position();
    }

    /** A byte that was passed. */
    byte at(int position) {
        return cursor.at(position);
    }

    /** The string that was read last as one number, as {@link ShortText} has it, or 0 for one too long. */
    long word() {
        return strings.word(cursor);
    }

    /** Some bytes that were passed, 1 to 8, as one number: the first is lowest, and zeros stand above the last. */
    long word(int position, int count) {
        return cursor.word(position, count);
    }

    /** Whether the string that was read last has just these bytes. */
    boolean holds(byte[] bytes) {
        return bytes.length == strings.to() - strings.from() && cursor.holds(strings.from(), bytes);
    }

    /** The first byte of the string that was read last, behind its opening quote. */
    int stringFrom() {
        return strings.from();
    }

    /** The closing quote of the string that was read last. */
    int stringTo() {
        return strings.to();
    }

    /** Whether the string that was read last has escapes. */
    boolean escaped() {
        return strings.escaped();
    }

    /** Whether the string that was read last has neither escapes nor bytes beyond ASCII. */
    boolean plain() {
        return strings.plain();
    }

    /** The first byte behind white space, consumed, or {@link #END}. */
    int token() {
        int c = cursor.next();
        while (c <= ' ' && isBlank(c)) {
            c = cursor.next();
        }
        return c;
    }

    private static boolean isBlank(int c) {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }

    /** Whether there is but white space to the end. */
    boolean atEnd() {
        return token() == END || fault.fail("more bytes behind the end");
    }

    /** Goes into an object or an array whose first byte was consumed. */
    private boolean enter(boolean object) {
        int deepest = strict ? MAX_DEPTH : MAX_LENIENT_DEPTH;
        if (depth == deepest) {
            return fault.fail("nested deeper than " + deepest);
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
            return fault.unexpected(first);
        }
        if (!strings.passName(cursor)) {
            return false;
        }
        int colon = token();
        return colon == ':' || fault.unexpected(colon);
    }

    /**
     * Goes into an object whose opening brace was consumed, and behind the name and the colon of its first member: its value
     * comes next. False if it has none, or for a fault: {@link #sound} tells.
     */
    boolean firstMember() {
        if (!enter(true)) {
            return false;
        }
        int c = token();
        if (c == '}') {
            leave();
            return false;
        }
        return name(c);
    }

    /** From the value of a member on to that of the next, as {@link #firstMember}; false behind the closing brace. */
    boolean nextMember() {
        int c = token();
        if (c == ',') {
            return name(token());
        }
        if (c == '}') {
            leave();
            return false;
        }
        return fault.unexpected(c);
    }

    /**
     * Goes into an array whose opening bracket was consumed. The first byte of its first element, consumed; {@link #END} if it
     * has none, or for a fault: {@link #sound} tells.
     */
    int firstElement() {
        if (!enter(false)) {
            return END;
        }
        int c = token();
        if (c == ']') {
            leave();
            return END;
        }
        return c == END ? endsEarly() : c;
    }

    /** From behind an element on to the next, as {@link #firstElement}; {@link #END} behind the closing bracket. */
    int nextElement() {
        int c = token();
        if (c == ',') {
            return elementFirst();
        }
        if (c == ']') {
            leave();
        } else {
            fault.unexpected(c);
        }
        return END;
    }

    /** Whether no fault was met so far. */
    boolean sound() {
        return fault.none();
    }

    /** Passes a value of which the first byte was consumed. */
    boolean value(int first) {
        return (first == '{' || first == '[') ? container(first) : scalar(first);
    }

    private boolean container(int first) {
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
                return fault.none();
            }
        }
    }

    /** The first byte of the value that follows one which ended, or {@link #END} if the outermost ended, or for a fault. */
    private int following(int outside) {
        while (depth > outside) {
            int c = token();
            if (c == ',') {
                return inObject[depth] ? valueOfMember() : elementFirst();
            }
            if (c != closing()) {
                fault.unexpected(c);
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
        return c == END ? endsEarly() : c;
    }

    private int endsEarly() {
        fault.endsEarly();
        return END;
    }

    private int closing() {
        return inObject[depth] ? '}' : ']';
    }

    private boolean scalar(int c) {
        return c == '"' ? strings.pass(cursor) : scalars.pass(cursor, c);
    }
}
