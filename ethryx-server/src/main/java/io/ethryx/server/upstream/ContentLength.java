package io.ethryx.server.upstream;

import io.ethryx.server.fields.FieldLines;

/** Reads the value of Content-Length (RFC 9110 §8.6). Stateless, allocates nothing. */
public final class ContentLength {

    /** Says that a value is no number. */
    public static final long NONE = -4;

    private static final int MOST_DIGITS = 18;

    private ContentLength() {}

    /**
     * The number that a line's value is.
     *
     * @param fields the lines
     * @param line which of them
     * @return zero or more, or {@link #NONE} where it is no number or one of more digits than bytes are ever sent
     */
    public static long read(FieldLines fields, int line) {
        byte[] bytes = fields.bytes();
        int from = fields.valueStart(line);
        int to = fields.valueEnd(line);
        if (from == to || to - from > MOST_DIGITS) {
            return NONE;
        }
        long value = 0;
        for (int i = from; i < to; i++) {
            int digit = bytes[i] - '0';
            if (digit < 0 || digit > 9) {
                return NONE;
            }
            value = value * 10 + digit;
        }
        return value;
    }
}
