package io.ethryx.server.fields;

/** Which octets may stand where in a field line (RFC 9110 sections 5.1, 5.5 and 5.6.2). Stateless. */
public final class FieldOctets {

    private static final byte TOKEN = 1;
    private static final byte CONTENT = 2;
    private static final byte[] CLASS = new byte[256];

    static {
        for (int c = 0; c < CLASS.length; c++) {
            CLASS[c] = (c >= ' ' && c != 0x7F) || c == '\t' ? CONTENT : 0;
        }
        String tokens = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
        for (int i = 0; i < tokens.length(); i++) {
            CLASS[tokens.charAt(i)] |= TOKEN;
        }
    }

    private FieldOctets() {}

    /**
     * Whether an octet may stand in a token: names and methods are made of them.
     *
     * @param octet any
     * @return true for a letter, a digit and fifteen marks
     */
    public static boolean isToken(byte octet) {
        return (CLASS[octet & 0xFF] & TOKEN) != 0;
    }

    /**
     * Whether an octet may stand in a value that comes from a peer.
     *
     * @param octet any
     * @return true for visible characters, those over 0x7F, space and tab
     */
    public static boolean isContent(byte octet) {
        return (CLASS[octet & 0xFF] & CONTENT) != 0;
    }

    /**
     * Whether an octet is a blank.
     *
     * @param octet any
     * @return true for space and tab
     */
    public static boolean isBlank(byte octet) {
        return octet == ' ' || octet == '\t';
    }

    /**
     * A letter in lower case, anything else as it is.
     *
     * @param octet any
     * @return the octet to compare by
     */
    public static byte lower(byte octet) {
        return octet >= 'A' && octet <= 'Z' ? (byte) (octet + 32) : octet;
    }

    /**
     * Whether a text may be the name of a field.
     *
     * @param text any
     * @return true for a token
     */
    public static boolean isName(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c > 0x7F || !isToken((byte) c)) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /**
     * Whether a text may be written as a field's value without becoming another line.
     *
     * @param text any
     * @return false for one that holds CR, LF, NUL or a char over 0xFF
     */
    public static boolean isValue(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c > 0xFF || c == '\r' || c == '\n' || c == 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether some octets are a text, whatever their case.
     *
     * @param octets where they are
     * @param from where they begin
     * @param to where they end
     * @param lowerCase the text, in lower case
     * @return true if they are
     */
    public static boolean spell(byte[] octets, int from, int to, String lowerCase) {
        if (to - from != lowerCase.length()) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (lower(octets[i]) != lowerCase.charAt(i - from)) {
                return false;
            }
        }
        return true;
    }

    /** Whether so many octets at one place are those at another, whatever the case of their letters. */
    static boolean areAlike(byte[] octets, int from, byte[] others, int otherFrom, int length) {
        for (int i = 0; i < length; i++) {
            if (lower(octets[from + i]) != lower(others[otherFrom + i])) {
                return false;
            }
        }
        return true;
    }

    /** Puts a text there, each char one octet; gives where it ends. */
    static int put(String text, byte[] to, int at) {
        int length = text.length();
        for (int i = 0; i < length; i++) {
            to[at + i] = (byte) text.charAt(i);
        }
        return at + length;
    }

    /** The first octet from here that may not stand in a token, or the end. */
    static int endOfToken(byte[] octets, int from, int to) {
        byte[] classes = CLASS;
        int at = from;
        while (at < to && (classes[octets[at] & 0xFF] & TOKEN) != 0) {
            at++;
        }
        return at;
    }

    /** The first octet from here that may not stand in a value, or the end. */
    static int endOfContent(byte[] octets, int from, int to) {
        byte[] classes = CLASS;
        int at = from;
        while (at < to && (classes[octets[at] & 0xFF] & CONTENT) != 0) {
            at++;
        }
        return at;
    }
}
