package io.ethryx.core;

import org.jspecify.annotations.Nullable;

/** The members of a call that mean something. */
enum MemberName {
    JSONRPC("jsonrpc", 1),
    METHOD("method", 2),
    PARAMS("params", 4),
    ID("id", 8);

    /** With each character escaped, none is longer. */
    private static final int MAX_LENGTH = 6 * "jsonrpc".length();

    private static final MemberName[] ALL = values();

    private final String text;
    private final int bit;
    private final long word;

    MemberName(String text, int bit) {
        this.text = text;
        this.bit = bit;
        this.word = ShortText.word(text);
    }

    /** A bit of its own. */
    int bit() {
        return bit;
    }

    /** The member whose exact name was just read, or null for another name. */
    static @Nullable MemberName exact(JsonScanner scanner) {
        long word = scanner.word();
        return word == JSONRPC.word
                ? JSONRPC
                : word == ID.word ? ID : word == METHOD.word ? METHOD : word == PARAMS.word ? PARAMS : null;
    }

    /** Whether another name was read that some reader takes for one of these: in other case, or with escapes. */
    static boolean resembled(JsonScanner scanner, Body body) {
        int length = scanner.stringTo() - scanner.stringFrom();
        boolean likely = scanner.plain() ? length == 2 || length == 6 || length == 7 : length <= MAX_LENGTH;
        if (!likely) {
            return false;
        }
        String name = JsonStrings.unescaped(body, scanner.stringFrom(), scanner.stringTo());
        for (MemberName member : ALL) {
            if (member.text.equalsIgnoreCase(name)) {
                return true;
            }
        }
        return false;
    }
}
