package io.ethryx.server.listener;

import java.nio.charset.StandardCharsets;

/** Classes of octets in the grammar of RFC 9110 section 5 and RFC 9112. Stateless. */
final class Octets {

    private static final boolean[] TOKEN = new boolean[256];
    private static final boolean[] HOST = new boolean[256];
    private static final boolean[] TARGET = new boolean[256];

    static {
        for (int c = ' ' + 1; c < TARGET.length; c++) {
            TARGET[c] = c != 0x7F && c != '#';
        }
        for (int c = '0'; c <= '9'; c++) {
            TOKEN[c] = true;
            HOST[c] = true;
        }
        for (int c = 'a'; c <= 'z'; c++) {
            TOKEN[c] = true;
            TOKEN[c - 32] = true;
            HOST[c] = true;
            HOST[c - 32] = true;
        }
        for (byte c : "!#$%&'*+-.^_`|~".getBytes(StandardCharsets.US_ASCII)) {
            TOKEN[c] = true;
        }
        for (byte c : "-._~!$&'()*+,;=".getBytes(StandardCharsets.US_ASCII)) {
            HOST[c] = true;
        }
    }

    private Octets() {}

    /** A character of a token: methods and field names are made of them. */
    static boolean isToken(byte c) {
        return TOKEN[c & 0xFF];
    }

    /** A character of a field value, blanks inside it included. */
    static boolean isFieldValue(byte c) {
        return (c >= ' ' && c != 0x7F) || c < 0 || c == '\t';
    }

    /** A space or a tab. */
    static boolean isBlank(byte c) {
        return c == ' ' || c == '\t';
    }

    /** An octet of a request target; raw octets over 0x7F are passed on. */
    static boolean isTarget(byte c) {
        return TARGET[c & 0xFF];
    }

    /** A character of a registered name, percent escapes aside. */
    static boolean isHostName(byte c) {
        return HOST[c & 0xFF];
    }

    /** The value of a hexadecimal digit, or -1. */
    static int hexValue(byte c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        int lower = c | 0x20;
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }

    /** A letter in lower case, anything else as it is. */
    static byte lower(byte c) {
        return c >= 'A' && c <= 'Z' ? (byte) (c + 32) : c;
    }

    /** Whether the bytes are the text, which is in lower case, whatever their case. */
    static boolean equalsIgnoringCase(byte[] bytes, int from, int to, String text) {
        if (to - from != text.length()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (lower(bytes[from + i]) != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
