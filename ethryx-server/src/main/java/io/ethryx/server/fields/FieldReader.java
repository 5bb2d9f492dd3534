package io.ethryx.server.fields;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads field lines strictly, up to and with the empty line that ends them, into a block (RFC 9112 section 5): names are
 * tokens with the colon right behind, values hold no control character but tab, lines end in CRLF, nothing is folded. The
 * bytes may come in pieces, split anywhere; each is looked at once. One a connection, used again for each section; confined
 * to one thread. Makes no objects.
 */
public final class FieldReader {

    /** What is wrong with a section. */
    public enum Fault {
        /** A name is no token, or no colon follows it. */
        NAME("a field name is malformed"),
        /** A value holds a control character. */
        VALUE("a field value holds a control character"),
        /** A line ends in LF alone. */
        LINE_END("a line does not end in CRLF"),
        /** More bytes than the limit. */
        TOO_LARGE("the head is too large"),
        /** More lines than the limit. */
        TOO_MANY("too many fields");

        private final String sentence;

        Fault(String sentence) {
            this.sentence = sentence;
        }

        /**
         * The fault in words.
         *
         * @return a part of a sentence
         */
        public String sentence() {
            return sentence;
        }
    }

    /** What is copied at once: a head and little of the body behind it. */
    private static final int PIECE = 1_024;

    private final FieldBlock block;
    private int maxBytes;
    private int maxLines;
    private boolean whole;
    private @Nullable Fault fault;

    /** How far bytes have been put into the block, and how far they have been looked at. */
    private int filled;

    private int at;

    /** Where the name of the line under way ends, 0 while it has not. */
    private int colon;

    /**
     * A reader that fills a block.
     *
     * @param block cleared when a section begins
     */
    public FieldReader(FieldBlock block) {
        this.block = block;
    }

    /**
     * Begins a section; clears the block.
     *
     * @param mostBytes how many bytes it may have, the empty line included
     * @param mostLines how many lines it may have
     */
    public void begin(int mostBytes, int mostLines) {
        block.clear();
        maxBytes = mostBytes;
        maxLines = mostLines;
        whole = false;
        fault = null;
        filled = 0;
        at = 0;
        colon = 0;
    }

    /**
     * Reads on: to the end of the section, of the bytes, or to a fault.
     *
     * @param bytes where they are
     * @param from where they begin
     * @param to where they end
     * @return where those that were taken end; behind the empty line if the section is whole
     */
    public int read(byte[] bytes, int from, int to) {
        int next = from;
        while (next < to && !isOver()) {
            int n = Math.min(to - next, PIECE);
            block.ensure(filled + n);
            System.arraycopy(bytes, next, block.bytes, filled, n);
            next += scan(n);
        }
        return next;
    }

    /**
     * Reads on, as {@link #read(byte[], int, int)}.
     *
     * @param in its position moves behind what was taken
     */
    public void read(ByteBuffer in) {
        while (in.hasRemaining() && !isOver()) {
            int n = Math.min(in.remaining(), PIECE);
            int from = in.position();
            block.ensure(filled + n);
            in.get(block.bytes, filled, n);
            in.position(from + scan(n));
        }
    }

    /**
     * Whether the section has been read to its end.
     *
     * @return true behind the empty line
     */
    public boolean isWhole() {
        return whole;
    }

    /**
     * What is wrong with the section.
     *
     * @return the first fault, or null
     */
    public @Nullable Fault fault() {
        return fault;
    }

    private boolean isOver() {
        return whole || fault != null;
    }

    /** Looks at so many bytes that were put behind the others; gives how many of them belong to the section. */
    private int scan(int added) {
        int before = filled;
        filled += added;
        while (fault == null && !whole && line()) {
            if (block.size() > maxLines) {
                fault = Fault.TOO_MANY;
            }
        }
        if (whole) {
            filled = at;
        }
        if (filled > maxBytes && fault == null) {
            fault = Fault.TOO_LARGE;
        }
        if (fault != null) {
            whole = false;
        }
        return filled - before;
    }

    /** Looks at one line, or at what there is of it; false if it goes on behind the bytes. */
    private boolean line() {
        byte[] bytes = block.bytes;
        if (colon == 0) {
            at = FieldOctets.endOfToken(bytes, at, filled);
            if (at == filled) {
                return false;
            } else if (at == block.end()) {
                return emptyLine(bytes);
            } else if (bytes[at] != ':') {
                fault = bytes[at] == '\n' ? Fault.LINE_END : Fault.NAME;
                return false;
            }
            colon = at++;
        }
        at = FieldOctets.endOfContent(bytes, at, filled);
        if (endOfLine(bytes, Fault.VALUE)) {
            block.line(colon, at);
            colon = 0;
            return true;
        }
        return false;
    }

    private boolean emptyLine(byte[] bytes) {
        if (endOfLine(bytes, Fault.NAME)) {
            whole = true;
        }
        return whole;
    }

    /** Takes CRLF; false if it is not whole yet, or something else stands here. */
    private boolean endOfLine(byte[] bytes, Fault otherwise) {
        if (at == filled) {
            return false;
        } else if (bytes[at] != '\r') {
            fault = bytes[at] == '\n' ? Fault.LINE_END : otherwise;
            return false;
        } else if (at + 1 == filled) {
            return false;
        } else if (bytes[at + 1] != '\n') {
            fault = otherwise;
            return false;
        }
        at += 2;
        return true;
    }
}
