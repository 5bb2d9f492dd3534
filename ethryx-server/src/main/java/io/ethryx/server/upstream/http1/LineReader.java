package io.ethryx.server.upstream.http1;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Gathers lines that end in CRLF from reads that may be split anywhere. A line that ends in a bare LF, and more bytes than
 * the budget, are faults. What stands inside a line is for the reader of the line to judge.
 */
final class LineReader {

    private static final int KEPT = 1_024;

    byte[] line = new byte[KEPT];
    int length;

    private int budget;
    private boolean whole;
    private boolean faulty;

    /** Begins a section of at most this many bytes. */
    void begin(int maxBytes) {
        budget = maxBytes;
        length = 0;
        whole = false;
        faulty = false;
        if (line.length > KEPT) {
            line = new byte[KEPT];
        }
    }

    /**
     * Takes bytes up to the end of a line.
     *
     * @return true if {@link #line} holds a whole line of {@link #length} bytes, CRLF not counted; false if more bytes are
     *     needed or the line is {@link #isFaulty}
     */
    boolean next(ByteBuffer in) {
        if (whole) {
            length = 0;
            whole = false;
        }
        int from = in.position();
        int to = in.limit();
        int at = from;
        if (in.hasArray()) {
            at = lineFeed(in.array(), in.arrayOffset() + from, in.arrayOffset() + to) - in.arrayOffset();
        } else {
            while (at < to && in.get(at) != '\n') {
                at++;
            }
        }
        boolean ended = at < to;
        int taken = (ended ? at + 1 : at) - from;
        budget -= taken;
        if (budget < 0) {
            faulty = true;
            return false;
        }
        if (length + taken > line.length) {
            line = Arrays.copyOf(line, Math.max(length + taken, line.length * 2));
        }
        in.get(line, length, taken);
        length += taken;
        if (!ended) {
            return false;
        }
        if (length < 2 || line[length - 2] != '\r') {
            faulty = true;
            return false;
        }
        length -= 2;
        whole = true;
        return true;
    }

    private static int lineFeed(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] != '\n') {
            at++;
        }
        return at;
    }

    boolean isFaulty() {
        return faulty;
    }

    /** How many bytes the section may still have. */
    int left() {
        return budget;
    }

    boolean isOverBudget() {
        return budget < 0;
    }
}
