package io.ethryx.server.http2;

import java.nio.charset.StandardCharsets;

/** Which octets names and values of HTTP/2 fields are made of (RFC 9113 section 8.2.1). Stateless. */
final class HeaderOctets {

    private static final boolean[] LOWER_TOKEN = new boolean[256];

    static {
        for (byte c : "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz".getBytes(StandardCharsets.US_ASCII)) {
            LOWER_TOKEN[c] = true;
        }
    }

    private HeaderOctets() {}

    /** A character of a token, upper case aside. */
    static boolean isLowerToken(byte c) {
        return LOWER_TOKEN[c & 0xFF];
    }

    /** A character of a value, blanks inside it included. */
    static boolean isContent(byte c) {
        return (c >= ' ' && c != 0x7F) || c < 0 || c == '\t';
    }

    static boolean isBlank(byte c) {
        return c == ' ' || c == '\t';
    }
}
