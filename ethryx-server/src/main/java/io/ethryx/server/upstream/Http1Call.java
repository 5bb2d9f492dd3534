package io.ethryx.server.upstream;

import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.undertow.util.HeaderMap;
import io.undertow.util.Methods;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer over HTTP/1.1. Failures are told by a task of the IO thread, so that no method of a call ever
 * calls its listener.
 */
final class Http1Call implements UpstreamCall {

    private final ConnectionPool pool;
    private final UpstreamListener listener;
    private final RequestOutput output = new RequestOutput();
    private final BodyEncoder encoder;
    private final boolean answersHead;

    /** Kept only as long as the request may have to be composed again. */
    @Nullable
    private UpstreamRequest request;

    private final boolean repeatable;

    @Nullable
    private Http1Connection connection;

    @Nullable
    private BodyDecoder decoder;

    @Nullable
    private HeaderMap trailers;

    @Nullable
    private UpstreamFailure failure;

    private boolean over;
    private boolean retried;
    private boolean readWanted;
    private boolean readableScheduled;
    private boolean writeWanted;
    private boolean flushing;
    private boolean ending;
    private boolean requestDone;
    private boolean writeBroken;
    private boolean answerBegun;
    private boolean answerDone;
    private boolean reusable;

    Http1Call(ConnectionPool pool, UpstreamRequest request, UpstreamListener listener) {
        this.pool = pool;
        this.request = request;
        this.listener = listener;
        long length = request.contentLength();
        encoder = length == UpstreamRequest.UNKNOWN_LENGTH
                ? new ChunkedEncoder()
                : new LengthEncoder(Math.max(0, length));
        answersHead = request.method().equals(Methods.HEAD);
        repeatable = request.repeatable();
    }

    void begin() {
        UpstreamRequest asked = request;
        if (asked == null) {
            return;
        }
        String fault = pool.composer.head(asked);
        if (fault != null) {
            fail(Kind.BAD_REQUEST, fault);
            return;
        }
        pool.composer.moveTo(output, pool.buffers);
        if (!repeatable) {
            request = null;
        }
        pool.acquire(this);
    }

    // The pool's side

    boolean needsFresh() {
        return retried;
    }

    void assigned(Http1Connection given) {
        connection = given;
        given.head.begin();
    }

    /** A connection came for a call that waited. */
    void connected(Http1Connection given) {
        assigned(given);
        pool.thread.execute(this::startWriting);
    }

    private void startWriting() {
        if (connection == null) {
            return;
        }
        if (flushing || ending) {
            flush();
        } else if (writeWanted) {
            listener.onWritable();
        }
        Http1Connection current = connection;
        if (current != null && writeWanted && !ending && !writeBroken) {
            current.wantWrites();
        }
    }

    void connectFailed(UpstreamFailure why) {
        fail(why.kind(), why.cause());
    }

    // The request

    @Override
    public int write(ByteBuffer body) {
        Http1Connection current = connection;
        if (current == null || ending || failure != null) {
            return 0;
        }
        if (writeBroken) {
            return decoder == null ? 0 : discard(body);
        }
        try {
            int taken = encoder.write(body, output, current.sink);
            if (taken == BodyEncoder.TOO_LONG) {
                fail(Kind.BAD_REQUEST, "the request body is longer than its length");
                return 0;
            }
            return taken;
        } catch (IOException e) {
            writeFailed();
            return 0;
        }
    }

    /** The upstream has answered and reads no more: what still comes has nowhere to go. */
    private static int discard(ByteBuffer body) {
        int n = body.remaining();
        body.position(body.limit());
        return n;
    }

    @Override
    public void wantWrite(boolean wanted) {
        writeWanted = wanted;
        Http1Connection current = connection;
        if (current == null || ending) {
            return;
        }
        if (!wanted) {
            current.settle();
        } else if (!writeBroken) {
            current.wantWrites();
        } else if (decoder != null) {
            pool.thread.execute(this::tellWritable);
        }
    }

    private void tellWritable() {
        if (writeWanted && !ending && isLive()) {
            listener.onWritable();
        }
    }

    private boolean isLive() {
        return !over && failure == null;
    }

    @Override
    public void flushHead() {
        flushing = true;
        if (connection != null && !ending) {
            flush();
        }
    }

    @Override
    public void endRequest(@Nullable HeaderMap fields) {
        if (ending || !isLive()) {
            return;
        }
        String fault = encoder.end(fields, output, pool.composer, pool.buffers);
        if (fault != null) {
            fail(Kind.BAD_REQUEST, fault);
            return;
        }
        ending = true;
        if (connection != null) {
            flush();
        }
    }

    private void flush() {
        Http1Connection current = connection;
        if (current == null) {
            return;
        }
        try {
            if (writeBroken) {
                output.release();
            } else if (!output.flush(current.sink)) {
                current.wantWrites();
                return;
            }
        } catch (IOException e) {
            writeFailed();
            return;
        }
        flushing = false;
        if (ending) {
            requestDone = true;
            reusable &= !writeBroken;
            current.suspendWrites();
            if (answerDone) {
                finish();
            }
        }
    }

    void writeReady() {
        Http1Connection current = connection;
        if (current == null) {
            return;
        }
        if (flushing || (ending && !requestDone)) {
            flush();
        } else if (writeWanted && !ending && !writeBroken) {
            listener.onWritable();
        } else {
            current.suspendWrites();
        }
    }

    /** The upstream takes no more; perhaps it has answered. */
    private void writeFailed() {
        writeBroken = true;
        Http1Connection current = connection;
        if (current == null) {
            return;
        }
        current.suspendWrites();
        if (decoder == null) {
            pool.thread.execute(() -> {
                if (connection == current && decoder == null && !answerBegun) {
                    readHead(current);
                    if (connection == current && !answerBegun) {
                        lost("connection reset");
                    }
                }
            });
        } else if (ending) {
            flush();
        }
    }

    // The answer

    void readReady() {
        Http1Connection current = connection;
        if (current == null) {
            return;
        }
        if (answerDone) {
            reusable = false;
            current.suspendReads();
        } else if (decoder == null) {
            readHead(current);
        } else if (readWanted) {
            listener.onReadable();
            scheduleReadable();
        } else {
            current.suspendReads();
        }
    }

    private void readHead(Http1Connection current) {
        int n;
        try {
            n = current.input.fill();
        } catch (IOException e) {
            lost("connection reset");
            return;
        }
        if (n < 0) {
            lost("closed before the answer");
        } else if (n > 0 && !output.isTouched()) {
            unsolicited(current);
        } else if (n > 0) {
            answerBegun = true;
            request = null;
            parse(current);
        }
    }

    private void unsolicited(Http1Connection current) {
        if (current.reused) {
            retry();
        } else {
            fail(Kind.MALFORMED, "an answer came before the request");
        }
    }

    private void parse(Http1Connection current) {
        HeadParser head = current.head;
        while (head.parse(current.input.ahead())) {
            current.input.trim();
            if (head.status >= 200) {
                headRead(current);
                return;
            }
            int status = head.status;
            HeaderMap headers = head.headers;
            if (status == 101) {
                fail(Kind.MALFORMED, "a switch of protocols that was not asked for");
                return;
            }
            head.begin();
            listener.onInformational(status, headers);
            if (connection != current) {
                return;
            }
        }
        current.input.trim();
        if (head.fault != null) {
            fail(Kind.MALFORMED, head.fault);
        }
    }

    private void headRead(Http1Connection current) {
        HeadParser head = current.head;
        int status = head.status;
        HeaderMap headers = head.headers;
        long length = AnswerFraming.lengthOf(head, answersHead);
        if (length == AnswerFraming.AMBIGUOUS) {
            fail(Kind.MALFORMED, "the length of the answer is ambiguous");
            return;
        }
        reusable = AnswerFraming.keepsAlive(head) && !writeBroken;
        decoder = length >= 0
                ? current.lengthBody.begin(length)
                : length == AnswerFraming.CHUNKED ? new ChunkedDecoder(current.lines) : new UntilCloseDecoder();
        if (decoder.isDone()) {
            answerEnded(current, decoder);
        }
        listener.onHead(status, headers, Math.max(-1, length));
        scheduleReadable();
        if (writeBroken && connection != null) {
            wantWrite(writeWanted);
        }
    }

    /** The connection ended before the first byte of the head, or within the head. */
    private void lost(String cause) {
        Http1Connection current = connection;
        boolean unsent = !output.isTouched();
        if (current != null && current.reused && !answerBegun && (unsent || (repeatable && !retried))) {
            retry();
        } else {
            fail(unsent ? Kind.CONNECT : Kind.CLOSED, cause);
        }
    }

    /** Goes once more, on a connection that nobody has used yet. */
    private void retry() {
        retried = true;
        dropConnection();
        writeBroken = false;
        UpstreamRequest asked = request;
        if (output.isTouched() && asked != null) {
            output.release();
            output.untouch();
            requestDone = false;
            flushing = true;
            String fault = pool.composer.head(asked);
            if (fault != null) {
                fail(Kind.BAD_REQUEST, fault);
                return;
            }
            pool.composer.moveTo(output, pool.buffers);
        }
        pool.acquire(this);
    }

    @Override
    public int read(ByteBuffer into) {
        if (over || answerDone) {
            return -1;
        }
        Http1Connection current = connection;
        BodyDecoder body = decoder;
        if (current == null || body == null) {
            return 0;
        }
        int n;
        try {
            n = body.read(into, current.input);
        } catch (IOException e) {
            fail(Kind.TRUNCATED, "connection reset inside the answer");
            return 0;
        }
        if (n == BodyDecoder.CUT) {
            fail(Kind.TRUNCATED, "closed inside the answer");
        } else if (n == BodyDecoder.MALFORMED || body.isBroken()) {
            fail(Kind.MALFORMED, body.fault());
        } else if (body.isDone()) {
            answerEnded(current, body);
            return n;
        }
        return Math.max(0, n);
    }

    private void answerEnded(Http1Connection current, BodyDecoder body) {
        answerDone = true;
        trailers = body.trailers();
        reusable &= !current.input.hasAhead() && !body.endsConnection();
        if (requestDone) {
            finish();
        }
    }

    private void finish() {
        Http1Connection current = connection;
        connection = null;
        if (current != null) {
            pool.release(current, reusable);
        }
    }

    @Override
    public void wantRead(boolean wanted) {
        readWanted = wanted;
        if (!wanted || decoder == null) {
            return;
        }
        if (answerDone) {
            readableLater();
            return;
        }
        if (connection != null) {
            connection.wantReads();
        }
        scheduleReadable();
    }

    /** Bytes that were read ahead make no event: one is made for them. */
    private void scheduleReadable() {
        Http1Connection current = connection;
        if (readWanted && current != null && !answerDone && current.input.hasAhead()) {
            readableLater();
        }
    }

    private void readableLater() {
        if (!readableScheduled) {
            readableScheduled = true;
            pool.thread.execute(this::tellReadable);
        }
    }

    private void tellReadable() {
        readableScheduled = false;
        if (readWanted && isLive()) {
            listener.onReadable();
            scheduleReadable();
        }
    }

    @Override
    public boolean answerComplete() {
        return answerDone;
    }

    @Override
    public @Nullable HeaderMap trailers() {
        return trailers;
    }

    // The end

    /** The connection was closed under the call. */
    void connectionGone() {
        if (answerDone) {
            dropConnection();
            output.release();
        } else if (decoder == null) {
            fail(Kind.CLOSED, "closed before the answer");
        } else {
            fail(Kind.TRUNCATED, "closed inside the answer");
        }
    }

    private void fail(Kind kind, String cause) {
        if (isLive()) {
            failure = new UpstreamFailure(kind, cause);
            drop();
            pool.thread.execute(this::tellFailure);
        }
    }

    private void tellFailure() {
        UpstreamFailure told = failure;
        if (!over && told != null) {
            over = true;
            listener.onFailure(told);
        }
    }

    @Override
    public void cancel() {
        if (over) {
            return;
        }
        over = true;
        if (connection == null && failure == null && !answerDone) {
            pool.forget(this);
        }
        drop();
    }

    private void drop() {
        request = null;
        dropConnection();
        output.release();
    }

    private void dropConnection() {
        Http1Connection current = connection;
        connection = null;
        if (current != null) {
            pool.discard(current);
        }
    }
}
