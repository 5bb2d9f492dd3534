package io.ethryx.server.upstream.http1;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.FieldOctets;
import io.ethryx.server.fields.FieldReader;
import io.ethryx.server.upstream.AnswerLines;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the head of an answer (RFC 9112 §4, §5) from reads that may be split anywhere. One a connection: what it has read
 * stays until {@link #begin}.
 */
final class HeadParser {

    static final int MAX_BYTES = 64 * 1_024;

    int status;
    int minorVersion;
    final FieldBlock fields = new FieldBlock();

    /** What is wrong with the head, once something is. */
    @Nullable
    String fault;

    private final LineReader lines;
    private final FieldReader reader = new FieldReader(fields);
    private boolean statusRead;

    HeadParser(LineReader lines) {
        this.lines = lines;
    }

    void begin() {
        lines.begin(MAX_BYTES);
        statusRead = false;
        fault = null;
    }

    /**
     * Takes bytes up to the end of the head.
     *
     * @return true if the head is whole; false if more bytes are needed or there is a {@link #fault}
     */
    boolean parse(ByteBuffer in) {
        if (!statusRead && !statusLine(in)) {
            return false;
        }
        reader.read(in);
        fault = AnswerLines.fault(reader, fields);
        return fault == null && reader.isWhole();
    }

    private boolean statusLine(ByteBuffer in) {
        if (lines.next(in)) {
            statusRead = true;
            fault = readStatus(lines.line, lines.length);
            reader.begin(lines.left(), AnswerLines.MOST);
        } else if (lines.isFaulty()) {
            fault = lines.isOverBudget() ? "the head is too large" : "a line does not end in CRLF";
        }
        return statusRead && fault == null;
    }

    private @Nullable String readStatus(byte[] line, int length) {
        boolean shaped = length >= 12
                && line[0] == 'H'
                && line[1] == 'T'
                && line[2] == 'T'
                && line[3] == 'P'
                && line[4] == '/'
                && line[5] == '1'
                && line[6] == '.'
                && isDigit(line[7])
                && line[8] == ' '
                && isDigit(line[9])
                && isDigit(line[10])
                && isDigit(line[11])
                && (length == 12 || line[12] == ' ');
        if (!shaped) {
            return "the status line is malformed";
        }
        for (int i = 13; i < length; i++) {
            if (!FieldOctets.isContent(line[i])) {
                return "the status line holds a control character";
            }
        }
        minorVersion = line[7] - '0';
        status = (line[9] - '0') * 100 + (line[10] - '0') * 10 + line[11] - '0';
        return status < 100 || status > 599 ? "the status is out of range" : null;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }
}
