package io.ethryx.server.upstream;

import io.ethryx.server.fields.FieldLines;
import io.ethryx.server.fields.FieldReader;
import org.jspecify.annotations.Nullable;

/** How many field lines an answer may have in its head, and as many behind its body. Stateless. */
public final class AnswerLines {

    /** Lines of a head, or behind a body. */
    public static final int MOST = 1_024;

    /** Lines of one name; what passes them on over HTTP/2 holds no more than 127. */
    static final int MOST_OF_ONE_NAME = 100;

    private AnswerLines() {}

    /**
     * What is wrong with what was read so far.
     *
     * @param reader reads the lines
     * @param fields what it has read
     * @return a phrase, or null where nothing is wrong
     */
    public static @Nullable String fault(FieldReader reader, FieldLines fields) {
        FieldReader.Fault fault = reader.fault();
        if (fault != null) {
            return fault.sentence();
        }
        return reader.isWhole() && areCrowded(fields) ? FieldReader.Fault.TOO_MANY.sentence() : null;
    }

    /**
     * Whether one name has too many lines: looked at only where there are that many in all.
     *
     * @param fields the lines
     * @return true if they are to be refused
     */
    public static boolean areCrowded(FieldLines fields) {
        for (int line = MOST_OF_ONE_NAME; line < fields.size(); line++) {
            int same = 1;
            for (int before = 0; before < line; before++) {
                same += fields.haveSameName(before, line) ? 1 : 0;
            }
            if (same > MOST_OF_ONE_NAME) {
                return true;
            }
        }
        return false;
    }
}
