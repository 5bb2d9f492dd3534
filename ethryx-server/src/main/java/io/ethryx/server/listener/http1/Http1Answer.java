package io.ethryx.server.listener.http1;

import static io.ethryx.server.fields.KnownField.CONTENT_LENGTH;
import static io.ethryx.server.fields.KnownField.DATE;

import io.ethryx.server.fields.ExactMethod;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.listener.AnswerSoFar;
import io.ethryx.server.listener.HttpVersion;
import io.ethryx.server.listener.connection.RawAnswers;
import io.undertow.util.Methods;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;

/** The answer to one HTTP/1.1 request: its head and the framing of its body (RFC 9112 sections 4, 6, 7 and 9). */
final class Http1Answer extends AnswerSoFar {

    private static final int SWITCHING_PROTOCOLS = 101;
    private static final int NO_CONTENT = 204;
    private static final int RESET_CONTENT = 205;
    private static final int NOT_MODIFIED = 304;
    /** Longer pieces of a body are written from where they are. */
    private static final int SMALL = 4096;

    private static final int MOST_AHEAD = 64 * 1024;
    private static final byte[] LENGTH = RawAnswers.bytes("Content-Length: ");
    private static final byte[] CHUNKED = RawAnswers.bytes("Transfer-Encoding: chunked\r\n");
    private static final byte[] CLOSE = RawAnswers.bytes("Connection: close\r\n");
    private static final byte[] KEEP_ALIVE = RawAnswers.bytes("Connection: keep-alive\r\n");
    private static final byte[] LINE_END = RawAnswers.bytes("\r\n");
    private static final byte[] LAST_CHUNK = RawAnswers.bytes("0\r\n");
    private static final int CHUNK_FRAME = 20;

    /** How the end of the body is told. */
    private enum Framing {
        NONE,
        LENGTH,
        CHUNKED,
        CLOSE
    }

    private final Http1Connection connection;
    private final Http1Exchange exchange;
    private final AnswerOutput output;
    private Framing framing = Framing.NONE;
    private @Nullable FieldBlock trailers;
    private long left;
    private boolean closeAfter;
    private boolean keepsAlive;
    private boolean blocked;
    private boolean ended;
    private boolean wanted;
    private boolean putOff;
    private boolean due;

    Http1Answer(Http1Connection connection, Http1Exchange exchange) {
        this.connection = connection;
        this.exchange = exchange;
        this.output = connection.output();
    }

    // --- the head ---

    @Override
    public void sendInformational(int informational, FieldBlock fields) {
        if (exchange.version() == HttpVersion.HTTP_1_0
                || hasBegun()
                || exchange.hasEnded()
                || output.size() > MOST_AHEAD) {
            return;
        }
        output.put(StatusLines.of(informational, exchange.version()));
        output.put(fields);
        output.put(LINE_END);
        try {
            output.drain();
        } catch (IOException e) {
            connection.abort();
        }
    }

    @Override
    public void closeAfter() {
        closeAfter = true;
    }

    @Override
    public void begin(int answerStatus, FieldBlock fields, long contentLength) {
        if (hasBegun()) {
            throw new IllegalStateException("the answer has begun");
        }
        begun(answerStatus);
        if (exchange.hasEnded()) {
            return;
        }
        boolean bodiless = isBodiless();
        framing = bodiless ? Framing.NONE : framing(contentLength);
        left = framing == Framing.LENGTH ? Math.max(0, contentLength) : 0;
        keepsAlive = framing != Framing.CLOSE && !closeAfter && connection.mayLiveOn(exchange);
        output.put(StatusLines.of(answerStatus, exchange.version()));
        if (contentLength != NO_BODY) {
            fields.drop(CONTENT_LENGTH);
        }
        output.put(fields);
        frame(toldAnyway(contentLength));
        if (status() != SWITCHING_PROTOCOLS) {
            date(fields);
            persistence();
        }
        output.put(LINE_END);
    }

    /** The length that is told where there is no body; negative for none. */
    private long toldAnyway(long contentLength) {
        if (status() == RESET_CONTENT) {
            return 0;
        }
        return framing == Framing.NONE && status() != NO_CONTENT ? contentLength : -1;
    }

    private boolean isBodiless() {
        return status() == NO_CONTENT
                || status() == RESET_CONTENT
                || status() == NOT_MODIFIED
                || status() == SWITCHING_PROTOCOLS
                || ExactMethod.is(exchange.method(), Methods.HEAD);
    }

    private Framing framing(long contentLength) {
        if (contentLength != UNKNOWN_LENGTH) {
            return Framing.LENGTH;
        }
        // Chunked even when the connection closes after it: a cut answer must not look whole.
        return exchange.version() == HttpVersion.HTTP_1_0 ? Framing.CLOSE : Framing.CHUNKED;
    }

    private void frame(long toldAnyway) {
        if (framing == Framing.CHUNKED) {
            output.put(CHUNKED);
        } else if (framing == Framing.LENGTH || toldAnyway >= 0) {
            output.put(LENGTH);
            output.put(framing == Framing.LENGTH ? left : toldAnyway, 10);
            output.put(LINE_END);
        }
    }

    private void date(FieldBlock fields) {
        if (!fields.has(DATE)) {
            output.put(connection.dateLine());
        }
    }

    private void persistence() {
        if (!keepsAlive) {
            output.put(CLOSE);
        } else if (exchange.version() == HttpVersion.HTTP_1_0) {
            output.put(KEEP_ALIVE);
        }
    }

    /** Whether the connection may serve another request after it. */
    boolean keepsAlive() {
        return keepsAlive;
    }

    /** Whether it is a whole 101, all of it handed over. */
    boolean isSwitch() {
        return status() == SWITCHING_PROTOCOLS && output.isEmpty();
    }

    /** Whether no more comes to it; some of it may wait to be sent. */
    boolean isWhole() {
        return ended;
    }

    /** Whether the client has the whole of it. */
    boolean isOver() {
        return ended && output.isEmpty();
    }

    // --- the body ---

    @Override
    protected int write(ByteBuffer bytes, boolean last) throws IOException {
        if (exchange.hasEnded() || ended || !hasBegun()) {
            throw new ClosedChannelException();
        } else if (framing == Framing.NONE) {
            int length = bytes.remaining();
            bytes.position(bytes.limit());
            return length;
        } else if (blocked && !output.drain()) {
            return 0;
        }
        blocked = false;
        int taken = framing == Framing.CHUNKED ? chunk(bytes) : plain(bytes);
        took(taken);
        return taken;
    }

    private int plain(ByteBuffer bytes) throws IOException {
        int length = bytes.remaining();
        if (framing == Framing.LENGTH && length > left) {
            throw new IOException("the body is longer than its length");
        }
        int taken = length <= SMALL && output.hasRoom(length) ? gather(bytes) : through(bytes);
        left -= taken;
        return taken;
    }

    private int gather(ByteBuffer bytes) {
        int length = bytes.remaining();
        output.put(bytes);
        return length;
    }

    private int through(ByteBuffer bytes) throws IOException {
        int taken = output.writeThrough(bytes);
        blocked = bytes.hasRemaining();
        return taken;
    }

    private int chunk(ByteBuffer bytes) throws IOException {
        int length = bytes.remaining();
        if (length == 0) {
            return 0;
        } else if (left == 0 && length <= SMALL && output.hasRoom(length + CHUNK_FRAME)) {
            chunkSize(length);
            gather(bytes);
            output.put(LINE_END);
            return length;
        } else if (left == 0) {
            chunkSize(length);
            left = length;
        }
        return chunkBytes(bytes);
    }

    private void chunkSize(int length) {
        output.put(length, 16);
        output.put(LINE_END);
    }

    private int chunkBytes(ByteBuffer bytes) throws IOException {
        int limit = bytes.limit();
        bytes.limit(bytes.position() + (int) Math.min(left, bytes.remaining()));
        int taken = through(bytes);
        bytes.limit(limit);
        left -= taken;
        if (left == 0) {
            output.put(LINE_END);
        }
        return taken;
    }

    @Override
    public void trailers(FieldBlock fields) {
        trailers = fields;
    }

    @Override
    public void end() throws IOException {
        if (ended) {
            return;
        } else if (!hasBegun() || exchange.hasEnded()) {
            throw new ClosedChannelException();
        } else if (left > 0) {
            connection.abort();
            throw new IOException("the body is shorter than its length");
        }
        ended = true;
        if (framing == Framing.CHUNKED) {
            output.put(LAST_CHUNK);
            if (trailers != null) {
                output.put(trailers);
            }
            output.put(LINE_END);
        }
    }

    @Override
    public boolean flush() throws IOException {
        if (exchange.hasEnded()) {
            return true;
        } else if (waitsForOthers() || !output.drain()) {
            return false;
        }
        blocked = false;
        if (ended) {
            connection.answered();
        }
        return true;
    }

    /** What is whole and short is sent at the end of the round, with the answers to others. */
    private boolean waitsForOthers() {
        if (ended && !putOff && !blocked && !output.isEmpty()) {
            putOff = true;
            connection.putOff();
        }
        return putOff && !due;
    }

    /** The end of the round has come. */
    void sendNow() throws IOException {
        due = true;
        if (!flush()) {
            output.want(wanted);
        }
    }

    @Override
    public void want(boolean now) {
        if (!exchange.hasEnded()) {
            wanted = now;
            output.want(now && (due || !putOff));
        }
    }

    /** The client takes more. */
    void tell() {
        Runnable action = writer();
        if (wanted && action != null) {
            action.run();
        } else {
            output.want(false);
        }
    }
}
