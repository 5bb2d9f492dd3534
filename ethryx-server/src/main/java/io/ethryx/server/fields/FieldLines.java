package io.ethryx.server.fields;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The field lines of one head or trailer section (RFC 9110 section 5, RFC 9112 section 5) as they are looked at and written;
 * {@link FieldBlock} is what fills and changes them. Order, letter case and repeated lines are as they came. A line is
 * addressed by its number, from zero in the order of the message; one that was dropped keeps its number, and is neither found
 * nor written.
 *
 * <p>Nothing here makes an object but the texts of {@link #name} and {@link #value(int)}. Confined to one thread; what nobody
 * changes any more may be read by all.
 */
public abstract sealed class FieldLines permits FieldBlock {

    static final byte[] NO_BYTES = {};

    /** The lines one behind another; a reader may have put bytes behind the last. */
    byte[] bytes = NO_BYTES;

    final LineIndex index = new LineIndex();

    FieldLines() {}

    /**
     * How many lines there are, dropped ones included: the numbers of lines are less than this.
     *
     * @return zero or more
     */
    public final int size() {
        return index.count();
    }

    /**
     * Whether no line is left.
     *
     * @return true if there is none, or all were dropped
     */
    public final boolean isEmpty() {
        return index.areAllDropped();
    }

    // --- finding ---

    /**
     * Whether a known field has a line.
     *
     * @param field which
     * @return true if it has
     */
    public final boolean has(KnownField field) {
        return find(field) >= 0;
    }

    /**
     * Whether one of some known fields has a line; costs one comparison where none was ever there.
     *
     * @param fields which
     * @return true if one has
     */
    public final boolean hasAny(FieldSet fields) {
        return index.hasAny(fields.bits);
    }

    /**
     * The first line of a known field.
     *
     * @param field which
     * @return its number, -1 if there is none
     */
    public final int find(KnownField field) {
        return index.find(field, 0);
    }

    /**
     * The first line of a known field from some line on.
     *
     * @param field which
     * @param from the first number to look at, zero or more
     * @return its number, -1 if there is none
     */
    public final int find(KnownField field, int from) {
        return index.find(field, from);
    }

    /**
     * The first line of any name from some line on.
     *
     * @param lowerCase the name, in lower case
     * @param from the first number to look at, zero or more
     * @return its number, -1 if there is none
     */
    public final int find(String lowerCase, int from) {
        for (int line = from; line < size(); line++) {
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
    public final int count(KnownField field) {
        int lines = 0;
        for (int line = find(field); line >= 0; line = find(field, line + 1)) {
            lines++;
        }
        return lines;
    }

    /**
     * Whether one of a known field's lines, read as lists, holds an element, whatever the case of its letters.
     *
     * @param field which
     * @param lowerCase the element, in lower case
     * @return true if it does
     */
    public final boolean hasElement(KnownField field, String lowerCase) {
        for (int line = find(field); line >= 0; line = find(field, line + 1)) {
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
     * The value of a known field's first line. Makes a text.
     *
     * @param field which
     * @return as {@link #value(int)}, or null if it has no line
     */
    public final @Nullable String value(KnownField field) {
        int line = find(field);
        return line < 0 ? null : value(line);
    }

    // --- one line ---

    /**
     * Which known field a line is.
     *
     * @param line its number
     * @return the field, or null for any other
     */
    public final @Nullable KnownField known(int line) {
        return KnownField.ofCode(index.code(line));
    }

    /**
     * Whether a line was dropped.
     *
     * @param line its number
     * @return true if it was
     */
    public final boolean isDropped(int line) {
        return index.isDropped(line);
    }

    /**
     * The name of a line, as it is spelled. Makes a text.
     *
     * @param line its number
     * @return the name
     */
    public final String name(int line) {
        int from = nameStart(line);
        return new String(bytes, from, nameEnd(line) - from, StandardCharsets.ISO_8859_1);
    }

    /**
     * The value of a line without blanks around it, each byte one char. Makes a text.
     *
     * @param line its number
     * @return the value, perhaps empty
     */
    public final String value(int line) {
        int from = valueStart(line);
        return new String(bytes, from, valueEnd(line) - from, StandardCharsets.ISO_8859_1);
    }

    /**
     * Whether a line's value is a text, whatever the case of its letters.
     *
     * @param line its number
     * @param lowerCase the text, in lower case
     * @return true if the whole value is it
     */
    public final boolean valueIs(int line, String lowerCase) {
        return FieldOctets.spell(bytes, valueStart(line), valueEnd(line), lowerCase);
    }

    /**
     * Whether two lines have the same name, whatever the case of its letters.
     *
     * @param line the number of one
     * @param other the number of the other
     * @return true if they have
     */
    public final boolean haveSameName(int line, int other) {
        return isNamed(line, bytes, nameStart(other), nameEnd(other));
    }

    /** Whether a line's name is some octets, whatever the case of its letters. */
    final boolean isNamed(int line, byte[] name, int from, int to) {
        int start = nameStart(line);
        return nameEnd(line) - start == to - from && FieldOctets.areAlike(bytes, start, name, from, to - from);
    }

    // --- the octets ---

    /**
     * Where the bytes of all lines are. Not to be changed; another array as soon as a line is added.
     *
     * @return the array that the positions of lines mean
     */
    public final byte[] bytes() {
        return bytes;
    }

    /**
     * Where a line's name begins, and the line with it.
     *
     * @param line its number
     * @return a position in {@link #bytes}
     */
    public final int nameStart(int line) {
        return index.nameStart(line);
    }

    /**
     * Where a line's name ends.
     *
     * @param line its number
     * @return the position of the colon in {@link #bytes}
     */
    public final int nameEnd(int line) {
        return index.nameEnd(line);
    }

    /**
     * Where a line's value begins.
     *
     * @param line its number
     * @return a position in {@link #bytes}
     */
    public final int valueStart(int line) {
        return index.valueStart(line);
    }

    /**
     * Where a line's value ends, blanks behind it left out.
     *
     * @param line its number
     * @return a position in {@link #bytes}, not before the start
     */
    public final int valueEnd(int line) {
        return index.valueEnd(line);
    }

    // --- writing ---

    /**
     * How many bytes {@link #write} writes.
     *
     * @return zero or more
     */
    public final int length() {
        return WrittenForm.length(index);
    }

    /**
     * Writes the lines that are left, each with CRLF behind it, without the empty line that ends a section.
     *
     * @param to has room for {@link #length} bytes
     * @param at where to begin
     * @return where it ends
     */
    public final int write(byte[] to, int at) {
        return WrittenForm.write(bytes, index, to, at);
    }

    /**
     * Writes the lines that are left, as {@link #write(byte[], int)}.
     *
     * @param to has an array, and room for {@link #length} bytes; its position moves behind them
     */
    public final void write(ByteBuffer to) {
        int offset = to.arrayOffset();
        to.position(write(to.array(), offset + to.position()) - offset);
    }
}
