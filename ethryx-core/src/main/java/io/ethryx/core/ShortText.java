package io.ethryx.core;

/**
 * Short strings as numbers, so that a name is told from another by one comparison: the bytes between the quotes and the
 * closing quote, the first lowest. The quote is where the string ends, so that none is taken for one that is longer.
 */
final class ShortText {

    /** The longest. */
    static final int MAX_LENGTH = Long.BYTES - 1;

    private ShortText() {}

    /** Whether these eight bytes begin with a string that has this number and length. */
    static boolean begins(long eight, long word, int length) {
        return (eight & (-1L >>> (Byte.SIZE * (MAX_LENGTH - length)))) == word;
    }

    /**
     * The number of a string as it stands between quotes without escapes.
     *
     * @throws IllegalArgumentException if it is longer than {@link #MAX_LENGTH}, or not plain ASCII
     */
    static long word(String ascii) {
        if (ascii.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("longer than " + MAX_LENGTH + ": " + ascii);
        }
        long word = '"';
        for (int i = ascii.length() - 1; i >= 0; i--) {
            char c = ascii.charAt(i);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                throw new IllegalArgumentException("needs an escape, or is beyond ASCII: " + ascii);
            }
            word = (word << Byte.SIZE) | c;
        }
        return word;
    }
}
