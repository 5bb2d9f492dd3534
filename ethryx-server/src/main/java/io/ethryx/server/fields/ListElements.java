package io.ethryx.server.fields;

/**
 * The elements of one line's value read as a list (RFC 9110 section 5.6.1): between commas, without blanks around them;
 * empty ones are left out. Commas in quotes are not told apart: for fields whose elements are tokens. Confined to one
 * thread.
 */
public final class ListElements {

    private final byte[] bytes;
    private final int to;
    private int next;
    private int start;
    private int end;

    /**
     * The elements of a line, before the first.
     *
     * @param fields where the line is
     * @param line its number
     */
    public ListElements(FieldLines fields, int line) {
        bytes = fields.bytes();
        next = fields.valueStart(line);
        to = fields.valueEnd(line);
    }

    /**
     * Goes to the next element.
     *
     * @return false if there is none
     */
    public boolean next() {
        while (next < to) {
            int comma = next;
            while (comma < to && bytes[comma] != ',') {
                comma++;
            }
            start = next;
            end = comma;
            next = comma + 1;
            while (start < end && FieldOctets.isBlank(bytes[start])) {
                start++;
            }
            while (end > start && FieldOctets.isBlank(bytes[end - 1])) {
                end--;
            }
            if (start < end) {
                return true;
            }
        }
        return false;
    }

    /**
     * Where the element begins.
     *
     * @return a position in {@link FieldLines#bytes}
     */
    public int start() {
        return start;
    }

    /**
     * Where the element ends.
     *
     * @return a position in {@link FieldLines#bytes}
     */
    public int end() {
        return end;
    }
}
