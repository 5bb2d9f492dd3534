package io.ethryx.health;

import java.util.BitSet;

/**
 * Tells JSON (RFC 8259, in UTF-8, without a byte order mark) from everything else, in one pass, in memory that does not grow
 * with the text. Nesting deeper than {@link #MAX_DEPTH} is refused.
 */
final class StrictJson {

    static final int MAX_DEPTH = 128;

    private final byte[] text;
    private final BitSet objects = new BitSet(MAX_DEPTH);
    private int depth;
    private int at;

    private StrictJson(byte[] text) {
        this.text = text;
    }

    /**
     * Checks a text.
     *
     * @throws MalformedJsonException naming the byte at which it stops being JSON
     */
    static void check(byte[] text) throws MalformedJsonException {
        new StrictJson(text).document();
    }

    private void document() throws MalformedJsonException {
        boolean valueNext = true;
        while (true) {
            blanks();
            if (valueNext) {
                valueNext = value();
            } else if (depth == 0) {
                if (at < text.length) {
                    throw fault("trailing bytes");
                }
                return;
            } else {
                valueNext = afterValue();
            }
        }
    }

    /** Reads a scalar, an empty container or an opening bracket; true if a value must follow. */
    private boolean value() throws MalformedJsonException {
        int c = peek();
        switch (c) {
            case '{', '[' -> {
                return open(c == '{');
            }
            case '"' -> string();
            case 't' -> literal("true");
            case 'f' -> literal("false");
            case 'n' -> literal("null");
            default -> number();
        }
        return false;
    }

    private boolean open(boolean object) throws MalformedJsonException {
        if (depth == MAX_DEPTH) {
            throw fault("nesting deeper than " + MAX_DEPTH);
        }
        at++;
        objects.set(depth++, object);
        blanks();
        if (peek() == (object ? '}' : ']')) {
            at++;
            depth--;
            return false;
        }
        if (object) {
            memberName();
        }
        return true;
    }

    private boolean afterValue() throws MalformedJsonException {
        boolean object = objects.get(depth - 1);
        int c = peek();
        if (c == ',') {
            at++;
            if (object) {
                blanks();
                memberName();
            }
            return true;
        }
        if (c != (object ? '}' : ']')) {
            throw fault("unexpected byte");
        }
        at++;
        depth--;
        return false;
    }

    private void memberName() throws MalformedJsonException {
        string();
        blanks();
        expect(':');
    }

    private void string() throws MalformedJsonException {
        expect('"');
        while (true) {
            int c = peek();
            if (c == '"') {
                at++;
                return;
            }
            if (c == '\\') {
                escape();
            } else if (c < 0x20) {
                throw fault("control character in a string");
            } else if (c < 0x80) {
                at++;
            } else {
                multibyte(c);
            }
        }
    }

    private void escape() throws MalformedJsonException {
        at++;
        int c = peek();
        if (c == 'u') {
            for (int i = 0; i < 4; i++) {
                at++;
                if (Character.digit(peek(), 16) < 0) {
                    throw fault("bad escape");
                }
            }
        } else if ("\"\\/bfnrt".indexOf(c) < 0) {
            throw fault("bad escape");
        }
        at++;
    }

    /** One character of two to four bytes: no overlong form, no surrogate, nothing over U+10FFFF. */
    private void multibyte(int lead) throws MalformedJsonException {
        int more = lead < 0xE0 ? 1 : (lead < 0xF0 ? 2 : 3);
        if (lead < 0xC2 || lead > 0xF4) {
            throw fault("not UTF-8");
        }
        int codePoint = lead & (0x3F >> more);
        for (int i = 0; i < more; i++) {
            at++;
            int c = peek();
            if ((c & 0xC0) != 0x80) {
                throw fault("not UTF-8");
            }
            codePoint = (codePoint << 6) | (c & 0x3F);
        }
        boolean overlong = (more == 2 && codePoint < 0x800) || (more == 3 && codePoint < 0x10000);
        boolean surrogate = codePoint >= 0xD800 && codePoint <= 0xDFFF;
        if (overlong || surrogate || codePoint > 0x10FFFF) {
            throw fault("not UTF-8");
        }
        at++;
    }

    private void literal(String word) throws MalformedJsonException {
        for (int i = 0; i < word.length(); i++) {
            expect(word.charAt(i));
        }
    }

    private void number() throws MalformedJsonException {
        if (peek() == '-') {
            at++;
        }
        if (peek() == '0') {
            at++;
        } else {
            digits();
        }
        if (at < text.length && text[at] == '.') {
            at++;
            digits();
        }
        if (at < text.length && (text[at] | 0x20) == 'e') {
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            digits();
        }
    }

    private void digits() throws MalformedJsonException {
        int from = at;
        while (at < text.length && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        if (at == from) {
            throw fault(at < text.length ? "unexpected byte" : "unexpected end");
        }
    }

    private void blanks() {
        while (at < text.length && (text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r')) {
            at++;
        }
    }

    private void expect(char wanted) throws MalformedJsonException {
        if (peek() != wanted) {
            throw fault("unexpected byte");
        }
        at++;
    }

    private int peek() throws MalformedJsonException {
        if (at >= text.length) {
            throw fault("unexpected end");
        }
        return text[at] & 0xFF;
    }

    private MalformedJsonException fault(String what) {
        return new MalformedJsonException(what + " at byte " + at);
    }
}
