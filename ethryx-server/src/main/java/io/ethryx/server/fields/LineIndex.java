package io.ethryx.server.fields;

import java.util.Arrays;

/**
 * Where each line of a section stands among its octets, which known field it is, and whether it has been dropped: four
 * integers a line, in one array. Knows the octets only while a line is added. Confined to the thread of its block.
 */
final class LineIndex {

    private static final int LINE_SHIFT = 2;

    /** Where a line begins, above its {@link #CODE}, and whether it is {@link #DROPPED} or {@link #IRREGULAR}. */
    private static final int START_AND_FLAGS = 0;

    private static final int NAME_END = 1;
    private static final int VALUE = 2;
    private static final int VALUE_END = 3;

    private static final int START_SHIFT = 8;
    private static final int CODE = 0x3F;
    private static final int DROPPED = 0x40;
    private static final int IRREGULAR = 0x80;

    private static final int FIRST_LINES = 16;
    private static final int KEPT_LINES = 64;
    private static final int[] NO_LINES = {};

    private int[] lines = NO_LINES;
    private int count;
    private int dropped;
    private int end;
    private boolean irregular;

    /** A bit for each known field that has a line; it may have been dropped since. */
    private long present;

    LineIndex() {}

    /** Forgets every line. An array of unusual size is given up. */
    void clear() {
        count = 0;
        dropped = 0;
        end = 0;
        irregular = false;
        present = 0;
        if (lines.length > KEPT_LINES << LINE_SHIFT) {
            lines = NO_LINES;
        }
    }

    /** Forgets every line, and gives up the memory too. */
    void release() {
        clear();
        lines = NO_LINES;
    }

    // --- all lines ---

    /** How many lines there are, dropped ones included. */
    int count() {
        return count;
    }

    /** Where the last line ends: the next one begins there. */
    int end() {
        return end;
    }

    boolean areAllDropped() {
        return count == dropped;
    }

    /** Whether the lines are written as they stand: none was dropped, and each is in the form that it is written in. */
    boolean areAllInForm() {
        return dropped == 0 && !irregular;
    }

    // --- one line ---

    int nameStart(int line) {
        return lines[line << LINE_SHIFT] >> START_SHIFT;
    }

    int nameEnd(int line) {
        return lines[(line << LINE_SHIFT) + NAME_END];
    }

    int valueStart(int line) {
        return lines[(line << LINE_SHIFT) + VALUE];
    }

    int valueEnd(int line) {
        return lines[(line << LINE_SHIFT) + VALUE_END];
    }

    /** Behind the line's CRLF. */
    int lineEnd(int line) {
        return line + 1 < count ? nameStart(line + 1) : end;
    }

    /** The code of the known field that it is, {@link KnownField#NONE} for any other. */
    int code(int line) {
        return lines[line << LINE_SHIFT] & CODE;
    }

    boolean isDropped(int line) {
        return (lines[line << LINE_SHIFT] & DROPPED) != 0;
    }

    /** The first line from some line on that was dropped, or is not in the form that it is written in; or the count. */
    int endOfRun(int from) {
        int line = from;
        while (line < count && (lines[line << LINE_SHIFT] & (DROPPED | IRREGULAR)) == 0) {
            line++;
        }
        return line;
    }

    // --- known fields ---

    /** The first line of a field that is left, from some line on; -1 if there is none. */
    int find(KnownField field, int from) {
        if ((present & field.bit) == 0) {
            return -1;
        }
        for (int line = from; line < count; line++) {
            if ((lines[line << LINE_SHIFT] & (CODE | DROPPED)) == field.code) {
                return line;
            }
        }
        return -1;
    }

    /** Whether a line is left of one of the fields that some bits stand for. */
    boolean hasAny(long fields) {
        if ((present & fields) != 0) {
            for (int line = 0; line < count; line++) {
                if (!isDropped(line) && (fields & (1L << code(line))) != 0) {
                    return true;
                }
            }
        }
        return false;
    }

    // --- changing ---

    void drop(int line) {
        if (!isDropped(line)) {
            lines[line << LINE_SHIFT] |= DROPPED;
            dropped++;
        }
    }

    /** Drops all lines of the fields that some bits stand for. */
    void dropAll(long fields) {
        if ((present & fields) == 0) {
            return;
        }
        for (int line = 0; line < count; line++) {
            if ((fields & (1L << code(line))) != 0) {
                drop(line);
            }
        }
        present &= ~fields;
    }

    /** Takes the octets behind the last line as a line: the name ends at a colon, the line behind CRLF. */
    void add(byte[] octets, int code, int nameEnd, int lineEnd) {
        int from = nameEnd + 1;
        int to = lineEnd - 2;
        while (from < to && FieldOctets.isBlank(octets[from])) {
            from++;
        }
        while (to > from && FieldOctets.isBlank(octets[to - 1])) {
            to--;
        }
        boolean odd = from != nameEnd + 2 || octets[nameEnd + 1] != ' ' || to != lineEnd - 2;
        int at = count << LINE_SHIFT;
        if (at == lines.length) {
            lines = Arrays.copyOf(lines, Math.max(FIRST_LINES << LINE_SHIFT, 2 * at));
        }
        lines[at + START_AND_FLAGS] = end << START_SHIFT | (odd ? code | IRREGULAR : code);
        lines[at + NAME_END] = nameEnd;
        lines[at + VALUE] = from;
        lines[at + VALUE_END] = to;
        irregular |= odd;
        present |= 1L << code;
        count++;
        end = lineEnd;
    }
}
