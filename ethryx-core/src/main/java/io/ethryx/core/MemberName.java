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

    MemberName(String text, int bit) {
        this.text = text;
        this.bit = bit;
    }

    /** A bit of its own. */
    int bit() {
        return bit;
    }

    /** The member whose exact name was just read, or null for another name. */
    static @Nullable MemberName exact(JsonScanner scanner) {
        int from = scanner.stringFrom();
        int length = scanner.stringTo() - from;
        MemberName likely = switch (length) {
            case 2 -> ID;
            case 6 -> scanner.at(from) == 'm' ? METHOD : PARAMS;
            case 7 -> JSONRPC;
            default -> null;
        };
        return likely != null && likely.is(scanner, from) ? likely : null;
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

    private boolean is(JsonScanner scanner, int from) {
        for (int i = 0; i < text.length(); i++) {
            if (scanner.at(from + i) != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
