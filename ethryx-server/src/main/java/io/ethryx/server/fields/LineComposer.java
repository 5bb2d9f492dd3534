package io.ethryx.server.fields;

/**
 * Writes lines behind those of a block, their values part by part: for values that are put together on the request path,
 * where no text is to be made of them. One line at a time is begun and ended, and nothing else changes the block in between.
 * Confined to one thread; allocates nothing where the block has room.
 */
public final class LineComposer {

    private static final byte[] COLON = {':', ' '};
    private static final byte[] END = {'\r', '\n'};

    private final FieldBlock block;
    private KnownField field = KnownField.HOST;
    private int at;

    /**
     * Writes nothing yet.
     *
     * @param block gets the lines
     */
    public LineComposer(FieldBlock block) {
        this.block = block;
    }

    /**
     * Begins a line without a value.
     *
     * @param field whose line it is
     * @return this
     */
    public LineComposer begin(KnownField field) {
        this.field = field;
        block.ensure(block.end() + field.spelled().length() + 2);
        at = field.spell(block.bytes, block.end());
        return octets(COLON);
    }

    /**
     * Adds octets to the value.
     *
     * @param given constant ones, known to be legal in a value
     * @return this
     */
    public LineComposer octets(byte[] given) {
        block.ensure(at + given.length);
        System.arraycopy(given, 0, block.bytes, at, given.length);
        at += given.length;
        return this;
    }

    /**
     * Adds a text to the value.
     *
     * @param text each char one byte
     * @return this
     * @throws IllegalArgumentException if the text would become another line or holds a char over 0xFF; the line is not there
     *     then
     */
    public LineComposer text(String text) {
        if (!FieldOctets.isValue(text)) {
            throw new IllegalArgumentException("not the value of a field");
        }
        block.ensure(at + text.length());
        at = FieldOctets.put(text, block.bytes, at);
        return this;
    }

    /**
     * Adds the value of another line, which has been judged already.
     *
     * @param line a line of the same block, dropped or not
     * @return this
     */
    public LineComposer valueOf(int line) {
        int from = block.valueStart(line);
        int length = block.valueEnd(line) - from;
        block.ensure(at + length);
        System.arraycopy(block.bytes, from, block.bytes, at, length);
        at += length;
        return this;
    }

    /** Ends the line: now the block has it. */
    public void end() {
        octets(END);
        block.line(field, at);
    }
}
