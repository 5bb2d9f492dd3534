package io.ethryx.server.upstream.http2;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.upstream.UpstreamCall;
import io.ethryx.server.upstream.UpstreamFailure;
import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.ethryx.server.upstream.UpstreamListener;
import io.ethryx.server.upstream.UpstreamRequest;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Stream;
import java.nio.ByteBuffer;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request and its answer over HTTP/2: the stream that it has, whether it gets another one (decision S24), and its end.
 * Failures are told by a task of the IO thread, so that no method of a call ever calls its listener. Confined to the thread.
 */
final class Http2Call implements UpstreamCall {

    private static final Logger LOG = LoggerFactory.getLogger(Http2Call.class);

    /** Connections that say goodbye before they have processed a call may be followed by so many others. */
    private static final int MOST_MOVES = 4;

    final Http2Pool pool;
    final UpstreamListener listener;
    final Http2RequestSide request;
    final Http2AnswerSide answer;

    /** Only a connection with this number or a later one may serve the call. */
    int firstLink;

    private final boolean repeatable;
    private @Nullable Http2Link link;
    private @Nullable Http2Stream stream;
    private @Nullable UpstreamFailure failure;
    private @Nullable String fault;
    private long resetCode = -1;
    private boolean onFreshLink;
    private boolean queued;
    private int retries;
    private boolean over;

    Http2Call(Http2Pool pool, UpstreamRequest asked, UpstreamListener listener) {
        this.pool = pool;
        this.listener = listener;
        repeatable = asked.repeatable();
        request = new Http2RequestSide(this, asked);
        answer = new Http2AnswerSide(this, asked);
    }

    void begin() {
        UpstreamFailure wrong = request.fault();
        if (wrong != null) {
            fail(wrong);
        }
    }

    boolean isLive() {
        return !over && failure == null;
    }

    /** Runs something on the IO thread after what runs now. */
    void later(Runnable work) {
        try {
            pool.thread.execute(() -> guard(work));
        } catch (RejectedExecutionException e) {
            // The worker ends, and with it everyone who waits for this call.
        }
    }

    /** A fault of our own ends the call rather than its connection. */
    void guard(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            LOG.error("A call to an upstream failed by a fault of its own", e);
            fail(Kind.CLOSED, "an internal error");
        }
    }

    // The stream

    /** Asks for a stream where there is none. */
    void submit() {
        if (!queued) {
            queued = true;
            pool.submit(this);
        }
    }

    /** A connection has room for the call. */
    void open(Http2Link given) {
        queued = false;
        link = given;
        onFreshLink = given.isFresh();
        resetCode = -1;
        fault = null;
        stream = given.open(this, request.head(), request.endsWithHead());
        request.opened();
    }

    @Nullable
    Http2Link link() {
        return link;
    }

    @Nullable
    Http2Stream stream() {
        return stream;
    }

    /** Whether nothing of the request remains to be sent. */
    boolean requestSent() {
        Http2Stream open = stream;
        return open == null
                || open.state() == Http2Stream.State.HALF_CLOSED_LOCAL
                || open.state() == Http2Stream.State.CLOSED;
    }

    void resetRead(long code) {
        resetCode = code;
    }

    /** The codec found something wrong with the stream. */
    void faulty(String what) {
        if (fault == null) {
            fault = what;
        }
    }

    /** The stream has ended, however it did; unseen where the peer says that it never processed it. */
    void closed(Http2Stream closing, boolean unseen) {
        Http2Link at = link;
        if (closing != stream || at == null) {
            return;
        }
        stream = null;
        if (!isLive()) {
            return;
        }
        if (answer.hasEnded()) {
            answer.streamClosed();
            request.streamClosed(resetCode >= 0);
        } else {
            broken(at, unseen || resetCode == Http2Error.REFUSED_STREAM.code());
        }
    }

    private void broken(Http2Link at, boolean unprocessed) {
        if (resetCode == Http2Error.HTTP_1_1_REQUIRED.code()) {
            pool.http11Required();
            fail(Kind.CLOSED, "it asks for HTTP/1.1");
        } else if (unprocessed) {
            int most = at.serves() ? 1 : MOST_MOVES;
            retryOr(retries < most, 0, new UpstreamFailure(Kind.CLOSED, "it refused the request"));
        } else if (resetCode >= 0) {
            fail(brokenOff("it reset the stream with " + name(resetCode)));
        } else if (fault != null) {
            fail(Kind.MALFORMED, fault);
        } else {
            retryOr(
                    repeatable && !onFreshLink && retries == 0,
                    pool.nextLink(),
                    brokenOff(at.vitals().end()));
        }
    }

    private static String name(long code) {
        Http2Error error = Http2Error.valueOf(code);
        return error == null ? "code " + code : error.name();
    }

    private UpstreamFailure brokenOff(String cause) {
        return new UpstreamFailure(answer.hasHead() ? Kind.TRUNCATED : Kind.CLOSED, cause);
    }

    /** Goes once more where it may, on a connection with this number or a later one. */
    private void retryOr(boolean may, int from, UpstreamFailure otherwise) {
        if (may && !answer.hasBegun() && request.rewind()) {
            retries++;
            queued = true;
            firstLink = from;
            later(() -> {
                if (isLive() && queued) {
                    pool.submit(this);
                }
            });
        } else {
            fail(otherwise);
        }
    }

    // The end

    void fail(Kind kind, @Nullable String cause) {
        fail(new UpstreamFailure(kind, String.valueOf(cause)));
    }

    void fail(UpstreamFailure why) {
        if (isLive()) {
            failure = why;
            drop(Http2Error.CANCEL);
            later(this::tellFailure);
        }
    }

    /** The peer has sent what is no answer. */
    void malformed(@Nullable String why) {
        if (isLive()) {
            failure = new UpstreamFailure(Kind.MALFORMED, String.valueOf(why));
            drop(Http2Error.PROTOCOL_ERROR);
            later(this::tellFailure);
        }
    }

    private void tellFailure() {
        UpstreamFailure told = failure;
        if (!over && told != null) {
            over = true;
            listener.onFailure(told);
        }
    }

    private void drop(Http2Error code) {
        if (queued) {
            queued = false;
            pool.forget(this);
        }
        Http2Link at = link;
        Http2Stream open = stream;
        boolean whole = answer.hasEnded() && requestSent();
        stream = null;
        request.release();
        answer.release();
        if (at != null && open != null && !whole) {
            at.reset(open, code);
        }
    }

    @Override
    public void cancel() {
        if (!over) {
            over = true;
            if (failure == null) {
                drop(Http2Error.CANCEL);
            }
        }
    }

    // What the caller sees

    @Override
    public int write(ByteBuffer body) {
        return isLive() ? request.write(body) : 0;
    }

    @Override
    public void wantWrite(boolean wanted) {
        request.want(wanted);
    }

    @Override
    public void flushHead() {
        if (isLive()) {
            request.flush();
        }
    }

    @Override
    public void endRequest(@Nullable FieldBlock trailers) {
        if (isLive()) {
            request.end(trailers);
        }
    }

    @Override
    public int read(ByteBuffer into) {
        return isLive() ? answer.read(into) : -1;
    }

    @Override
    public long expected() {
        return answer.expected();
    }

    @Override
    public void wantRead(boolean wanted) {
        if (isLive()) {
            answer.want(wanted);
        }
    }

    @Override
    public boolean answerComplete() {
        return answer.isDone();
    }

    @Override
    public @Nullable FieldBlock trailers() {
        return answer.trailers();
    }
}
