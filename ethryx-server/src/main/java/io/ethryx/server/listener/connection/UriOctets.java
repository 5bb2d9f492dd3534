package io.ethryx.server.listener.connection;

import java.nio.charset.StandardCharsets;

/** Which octets may stand where in a request target (RFC 3986, RFC 9112 section 3.2). Stateless. */
public final class UriOctets {

    private static final boolean[] HOST = new boolean[256];
    private static final boolean[] TARGET = new boolean[256];

    static {
        for (int c = ' ' + 1; c < TARGET.length; c++) {
            TARGET[c] = c != 0x7F && c != '#';
        }
        for (int c = '0'; c <= '9'; c++) {
            HOST[c] = true;
        }
        for (int c = 'a'; c <= 'z'; c++) {
            HOST[c] = true;
            HOST[c - 32] = true;
        }
        for (byte c : "-._~!$&'()*+,;=".getBytes(StandardCharsets.US_ASCII)) {
            HOST[c] = true;
        }
    }

    private UriOctets() {}

    /**
     * Whether an octet may stand in a target.
     *
     * @param octet any
     * @return true for what is visible but for {@code #}; raw octets over 0x7F are passed on
     */
    public static boolean isTarget(byte octet) {
        return TARGET[octet & 0xFF];
    }

    /** A character of a registered name, percent escapes aside. */
    static boolean isHostName(byte octet) {
        return HOST[octet & 0xFF];
    }

    /**
     * What a hexadecimal digit is worth.
     *
     * @param octet any
     * @return its value, or -1 where it is none
     */
    public static int hexValue(byte octet) {
        if (octet >= '0' && octet <= '9') {
            return octet - '0';
        }
        int lower = octet | 0x20;
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }
}
