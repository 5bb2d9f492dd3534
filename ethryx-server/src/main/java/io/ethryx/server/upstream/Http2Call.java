package io.ethryx.server.upstream;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Headers;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.xnio.XnioIoThread;

/**
 * The IO thread's half of a call over HTTP/2: what the caller writes is gathered and handed to the {@link Http2Exchange}
 * on the event loop, what the exchange hears comes back through the thread's mailbox.
 */
final class Http2Call implements UpstreamCall {

    /** Bytes taken from the caller before the first of them have left. */
    private static final int FIRST_AHEAD = 16 * 1_024;

    /** Bytes taken from the caller that have not left yet. */
    private static final int AHEAD = 64 * 1_024;

    /** Read bytes whose credit may wait for more while there is more to read. */
    private static final int CREDIT_STEP = 16 * 1_024;

    private final Http2Pool pool;
    private final XnioIoThread thread;
    private final UpstreamListener listener;
    private final ArrayDeque<ByteBuf> arrived = new ArrayDeque<>(4);
    private final Http2Exchange exchange;
    private final boolean hasBody;

    /** Body bytes that are still to come, or negative where their number is not known. */
    private long left;

    private @Nullable ByteBuf pending;
    private @Nullable FieldBlock trailers;
    private @Nullable FieldBlock answerTrailers;
    private @Nullable UpstreamFailure failure;
    private int ahead = FIRST_AHEAD;
    private int inFlight;
    private int unreturned;
    private boolean flushScheduled;
    private boolean writeWanted;
    private boolean writableScheduled;
    private boolean readWanted;
    private boolean readableScheduled;
    private boolean ending;
    private boolean uploadStopped;
    private boolean headSeen;
    private boolean endSeen;
    private boolean settled;
    private boolean answerDone;
    private boolean over;

    Http2Call(Http2Pool pool, XnioIoThread thread, UpstreamRequest request, UpstreamListener listener) {
        this.pool = pool;
        this.thread = thread;
        this.listener = listener;
        long length = request.contentLength();
        hasBody = length != UpstreamRequest.NO_BODY;
        left = length == UpstreamRequest.NO_BODY ? 0 : length;
        Http2HeadComposer composer = pool.composer(thread);
        Http2Headers head = composer.head(request);
        exchange = new Http2Exchange(pool, this, pool.mailbox(thread), head, request);
        UpstreamFailure fault = composer.fault();
        if (fault != null) {
            fail(fault);
        }
    }

    // The request

    @Override
    public int write(ByteBuffer body) {
        if (ending || !isLive()) {
            return 0;
        }
        if (uploadStopped) {
            return headSeen ? discard(body) : 0;
        }
        if (left >= 0 && body.remaining() > left) {
            fail(Kind.BAD_REQUEST, "the request body is longer than its length");
            return 0;
        }
        int n = Math.min(body.remaining(), room());
        if (n > 0) {
            take(body, n);
        }
        return Math.max(0, n);
    }

    private void take(ByteBuffer body, int n) {
        if (pending != null) {
            flush();
        }
        ByteBuf piece = pool.allocator().buffer(n);
        int limit = body.limit();
        body.limit(body.position() + n);
        piece.writeBytes(body);
        body.limit(limit);
        pending = piece;
        inFlight += n;
        left -= left < 0 ? 0 : n;
        if (!flushScheduled) {
            flushScheduled = true;
            thread.execute(this::flushPending);
        }
    }

    private int room() {
        return ahead - inFlight;
    }

    /** The upstream has answered and reads no more: what still comes has nowhere to go. */
    private static int discard(ByteBuffer body) {
        int n = body.remaining();
        body.position(body.limit());
        return n;
    }

    /** At the end of the turn in which something was written; the end of the request comes before it, if it came in time. */
    private void flushPending() {
        flushScheduled = false;
        if (pending != null && isLive()) {
            flush();
        }
    }

    private void flush() {
        ByteBuf body = pending;
        boolean end = ending;
        FieldBlock fields = trailers;
        pending = null;
        trailers = null;
        Http2Headers last = null;
        if (fields != null) {
            Http2HeadComposer composer = pool.composer(thread);
            last = composer.trailers(fields);
            UpstreamFailure fault = composer.fault();
            if (fault != null) {
                release(body);
                fail(fault);
                return;
            }
        }
        Http2Headers trailing = last;
        if (!onLoop(() -> exchange.send(body, end, trailing))) {
            release(body);
            fail(Kind.CONNECT, "the upstream is being shut down");
        }
    }

    private boolean onLoop(Runnable work) {
        try {
            pool.loop().execute(work);
            return true;
        } catch (RejectedExecutionException ended) {
            return false;
        }
    }

    private static void release(@Nullable ByteBuf bytes) {
        if (bytes != null) {
            bytes.release();
        }
    }

    @Override
    public void wantWrite(boolean wanted) {
        writeWanted = wanted;
        scheduleWritable();
    }

    private void scheduleWritable() {
        boolean takes = uploadStopped ? headSeen : room() > 0;
        if (writeWanted && takes && !ending && !writableScheduled && isLive()) {
            writableScheduled = true;
            thread.execute(this::tellWritable);
        }
    }

    private void tellWritable() {
        writableScheduled = false;
        if (writeWanted && !ending && isLive()) {
            listener.onWritable();
            scheduleWritable();
        }
    }

    private boolean isLive() {
        return !over && failure == null;
    }

    @Override
    public void flushHead() {
        if (!ending && isLive()) {
            flush();
        }
    }

    @Override
    public void endRequest(@Nullable FieldBlock fields) {
        if (ending || !isLive()) {
            return;
        }
        if (left > 0 && !uploadStopped) {
            fail(Kind.BAD_REQUEST, "the request body is shorter than its length");
            return;
        }
        ending = true;
        trailers = hasBody ? fields : null;
        flush();
    }

    // What the exchange hears, on the IO thread

    void informational(int status, FieldBlock headers) {
        if (isLive()) {
            listener.onInformational(status, headers);
        }
    }

    void head(int status, FieldBlock headers, long contentLength) {
        if (isLive()) {
            headSeen = true;
            listener.onHead(status, headers, contentLength);
            scheduleReadable();
            scheduleWritable();
        }
    }

    /** The head that comes next is the whole answer. */
    void endsWithHead(boolean nothingRemains) {
        endSeen = true;
        settled = nothingRemains;
        answerDone = true;
    }

    void data(ByteBuf bytes) {
        if (isLive()) {
            arrived.add(bytes);
            readable();
        } else {
            bytes.release();
        }
    }

    /** The answer has ended; settled means that nothing remains to be told to the exchange. */
    void ended(@Nullable FieldBlock fields, boolean nothingRemains) {
        if (isLive()) {
            endSeen = true;
            settled = nothingRemains;
            answerTrailers = fields;
            answerDone = headSeen && arrived.isEmpty();
            if (headSeen) {
                readable();
            }
        }
    }

    private void readable() {
        if (readWanted) {
            listener.onReadable();
            scheduleReadable();
        }
    }

    void left(int bytes) {
        ahead = AHEAD;
        inFlight -= bytes;
        scheduleWritable();
    }

    void uploadStopped() {
        uploadStopped = true;
        inFlight = 0;
        scheduleWritable();
    }

    void failed(UpstreamFailure why) {
        if (isLive()) {
            failure = why;
            dropBytes();
            tellFailure();
        }
    }

    // The answer

    @Override
    public int read(ByteBuffer into) {
        if (over || answerDone) {
            return -1;
        }
        int n = 0;
        ByteBuf first = arrived.peek();
        while (first != null && into.hasRemaining()) {
            n += move(first, into);
            if (!first.isReadable()) {
                arrived.remove().release();
                first = arrived.peek();
            }
        }
        giveCredit(n);
        if (arrived.isEmpty() && endSeen) {
            answerDone = true;
            return n > 0 ? n : -1;
        }
        return n;
    }

    private static int move(ByteBuf from, ByteBuffer into) {
        int n = Math.min(from.readableBytes(), into.remaining());
        int limit = into.limit();
        into.limit(into.position() + n);
        from.readBytes(into);
        into.limit(limit);
        return n;
    }

    /** What was read before has been written on by now, or the caller would not read again. */
    private void giveCredit(int read) {
        unreturned += read;
        if (!settled && unreturned > 0 && (unreturned >= CREDIT_STEP || arrived.isEmpty())) {
            int credit = unreturned;
            unreturned = 0;
            onLoop(() -> exchange.consumed(credit));
        }
    }

    @Override
    public void wantRead(boolean wanted) {
        readWanted = wanted;
        scheduleReadable();
    }

    private void scheduleReadable() {
        if (readWanted && headSeen && !readableScheduled && (!arrived.isEmpty() || endSeen)) {
            readableScheduled = true;
            thread.execute(this::tellReadable);
        }
    }

    private void tellReadable() {
        readableScheduled = false;
        if (readWanted && isLive()) {
            listener.onReadable();
            if (!answerDone) {
                scheduleReadable();
            }
        }
    }

    @Override
    public boolean answerComplete() {
        return answerDone;
    }

    @Override
    public @Nullable FieldBlock trailers() {
        return answerDone ? answerTrailers : null;
    }

    // The end

    private void fail(Kind kind, String cause) {
        fail(new UpstreamFailure(kind, cause));
    }

    /** A fault that was found here. */
    private void fail(UpstreamFailure why) {
        if (isLive()) {
            failure = why;
            dropBytes();
            onLoop(exchange::cancel);
            thread.execute(this::tellFailure);
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
        boolean whole = settled && arrived.isEmpty();
        dropBytes();
        if (!whole) {
            onLoop(exchange::cancel);
        }
    }

    private void dropBytes() {
        release(pending);
        pending = null;
        while (!arrived.isEmpty()) {
            arrived.remove().release();
        }
    }
}
