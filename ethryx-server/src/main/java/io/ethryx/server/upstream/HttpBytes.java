package io.ethryx.server.upstream;

/** Which bytes may stand where in a head (RFC 9110 §5.5, §5.6.2). */
final class HttpBytes {

    private static final boolean[] TOKEN = new boolean[128];

    static {
        String marks = "!#$%&'*+-.^_`|~";
        for (int i = 0; i < TOKEN.length; i++) {
            TOKEN[i] =
                    (i >= '0' && i <= '9') || (i >= 'A' && i <= 'Z') || (i >= 'a' && i <= 'z') || marks.indexOf(i) >= 0;
        }
    }

    private HttpBytes() {}

    static boolean isToken(byte b) {
        return b > 0 && TOKEN[b];
    }

    /** Visible characters, obs-text, space and tab. */
    static boolean isFieldContent(byte b) {
        return b < 0 || (b >= ' ' && b != 0x7F) || b == '\t';
    }

    static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    /** The value of a hexadecimal digit, or -1. */
    static int hex(byte b) {
        if (b >= '0' && b <= '9') {
            return b - '0';
        }
        int lower = b | 0x20;
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }
}
