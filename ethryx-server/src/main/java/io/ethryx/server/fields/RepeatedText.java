package io.ethryx.server.fields;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A text that most often comes again as it came before, such as the target or the Host of a connection's requests: it is made
 * of octets only where they are others than last time. Confined to one thread.
 */
public final class RepeatedText {

    private static final int LONGEST_KEPT = 256;

    private String last = "";

    /** Nothing came yet. */
    public RepeatedText() {}

    /**
     * The text of some octets, each one char.
     *
     * @param octets where they are
     * @param from the first
     * @param to behind the last
     * @return the same object as before where they are the same
     */
    public String of(byte[] octets, int from, int to) {
        if (isLast(octets, from, to - from)) {
            return last;
        }
        String made = new String(octets, from, to - from, StandardCharsets.ISO_8859_1);
        if (made.length() <= LONGEST_KEPT) {
            last = made;
        }
        return made;
    }

    /**
     * The value of a known field's first line.
     *
     * @param fields the lines
     * @param field always the same one
     * @return as {@link #of}, or null if it has no line
     */
    public @Nullable String valueOf(FieldLines fields, KnownField field) {
        int line = fields.find(field);
        return line < 0 ? null : of(fields.bytes(), fields.valueStart(line), fields.valueEnd(line));
    }

    private boolean isLast(byte[] octets, int from, int length) {
        if (length != last.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if ((octets[from + i] & 0xFF) != last.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
