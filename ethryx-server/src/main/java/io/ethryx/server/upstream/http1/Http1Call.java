package io.ethryx.server.upstream.http1;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.upstream.SwitchedConnection;
import io.ethryx.server.upstream.UpstreamCall;
import io.ethryx.server.upstream.UpstreamFailure;
import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.ethryx.server.upstream.UpstreamListener;
import io.ethryx.server.upstream.UpstreamRequest;
import java.nio.ByteBuffer;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request and its answer over HTTP/1.1: the connection that it has, whether it gets another one, and its end. Failures
 * are told by a task of the IO thread, so that no method of a call ever calls its listener.
 */
final class Http1Call implements UpstreamCall {

    private static final Logger LOG = LoggerFactory.getLogger(Http1Call.class);

    final ConnectionPool pool;
    final UpstreamListener listener;
    final RequestSide request;
    final AnswerSide answer;

    /** The connection that serves the call: none while it waits, and none once it has ended. */
    @Nullable
    Http1Connection connection;

    @Nullable
    private UpstreamFailure failure;

    /** When it began to wait for a connection. */
    long waitsSince;

    /** Which one it was of those that had to wait, counted by its pool. */
    long turn;

    private boolean over;
    private final UpstreamRequest.Connections connections;
    private boolean retried;

    Http1Call(ConnectionPool pool, UpstreamRequest asked, UpstreamListener listener) {
        this.pool = pool;
        this.listener = listener;
        request = new RequestSide(this, asked);
        answer = new AnswerSide(this, asked);
        connections = asked.connections();
    }

    void begin() {
        String fault = request.compose();
        if (fault == null) {
            pool.acquire(this);
        } else {
            fail(Kind.BAD_REQUEST, fault);
        }
    }

    boolean needsFresh() {
        return retried || connections == UpstreamRequest.Connections.FRESH;
    }

    boolean isLive() {
        return !over && failure == null;
    }

    void assigned(Http1Connection given) {
        connection = given;
    }

    /** A connection came for a call that waited. */
    void connected(Http1Connection given) {
        assigned(given);
        later(request::begin);
    }

    void connectFailed(UpstreamFailure why) {
        fail(why.kind(), why.cause());
    }

    void readReady() {
        answer.readReady();
    }

    void writeReady() {
        request.writeReady();
    }

    /** Runs something on the IO thread after what runs now. A fault of its own ends the connection. Whether it will run. */
    boolean later(Runnable work) {
        try {
            pool.thread.execute(() -> guarded(work));
            return true;
        } catch (RejectedExecutionException e) {
            // The worker ends, and with it everyone who waits for this call.
            return false;
        }
    }

    private void guarded(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            LOG.error("A call to an upstream failed by a fault of its own", e);
            fail(Kind.CLOSED, "an internal error");
        }
    }

    /** The connection ended before the first byte of the head, or within the head. */
    void lost(String seen) {
        Http1Connection current = connection;
        String cause = current == null ? seen : current.whyLost(seen);
        boolean unsent = request.isUnsent();
        boolean again = unsent || (request.isRepeatable() && !retried);
        boolean perhapsStale = current != null && current.reused && !answer.hasBegun();
        if (perhapsStale && again) {
            retry();
        } else if (perhapsStale && connections == UpstreamRequest.Connections.ANY_TOLD_IF_STALE) {
            fail(Kind.STALE, cause);
        } else {
            fail(unsent ? Kind.CONNECT : Kind.CLOSED, cause);
        }
    }

    /** Bytes came although nothing was sent: a pooled connection is past use, a fresh one speaks another protocol. */
    void unsolicited(Http1Connection current) {
        if (current.reused) {
            retry();
        } else {
            fail(Kind.MALFORMED, "an answer came before the request");
        }
    }

    /** Goes once more, on a connection that nobody has used yet. */
    private void retry() {
        retried = true;
        dropConnection();
        String fault = request.again();
        if (fault == null) {
            pool.acquire(this);
        } else {
            fail(Kind.BAD_REQUEST, fault);
        }
    }

    /** Gives the connection back once both sides have ended. */
    void sideEnded() {
        Http1Connection current = connection;
        if (current != null && request.isDone() && answer.isDone()) {
            connection = null;
            pool.release(current, answer.isReusable() && !request.isBroken());
        }
    }

    /** The connection was closed under the call. What was being read or written just then meets the same end, and tells it better. */
    void connectionGone() {
        Http1Connection gone = connection;
        boolean willRun = later(() -> {
            if (gone != null && connection == gone) {
                lostUnder();
            }
        });
        if (!willRun) {
            lostUnder();
        }
    }

    private void lostUnder() {
        if (answer.isDone()) {
            drop();
        } else if (answer.hasHead()) {
            fail(Kind.TRUNCATED, "closed inside the answer");
        } else {
            lost("closed before the answer");
        }
    }

    void fail(Kind kind, String cause) {
        if (isLive()) {
            failure = new UpstreamFailure(kind, cause);
            drop();
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

    private void drop() {
        dropConnection();
        request.release();
    }

    private void dropConnection() {
        Http1Connection current = connection;
        connection = null;
        if (current != null) {
            pool.discard(current);
        }
    }

    // What the caller sees

    @Override
    public int write(ByteBuffer body) {
        return isLive() ? request.write(body) : 0;
    }

    @Override
    public void wantWrite(boolean wanted) {
        if (isLive()) {
            request.want(wanted);
        }
    }

    @Override
    public void flushHead() {
        if (isLive()) {
            request.flushHead();
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
        return over ? -1 : answer.read(into);
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

    @Override
    public SwitchedConnection takeOver() {
        Http1Connection current = connection;
        if (current == null || over || !answer.isSwitched()) {
            throw new IllegalStateException("no switch of protocols was agreed on");
        }
        over = true;
        connection = null;
        return pool.letGo(current);
    }

    @Override
    public void cancel() {
        if (!over) {
            over = true;
            if (connection == null && failure == null && !answer.isDone()) {
                pool.forget(this);
            }
            drop();
        }
    }
}
