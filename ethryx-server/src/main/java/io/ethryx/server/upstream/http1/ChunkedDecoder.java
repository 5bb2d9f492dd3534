package io.ethryx.server.upstream.http1;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.FieldOctets;
import io.ethryx.server.fields.FieldReader;
import io.ethryx.server.upstream.AnswerLines;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A chunked body (RFC 9112 §7.1). A chunk that is longer than what was read ahead goes straight from socket to caller. */
final class ChunkedDecoder implements BodyDecoder {

    static final int MAX_SIZE_LINE = 4 * 1_024;
    static final int MAX_TRAILERS = 16 * 1_024;

    private static final int STRAIGHT = 4 * 1_024;

    private enum Place {
        SIZE,
        DATA,
        DATA_END,
        TRAILERS,
        DONE,
        BROKEN
    }

    private final LineReader lines;
    private Place place = Place.SIZE;
    private long left;
    private long bytes;
    private String fault = "";

    private final FieldBlock trailers = new FieldBlock();
    private final FieldReader trailerReader = new FieldReader(trailers);

    ChunkedDecoder(LineReader lines) {
        this.lines = lines;
    }

    ChunkedDecoder begin() {
        lines.begin(MAX_SIZE_LINE);
        place = Place.SIZE;
        bytes = 0;
        trailers.clear();
        return this;
    }

    @Override
    public int read(ByteBuffer into, AnswerInput input) throws IOException {
        int taken = 0;
        while (true) {
            if (place == Place.DONE || place == Place.BROKEN) {
                return taken > 0 ? taken : (place == Place.DONE ? END : MALFORMED);
            }
            if (place == Place.DATA && !into.hasRemaining()) {
                return taken;
            }
            if (!input.hasAhead()) {
                if (taken > 0) {
                    return taken;
                }
                boolean straight = place == Place.DATA && left >= STRAIGHT;
                int n = straight ? input.take(into, left) : input.fill();
                if (n <= 0) {
                    return n < 0 ? CUT : 0;
                }
                if (straight) {
                    dataTaken(n);
                    return n;
                }
            }
            taken += step(into, input);
            input.trim();
        }
    }

    /** Goes on in the bytes that are ahead; gives the data bytes that it moved. */
    private int step(ByteBuffer into, AnswerInput input) throws IOException {
        if (place == Place.DATA) {
            int n = input.take(into, left);
            dataTaken(n);
            return n;
        }
        if (place == Place.TRAILERS) {
            readTrailers(input.ahead());
        } else if (lines.next(input.ahead())) {
            lineRead();
        } else if (lines.isFaulty()) {
            broken(
                    lines.isOverBudget()
                            ? "a line of the chunked body is too long"
                            : "a chunk line does not end in CRLF");
        }
        return 0;
    }

    private void dataTaken(int n) {
        left -= n;
        bytes += n;
        if (left == 0) {
            place = Place.DATA_END;
            lines.begin(2);
        }
    }

    private void lineRead() {
        if (place == Place.SIZE) {
            sizeRead();
        } else {
            place = Place.SIZE;
            lines.begin(MAX_SIZE_LINE);
        }
    }

    private void sizeRead() {
        long size = 0;
        int at = 0;
        while (at < lines.length && hex(lines.line[at]) >= 0) {
            if (size >>> 58 != 0) {
                broken("a chunk size is too large");
                return;
            }
            size = (size << 4) | hex(lines.line[at]);
            at++;
        }
        if (at == 0 || (at < lines.length && lines.line[at] != ';')) {
            broken("a chunk size is malformed");
            return;
        }
        for (int i = at; i < lines.length; i++) {
            if (!FieldOctets.isContent(lines.line[i])) {
                broken("a chunk extension holds a control character");
                return;
            }
        }
        left = size;
        place = size == 0 ? Place.TRAILERS : Place.DATA;
        if (size == 0) {
            trailerReader.begin(MAX_TRAILERS, AnswerLines.MOST);
        }
    }

    /** The value of a hexadecimal digit, or -1. */
    private static int hex(byte b) {
        if (b >= '0' && b <= '9') {
            return b - '0';
        }
        int lower = b | 0x20;
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }

    private void readTrailers(ByteBuffer in) {
        trailerReader.read(in);
        String wrong = AnswerLines.fault(trailerReader, trailers);
        if (wrong != null) {
            broken(trailerReader.fault() == FieldReader.Fault.TOO_LARGE ? "the trailers are too large" : wrong);
        } else if (trailerReader.isWhole()) {
            place = Place.DONE;
        }
    }

    private void broken(String why) {
        place = Place.BROKEN;
        fault = why;
    }

    @Override
    public long expected() {
        return Math.max(left, bytes);
    }

    @Override
    public boolean isDone() {
        return place == Place.DONE;
    }

    @Override
    public boolean isBroken() {
        return place == Place.BROKEN;
    }

    @Override
    public String fault() {
        return fault;
    }

    @Override
    public @Nullable FieldBlock trailers() {
        return isDone() && !trailers.isEmpty() ? trailers : null;
    }
}
