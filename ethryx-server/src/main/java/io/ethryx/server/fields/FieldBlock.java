package io.ethryx.server.fields;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The field lines of one head or trailer section (RFC 9110 section 5, RFC 9112 section 5): one array of bytes and an index
 * of where each line, its name and its value stand. Order, letter case and repeated lines stay as they came. A line is
 * addressed by its number, from zero in the order of the message.
 *
 * <p>Filled by a {@link FieldReader}, which has judged what came from a peer, or by {@link #add}, which judges what it is
 * given: what stands here never holds a CR, LF or NUL within a line. Lines are never moved: one that ends here is
 * <em>dropped</em>, which hides it from every search and from what is written. {@link #write} writes those that are left as
 * {@code name: value} and CRLF, runs of lines that came in that form in one copy.
 *
 * <p>Made to be used again: {@link #clear} and fill. Costs nothing on the heap once it has grown to the size of the usual
 * head, but for the texts that {@link #name} and {@link #value(int)} make. Confined to one thread; a block that nobody
 * changes any more may be read by all.
 */
public final class FieldBlock {

    static final int STRIDE = 5;
    static final int START = 0;
    static final int NAME_END = 1;
    static final int VALUE = 2;
    static final int VALUE_END = 3;
    static final int FLAGS = 4;

    private static final int CODE = 0x3F;
    private static final int DROPPED = 0x40;
    private static final int IRREGULAR = 0x80;

    private static final int FIRST_BYTES = 512;
    private static final int KEPT_BYTES = 4_096;
    private static final int FIRST_LINES = 16;
    private static final int KEPT_LINES = 64;
    private static final int MOST_BYTES = 1 << 20;
    private static final byte[] NO_BYTES = {};
    private static final int[] NO_INDEX = {};

    byte[] bytes = NO_BYTES;

    /** Where the last line ends; a reader may have put bytes behind it. */
    int end;

    private int[] index = NO_INDEX;
    private int count;
    private int dropped;
    private boolean irregular;

    /** A bit for each known field that has a line; it may have been dropped since. */
    private long present;

    private @Nullable RepeatedText repeated;

    /** An empty block; takes memory with the first line. */
    public FieldBlock() {}

    /** Takes every line away. Arrays of unusual size are given up. */
    public void clear() {
        count = 0;
        dropped = 0;
        end = 0;
        irregular = false;
        present = 0;
        if (bytes.length > KEPT_BYTES) {
            bytes = NO_BYTES;
        }
        if (index.length > KEPT_LINES * STRIDE) {
            index = NO_INDEX;
        }
    }

    /** Takes every line away, and gives up the memory too: for one that may not be used for long. */
    public void release() {
        clear();
        bytes = NO_BYTES;
        index = NO_INDEX;
    }

    // --- looking ---

    /**
     * How many lines there are, dropped ones included: the numbers of lines are less than this.
     *
     * @return zero or more
     */
    public int size() {
        return count;
    }

    /**
     * Whether no line is left.
     *
     * @return true if there is none, or all were dropped
     */
    public boolean isEmpty() {
        return count == dropped;
    }

    /**
     * Whether a known field has a line.
     *
     * @param field which
     * @return true if it has
     */
    public boolean has(KnownField field) {
        return find(field) >= 0;
    }

    /**
     * Whether one of some known fields has a line; costs one comparison where none was ever there.
     *
     * @param fields which
     * @return true if one has
     */
    public boolean hasAny(FieldSet fields) {
        if ((present & fields.bits) != 0) {
            for (int line = 0; line < count; line++) {
                int flags = flags(line);
                if ((flags & DROPPED) == 0 && (fields.bits & (1L << (flags & CODE))) != 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * The first line of a known field.
     *
     * @param field which
     * @return its number, -1 if there is none
     */
    public int find(KnownField field) {
        return find(field, 0);
    }

    /**
     * The first line of a known field from some line on.
     *
     * @param field which
     * @param from the first number to look at, zero or more
     * @return its number, -1 if there is none
     */
    public int find(KnownField field, int from) {
        if ((present & field.bit) == 0) {
            return -1;
        }
        for (int line = from; line < count; line++) {
            if ((index[line * STRIDE + FLAGS] & (CODE | DROPPED)) == field.code) {
                return line;
            }
        }
        return -1;
    }

    /**
     * The first line of any name from some line on.
     *
     * @param lowerCase the name, in lower case
     * @param from the first number to look at, zero or more
     * @return its number, -1 if there is none
     */
    public int find(String lowerCase, int from) {
        for (int line = from; line < count; line++) {
            if (!isDropped(line) && FieldOctets.spell(bytes, nameStart(line), nameEnd(line), lowerCase)) {
                return line;
            }
        }
        return -1;
    }

    /**
     * How many lines a known field has.
     *
     * @param field which
     * @return zero or more
     */
    public int count(KnownField field) {
        int lines = 0;
        for (int line = find(field, 0); line >= 0; line = find(field, line + 1)) {
            lines++;
        }
        return lines;
    }

    /**
     * The value of a known field's first line. Makes a text.
     *
     * @param field which
     * @return as {@link #value(int)}, or null if it has no line
     */
    public @Nullable String value(KnownField field) {
        int line = find(field, 0);
        return line < 0 ? null : value(line);
    }

    /**
     * The name of a line, as it is spelled. Makes a text.
     *
     * @param line its number
     * @return the name
     */
    public String name(int line) {
        int from = nameStart(line);
        return new String(bytes, from, nameEnd(line) - from, StandardCharsets.ISO_8859_1);
    }

    /**
     * The value of a line without blanks around it, each byte one char. Makes a text.
     *
     * @param line its number
     * @return the value, perhaps empty
     */
    public String value(int line) {
        int from = valueStart(line);
        return new String(bytes, from, valueEnd(line) - from, StandardCharsets.ISO_8859_1);
    }

    /**
     * As {@link #value(KnownField)}, for the one field of a block that says the same message after message: makes a text only
     * where it says something else than last time.
     *
     * @param field always the same one
     * @return the value of its first line, or null if it has no line
     */
    public @Nullable String repeatedValue(KnownField field) {
        int line = find(field, 0);
        if (line < 0) {
            return null;
        }
        RepeatedText text = repeated == null ? new RepeatedText() : repeated;
        repeated = text;
        return text.of(bytes, valueStart(line), valueEnd(line));
    }

    /**
     * Which known field a line is.
     *
     * @param line its number
     * @return the field, or null for any other
     */
    public @Nullable KnownField known(int line) {
        return KnownField.ofCode(flags(line) & CODE);
    }

    /**
     * Whether a line was dropped.
     *
     * @param line its number
     * @return true if it was
     */
    public boolean isDropped(int line) {
        return (flags(line) & DROPPED) != 0;
    }

    /**
     * Whether two lines have the same name, whatever the case of its letters.
     *
     * @param line the number of one
     * @param other the number of the other
     * @return true if they have
     */
    public boolean haveSameName(int line, int other) {
        int from = nameStart(line);
        int length = nameEnd(line) - from;
        return length == nameEnd(other) - nameStart(other) && same(bytes, from, nameStart(other), length);
    }

    /**
     * Whether a line's value is a text, whatever the case of its letters.
     *
     * @param line its number
     * @param lowerCase the text, in lower case
     * @return true if the whole value is it
     */
    public boolean valueIs(int line, String lowerCase) {
        return FieldOctets.spell(bytes, valueStart(line), valueEnd(line), lowerCase);
    }

    /**
     * Whether one of a known field's lines, read as lists, holds an element, whatever the case of its letters.
     *
     * @param field which
     * @param lowerCase the element, in lower case
     * @return true if it does
     */
    public boolean hasElement(KnownField field, String lowerCase) {
        for (int line = find(field, 0); line >= 0; line = find(field, line + 1)) {
            ListElements elements = new ListElements(this, line);
            while (elements.next()) {
                if (FieldOctets.spell(bytes, elements.start(), elements.end(), lowerCase)) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Hands each line that is left to a receiver, name and value as texts: for tests, logs and slow paths.
     *
     * @param receiver takes names and values in order
     */
    public void forEach(BiConsumer<String, String> receiver) {
        for (int line = 0; line < count; line++) {
            if (!isDropped(line)) {
                receiver.accept(name(line), value(line));
            }
        }
    }

    // --- the bytes ---

    /**
     * Where the bytes of all lines are. Not to be changed; another array as soon as a line is added.
     *
     * @return the array that the positions of lines mean
     */
    public byte[] bytes() {
        return bytes;
    }

    /**
     * Where a line's name begins, and the line with it.
     *
     * @param line its number
     * @return a position in {@link #bytes}
     */
    public int nameStart(int line) {
        return index[line * STRIDE + START];
    }

    /**
     * Where a line's name ends.
     *
     * @param line its number
     * @return the position of the colon in {@link #bytes}
     */
    public int nameEnd(int line) {
        return index[line * STRIDE + NAME_END];
    }

    /**
     * Where a line's value begins.
     *
     * @param line its number
     * @return a position in {@link #bytes}
     */
    public int valueStart(int line) {
        return index[line * STRIDE + VALUE];
    }

    /**
     * Where a line's value ends, blanks behind it left out.
     *
     * @param line its number
     * @return a position in {@link #bytes}, not before the start
     */
    public int valueEnd(int line) {
        return index[line * STRIDE + VALUE_END];
    }

    private int flags(int line) {
        return index[line * STRIDE + FLAGS];
    }

    private int lineEnd(int line) {
        return line + 1 < count ? nameStart(line + 1) : end;
    }

    // --- changing ---

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
        int nameEnd = put(name, at);
        bytes[nameEnd] = ':';
        bytes[nameEnd + 1] = ' ';
        int lineEnd = put(value, nameEnd + 2);
        bytes[lineEnd] = '\r';
        bytes[lineEnd + 1] = '\n';
        line(nameEnd, lineEnd + 2);
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
        int nameEnd = room(nameTo - nameFrom + to - from + 4) + nameTo - nameFrom;
        int lineEnd = nameEnd + 2 + to - from;
        System.arraycopy(name, nameFrom, bytes, end, nameTo - nameFrom);
        bytes[nameEnd] = ':';
        bytes[nameEnd + 1] = ' ';
        System.arraycopy(value, from, bytes, nameEnd + 2, to - from);
        bytes[lineEnd] = '\r';
        bytes[lineEnd + 1] = '\n';
        line(nameEnd, lineEnd + 2);
        return true;
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
     * Adds the lines that are left in another block, as they are there.
     *
     * @param others not this block
     */
    public void addAll(FieldBlock others) {
        int at = room(others.length());
        others.write(bytes, at);
        for (int line = 0; line < others.count; line++) {
            if (!others.isDropped(line)) {
                int nameEnd = end + others.nameEnd(line) - others.nameStart(line);
                line(nameEnd, nameEnd + 4 + others.valueEnd(line) - others.valueStart(line));
            }
        }
    }

    /**
     * Drops a line. One that was dropped stays so.
     *
     * @param line its number
     */
    public void drop(int line) {
        if (!isDropped(line)) {
            index[line * STRIDE + FLAGS] |= DROPPED;
            dropped++;
        }
    }

    /**
     * Drops all lines of a known field.
     *
     * @param field which
     */
    public void drop(KnownField field) {
        drop(field.bit);
    }

    /**
     * Drops all lines of some known fields; costs one comparison where there are none of them.
     *
     * @param fields which
     */
    public void drop(FieldSet fields) {
        drop(fields.bits);
    }

    private void drop(long bits) {
        if ((present & bits) == 0) {
            return;
        }
        for (int line = 0; line < count; line++) {
            if ((bits & (1L << (flags(line) & CODE))) != 0) {
                drop(line);
            }
        }
        present &= ~bits;
    }

    /**
     * Drops all lines that have a name, whatever the case of its letters.
     *
     * @param octets where the name is
     * @param from where it begins
     * @param to where it ends
     */
    public void dropNamed(byte[] octets, int from, int to) {
        for (int line = 0; line < count; line++) {
            int start = nameStart(line);
            if (nameEnd(line) - start == to - from && same(octets, from, start, to - from)) {
                drop(line);
            }
        }
    }

    private boolean same(byte[] octets, int from, int at, int length) {
        for (int i = 0; i < length; i++) {
            if (FieldOctets.lower(octets[from + i]) != FieldOctets.lower(bytes[at + i])) {
                return false;
            }
        }
        return true;
    }

    // --- writing ---

    /**
     * How many bytes {@link #write} writes.
     *
     * @return zero or more
     */
    public int length() {
        if (dropped == 0 && !irregular) {
            return end;
        }
        int length = 0;
        for (int line = 0; line < count; line++) {
            int flags = flags(line);
            if ((flags & DROPPED) == 0) {
                length += (flags & IRREGULAR) == 0
                        ? lineEnd(line) - nameStart(line)
                        : nameEnd(line) - nameStart(line) + valueEnd(line) - valueStart(line) + 4;
            }
        }
        return length;
    }

    /**
     * Writes the lines that are left, each with CRLF behind it, without the empty line that ends a section.
     *
     * @param to has room for {@link #length} bytes
     * @param at where to begin
     * @return where it ends
     */
    public int write(byte[] to, int at) {
        if (dropped == 0 && !irregular) {
            System.arraycopy(bytes, 0, to, at, end);
            return at + end;
        }
        int written = at;
        int line = 0;
        while (line < count) {
            int flags = flags(line) & (DROPPED | IRREGULAR);
            if (flags == IRREGULAR) {
                written = writeInForm(line, to, written);
            }
            int from = line++;
            if (flags == 0) {
                while (line < count && (flags(line) & (DROPPED | IRREGULAR)) == 0) {
                    line++;
                }
                int length = lineEnd(line - 1) - nameStart(from);
                System.arraycopy(bytes, nameStart(from), to, written, length);
                written += length;
            }
        }
        return written;
    }

    private int writeInForm(int line, byte[] to, int at) {
        int nameLength = nameEnd(line) - nameStart(line);
        int valueLength = valueEnd(line) - valueStart(line);
        System.arraycopy(bytes, nameStart(line), to, at, nameLength);
        int value = at + nameLength + 2;
        to[value - 2] = ':';
        to[value - 1] = ' ';
        System.arraycopy(bytes, valueStart(line), to, value, valueLength);
        to[value + valueLength] = '\r';
        to[value + valueLength + 1] = '\n';
        return value + valueLength + 2;
    }

    /**
     * Writes the lines that are left, as {@link #write(byte[], int)}.
     *
     * @param to has an array, and room for {@link #length} bytes; its position moves behind them
     */
    public void write(ByteBuffer to) {
        int offset = to.arrayOffset();
        to.position(write(to.array(), offset + to.position()) - offset);
    }

    // --- what readers fill in ---

    /** Makes room behind the last line; gives where it is. */
    private int room(int more) {
        ensure(end + more);
        return end;
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

    private int put(String text, int at) {
        int length = text.length();
        for (int i = 0; i < length; i++) {
            bytes[at + i] = (byte) text.charAt(i);
        }
        return at + length;
    }

    /** Takes the bytes behind the last line as a line: the name ends at a colon, the line behind CRLF. */
    void line(int nameEnd, int lineEnd) {
        line(KnownField.code(bytes, end, nameEnd), nameEnd, lineEnd);
    }

    /** As above, where the name is known to be that of a field as it is spelled. */
    void line(KnownField field, int lineEnd) {
        line(field.code, end + field.spelled().length(), lineEnd);
    }

    private void line(int code, int nameEnd, int lineEnd) {
        int from = nameEnd + 1;
        int to = lineEnd - 2;
        while (from < to && FieldOctets.isBlank(bytes[from])) {
            from++;
        }
        while (to > from && FieldOctets.isBlank(bytes[to - 1])) {
            to--;
        }
        boolean odd = from != nameEnd + 2 || bytes[nameEnd + 1] != ' ' || to != lineEnd - 2;
        int at = count * STRIDE;
        if (at == index.length) {
            index = Arrays.copyOf(index, Math.max(FIRST_LINES * STRIDE, 2 * at));
        }
        index[at + START] = end;
        index[at + NAME_END] = nameEnd;
        index[at + VALUE] = from;
        index[at + VALUE_END] = to;
        index[at + FLAGS] = odd ? code | IRREGULAR : code;
        irregular |= odd;
        present |= 1L << code;
        count++;
        end = lineEnd;
    }
}
