package io.ethryx.server.fields;

import java.util.Arrays;

/**
 * Field lines that are being gathered and changed: one array of bytes and an index of where each line, its name and its value
 * stand. Filled by a {@link FieldReader}, which has judged what came from a peer, or by {@link #add}, which judges what it is
 * given: what stands here never holds a CR, LF or NUL within a line. Lines are never moved: one that ends here is
 * <em>dropped</em>, which hides it from every search and from what is written.
 *
 * <p>Made to be used again: {@link #clear} and fill. Costs nothing on the heap once it has grown to the size of the usual
 * head. Confined to one thread.
 */
public final class FieldBlock extends FieldLines {

    private static final int FIRST_BYTES = 512;
    private static final int KEPT_BYTES = 4_096;
    private static final int MOST_BYTES = 1 << 20;

    /** An empty block; takes memory with the first line. */
    public FieldBlock() {}

    /** Takes every line away. Arrays of unusual size are given up. */
    public void clear() {
        index.clear();
        if (bytes.length > KEPT_BYTES) {
            bytes = NO_BYTES;
        }
    }

    /** Takes every line away, and gives up the memory too: for one that may not be used for long. */
    public void release() {
        index.release();
        bytes = NO_BYTES;
    }

    // --- adding ---

    /**
     * Adds a line behind those that are there. Not while a reader is amid a section.
     *
     * @param name a token
     * @param value each char one byte; blanks around it are left out
     * @throws IllegalArgumentException if the name is no token, or the value would become another line or holds a char over
     *     0xFF; {@link FieldOctets#isName} and {@link FieldOctets#isValue} tell beforehand
     */
    public void add(String name, String value) {
        if (!FieldOctets.isName(name)) {
            throw new IllegalArgumentException("not the name of a field");
        } else if (!FieldOctets.isValue(value)) {
            throw new IllegalArgumentException("not the value of a field");
        }
        int at = room(name.length() + value.length() + 4);
        int nameEnd = FieldOctets.put(name, bytes, at);
        bytes[nameEnd] = ':';
        bytes[nameEnd + 1] = ' ';
        int lineEnd = FieldOctets.put(value, bytes, nameEnd + 2);
        bytes[lineEnd] = '\r';
        bytes[lineEnd + 1] = '\n';
        line(nameEnd, lineEnd + 2);
    }

    /**
     * Adds a line of a known field; as {@link #add(String, String)}.
     *
     * @param field which
     * @param value each char one byte
     */
    public void add(KnownField field, String value) {
        add(field.spelled(), value);
    }

    /**
     * Adds a line of octets that came from a peer, if they are the name and the value of a field. Not while a reader is amid a
     * section.
     *
     * @param name where the name is
     * @param nameFrom where it begins
     * @param nameTo where it ends
     * @param value where the value is; blanks around it are left out
     * @param from where it begins
     * @param to where it ends
     * @return false, and nothing is added, if the name is no token or the value holds a control character but tab
     */
    public boolean addIfSound(byte[] name, int nameFrom, int nameTo, byte[] value, int from, int to) {
        if (nameFrom == nameTo
                || FieldOctets.endOfToken(name, nameFrom, nameTo) != nameTo
                || FieldOctets.endOfContent(value, from, to) != to) {
            return false;
        }
        int at = room(nameTo - nameFrom + to - from + 4);
        int nameEnd = at + nameTo - nameFrom;
        int lineEnd = nameEnd + 2 + to - from;
        System.arraycopy(name, nameFrom, bytes, at, nameTo - nameFrom);
        bytes[nameEnd] = ':';
        bytes[nameEnd + 1] = ' ';
        System.arraycopy(value, from, bytes, nameEnd + 2, to - from);
        bytes[lineEnd] = '\r';
        bytes[lineEnd + 1] = '\n';
        line(nameEnd, lineEnd + 2);
        return true;
    }

    /**
     * Adds the lines that are left of some others, as they are there.
     *
     * @param others not this block
     */
    public void addAll(FieldLines others) {
        int at = room(others.length());
        others.write(bytes, at);
        for (int line = 0; line < others.size(); line++) {
            if (!others.isDropped(line)) {
                int nameEnd = index.end() + others.nameEnd(line) - others.nameStart(line);
                line(nameEnd, nameEnd + 4 + others.valueEnd(line) - others.valueStart(line));
            }
        }
    }

    // --- dropping ---

    /**
     * Drops a line. One that was dropped stays so.
     *
     * @param line its number
     */
    public void drop(int line) {
        index.drop(line);
    }

    /**
     * Drops all lines of a known field.
     *
     * @param field which
     */
    public void drop(KnownField field) {
        index.dropAll(field.bit);
    }

    /**
     * Drops all lines of some known fields; costs one comparison where there are none of them.
     *
     * @param fields which
     */
    public void drop(FieldSet fields) {
        index.dropAll(fields.bits);
    }

    /**
     * Drops all lines that have a name, whatever the case of its letters.
     *
     * @param octets where the name is
     * @param from where it begins
     * @param to where it ends
     */
    public void dropNamed(byte[] octets, int from, int to) {
        for (int line = 0; line < size(); line++) {
            if (isNamed(line, octets, from, to)) {
                drop(line);
            }
        }
    }

    // --- what readers and composers fill in ---

    /** Where the last line ends; the next one is to be put there. */
    int end() {
        return index.end();
    }

    /** Makes room behind the last line; gives where it is. */
    private int room(int more) {
        ensure(end() + more);
        return end();
    }

    /** Makes the array at least so long. */
    void ensure(int length) {
        if (length > bytes.length) {
            if (length > MOST_BYTES) {
                throw new IllegalStateException("a section of fields is larger than 1 MiB");
            }
            bytes = Arrays.copyOf(bytes, Math.max(length, Math.max(FIRST_BYTES, 2 * bytes.length)));
        }
    }

    /** Takes the bytes behind the last line as a line: the name ends at a colon, the line behind CRLF. */
    void line(int nameEnd, int lineEnd) {
        index.add(bytes, KnownField.code(bytes, end(), nameEnd), nameEnd, lineEnd);
    }

    /** As above, where the name is known to be that of a field as it is spelled. */
    void line(KnownField field, int lineEnd) {
        index.add(bytes, field.code, end() + field.spelled().length(), lineEnd);
    }
}
