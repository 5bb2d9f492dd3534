package io.ethryx.server.listener.http2;

import io.ethryx.server.fields.ExactMethod;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.http2.AnswerHead;
import io.ethryx.server.listener.AnswerSoFar;
import io.ethryx.server.timer.Timeout;
import io.undertow.util.Methods;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;

/** The answer to a request over HTTP/2, put into frames as far as the client's windows and its reading allow. */
final class Http2Answer extends AnswerSoFar {

    private static final int MOST_FRAME_BYTES = 16_384;
    private static final int NO_CONTENT = 204;
    private static final int RESET_CONTENT = 205;
    private static final int NOT_MODIFIED = 304;

    private final Http2Exchange exchange;
    private final Http2Streams streams;
    private final Timeout stall;
    private @Nullable FieldBlock trailers;
    private int window;
    private long announced = UNKNOWN_LENGTH;
    private boolean bodiless;
    private boolean endSent;
    private boolean finished;
    private boolean wanted;
    private boolean waiting;

    Http2Answer(Http2Exchange exchange, Http2Streams streams) {
        this.exchange = exchange;
        this.streams = streams;
        this.window = streams.windows().firstStreamWindow();
        this.stall = new Timeout(exchange::stalled);
    }

    // --- what the client's frames do ---

    /** The client's first window changed; false if this one became impossible by that. */
    boolean windowMoves(int by) {
        long moved = (long) window + by;
        window = (int) Math.min(moved, Integer.MAX_VALUE);
        return moved <= Integer.MAX_VALUE;
    }

    /** WINDOW_UPDATE; false if the window became impossible. */
    boolean windowOpens(int increment) {
        return windowMoves(increment);
    }

    /** There is room on the connection: goes on if there is on the stream. */
    void resume() {
        waiting = false;
        if (!wanted || exchange.isClosed()) {
            return;
        }
        Runnable action = writer();
        if (window > 0 && action != null) {
            action.run();
        }
        enqueue();
    }

    private void enqueue() {
        if (wanted && !waiting && !exchange.isClosed()) {
            waiting = true;
            streams.windows().enqueue(this);
        }
    }

    void release() {
        stall.clear();
        wanted = false;
    }

    boolean hasFinished() {
        return finished;
    }

    // --- what handlers do ---

    @Override
    public void sendInformational(int informational, FieldBlock fields) {
        if (status() == 0 && !exchange.isClosed()) {
            streams.out().headers(exchange.id(), AnswerHead.of(informational, fields), false);
            streams.connection().turn().want();
        }
    }

    @Override
    public void closeAfter() {
        // The connection outlives its streams.
    }

    @Override
    public void begin(int answerStatus, FieldBlock fields, long contentLength) {
        begun(answerStatus);
        bodiless = contentLength == NO_BODY
                || answerStatus == NO_CONTENT
                || answerStatus == RESET_CONTENT
                || answerStatus == NOT_MODIFIED
                || ExactMethod.is(exchange.method(), Methods.HEAD);
        announced = bodiless ? UNKNOWN_LENGTH : contentLength;
        if (exchange.isClosed()) {
            return;
        }
        endSent = bodiless;
        String date = fields.has(KnownField.DATE)
                ? null
                : streams.connection().roster().date().text();
        AnswerHead head = new AnswerHead(answerStatus, fields, lengthToTell(contentLength), date);
        streams.out().headers(exchange.id(), head, bodiless);
    }

    private long lengthToTell(long contentLength) {
        if (contentLength == NO_BODY) {
            return AnswerHead.LENGTH_OF_FIELDS;
        } else if (status() == RESET_CONTENT) {
            return 0;
        }
        return contentLength == UNKNOWN_LENGTH || status() == NO_CONTENT ? AnswerHead.NO_LENGTH : contentLength;
    }

    @Override
    protected int write(ByteBuffer bytes, boolean last) throws IOException {
        if (exchange.isClosed() || status() == 0) {
            throw new ClosedChannelException();
        }
        int offered = bytes.remaining();
        if (bodiless) {
            bytes.position(bytes.limit());
            return offered;
        } else if (announced >= 0 && bodyBytes() + offered > announced) {
            throw new IOException("the body is longer than its announced length");
        }
        int room = room(offered);
        while (room > 0) {
            send(bytes, room, last);
            room = room(bytes.remaining());
        }
        int taken = offered - bytes.remaining();
        if (taken > 0) {
            stall.clear();
        }
        if (bytes.hasRemaining()) {
            watchTheClient();
        }
        return taken;
    }

    private int room(int bytes) {
        return Math.min(
                Math.min(bytes, MOST_FRAME_BYTES),
                Math.min(window, streams.windows().room()));
    }

    private void send(ByteBuffer bytes, int length, boolean last) {
        boolean ends = last && length == bytes.remaining() && trailers == null;
        streams.out().data(exchange.id(), bytes, length, ends);
        streams.dataSent();
        streams.windows().sent(length);
        window -= length;
        took(length);
        endSent = ends;
    }

    /** It is a window that is shut: the client must open it in time. A tunnel may stand still. */
    private void watchTheClient() {
        boolean shut = window <= 0 || streams.windows().isShut();
        if (shut && !stall.isSet() && !exchange.isTunnel()) {
            streams.connection()
                    .roster()
                    .wheel()
                    .set(stall, streams.settings().limits().http2BodyIdleTimeout());
        }
    }

    @Override
    public void trailers(FieldBlock fields) {
        trailers = fields;
    }

    @Override
    public void end() throws IOException {
        if (finished) {
            return;
        } else if (exchange.isClosed() || status() == 0) {
            throw new ClosedChannelException();
        } else if (announced >= 0 && bodyBytes() < announced) {
            throw new IOException("the body is shorter than its announced length");
        }
        finished = true;
        if (endSent) {
            return;
        }
        endSent = true;
        FieldBlock behind = trailers;
        if (behind == null) {
            streams.out().data(exchange.id(), ByteBuffer.allocate(0), 0, true);
        } else {
            streams.out().headers(exchange.id(), AnswerHead.of(0, behind), true);
        }
    }

    /** What is queued counts as handed over: it is written at the end of this turn, and is bounded. */
    @Override
    public boolean flush() throws IOException {
        streams.connection().turn().want();
        if (finished) {
            exchange.answered();
        } else if (exchange.isClosed()) {
            throw new ClosedChannelException();
        }
        return true;
    }

    @Override
    public void want(boolean wanted) {
        this.wanted = wanted && !exchange.isClosed();
        if (this.wanted) {
            enqueue();
            if (window > 0 && streams.windows().room() > 0) {
                streams.connection().turn().want();
            }
        }
    }
}
