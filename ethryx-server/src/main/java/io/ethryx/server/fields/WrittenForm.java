package io.ethryx.server.fields;

/**
 * How the lines that are left are written: each as {@code name: value} and CRLF (RFC 9112 section 5), runs of lines that came
 * in that form in one copy. Stateless; allocates nothing.
 */
final class WrittenForm {

    /** A colon, a blank and CRLF. */
    private static final int AROUND = 4;

    private WrittenForm() {}

    /** How many bytes {@link #write} writes. */
    static int length(LineIndex index) {
        if (index.areAllInForm()) {
            return index.end();
        }
        int length = 0;
        int line = 0;
        while (line < index.count()) {
            int run = index.endOfRun(line);
            if (run > line) {
                length += index.lineEnd(run - 1) - index.nameStart(line);
                line = run;
            }
            if (line < index.count() && !index.isDropped(line)) {
                length += index.nameEnd(line) - index.nameStart(line);
                length += index.valueEnd(line) - index.valueStart(line) + AROUND;
            }
            line++;
        }
        return length;
    }

    /** Writes the lines that stand among some octets; gives where they end. */
    static int write(byte[] octets, LineIndex index, byte[] to, int at) {
        if (index.areAllInForm()) {
            System.arraycopy(octets, 0, to, at, index.end());
            return at + index.end();
        }
        int written = at;
        int line = 0;
        while (line < index.count()) {
            int run = index.endOfRun(line);
            if (run > line) {
                int start = index.nameStart(line);
                int length = index.lineEnd(run - 1) - start;
                System.arraycopy(octets, start, to, written, length);
                written += length;
                line = run;
            }
            if (line < index.count() && !index.isDropped(line)) {
                written = writeInForm(octets, index, line, to, written);
            }
            line++;
        }
        return written;
    }

    private static int writeInForm(byte[] octets, LineIndex index, int line, byte[] to, int at) {
        int nameStart = index.nameStart(line);
        int nameLength = index.nameEnd(line) - nameStart;
        int valueStart = index.valueStart(line);
        int valueLength = index.valueEnd(line) - valueStart;
        int value = at + nameLength + 2;
        int end = value + valueLength;
        System.arraycopy(octets, nameStart, to, at, nameLength);
        to[value - 2] = ':';
        to[value - 1] = ' ';
        System.arraycopy(octets, valueStart, to, value, valueLength);
        to[end] = '\r';
        to[end + 1] = '\n';
        return end + 2;
    }
}
