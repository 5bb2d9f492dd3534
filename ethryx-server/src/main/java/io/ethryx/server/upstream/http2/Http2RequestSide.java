package io.ethryx.server.upstream.http2;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.upstream.UpstreamFailure;
import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.ethryx.server.upstream.UpstreamRequest;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.http2.Http2Stream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a call sends over HTTP/2. Bytes that are written in one turn leave at its end, together with the end of the request
 * if that came in time. What was sent is kept until the answer begins, up to {@link #MOST_KEPT} bytes, so that a request
 * which the peer has provably not processed can be sent once more.
 */
final class Http2RequestSide {

    /** Sent bytes that are kept for a second sending. */
    static final int MOST_KEPT = 64 * 1_024;

    /** Bytes taken from the caller before the first of them have left. */
    private static final int FIRST_AHEAD = 16 * 1_024;

    /** Bytes taken from the caller that have not left yet. */
    private static final int AHEAD = 64 * 1_024;

    private final Http2Call call;
    private final EncodedFields head;
    private final @Nullable UpstreamFailure fault;
    private final boolean hasBody;
    private final List<byte[]> parts = new ArrayList<>(2);

    /** Body bytes that are still to come, or negative where their number is not known. */
    private long left;

    private @Nullable EncodedFields trailers;
    private int ahead = FIRST_AHEAD;
    private int inFlight;
    private int partBytes;
    private int written;
    private boolean kept = true;
    private boolean flushDue;
    private boolean ending;
    private boolean endWritten;
    private boolean stopped;
    private boolean wanted;
    private boolean tellingDue;

    Http2RequestSide(Http2Call call, UpstreamRequest asked) {
        this.call = call;
        long length = asked.contentLength();
        hasBody = length != UpstreamRequest.NO_BODY;
        left = hasBody ? length : 0;
        Http2HeadComposer composer = call.pool.composer();
        head = composer.head(asked);
        fault = composer.fault();
    }

    /** Why the request can't be sent, or null. */
    @Nullable
    UpstreamFailure fault() {
        return fault;
    }

    EncodedFields head() {
        return head;
    }

    // From the caller

    int write(ByteBuffer body) {
        if (ending) {
            return 0;
        }
        if (stopped) {
            return call.answer.hasHead() ? discard(body) : 0;
        }
        if (left >= 0 && body.remaining() > left) {
            call.fail(Kind.BAD_REQUEST, "the request body is longer than its length");
            return 0;
        }
        int n = Math.max(0, Math.min(body.remaining(), ahead - inFlight));
        if (n > 0) {
            take(body, n);
        }
        return n;
    }

    private void take(ByteBuffer body, int n) {
        byte[] part = new byte[n];
        body.get(part);
        parts.add(part);
        call.pool.keep(n);
        partBytes += n;
        inFlight += n;
        left -= left < 0 ? 0 : n;
        if (!flushDue) {
            flushDue = true;
            call.pool.atEndOfTurn(this);
        }
    }

    /** The upstream has answered and reads no more: what still comes has nowhere to go. */
    private static int discard(ByteBuffer body) {
        int n = body.remaining();
        body.position(body.limit());
        return n;
    }

    /** At the end of the turn in which something was written; the end of the request comes before it, if it came in time. */
    void turnEnds() {
        if (flushDue && call.isLive()) {
            call.guard(this::flush);
        }
    }

    void flush() {
        flushDue = false;
        if (call.stream() == null) {
            if (!stopped) {
                call.submit();
            }
        } else {
            send();
        }
    }

    void end(@Nullable FieldBlock fields) {
        if (ending) {
            return;
        }
        if (left > 0 && !stopped) {
            call.fail(Kind.BAD_REQUEST, "the request body is shorter than its length");
            return;
        }
        if (fields != null && hasBody) {
            Http2HeadComposer composer = call.pool.composer();
            trailers = composer.trailers(fields);
            UpstreamFailure wrong = composer.fault();
            if (wrong != null) {
                call.fail(wrong);
                return;
            }
        }
        ending = true;
        flush();
    }

    void want(boolean now) {
        wanted = now;
        scheduleWritable();
    }

    private void scheduleWritable() {
        if (mayTell() && !tellingDue) {
            tellingDue = true;
            call.later(this::tellWritable);
        }
    }

    private boolean mayTell() {
        boolean takes = stopped ? call.answer.hasHead() : inFlight < ahead;
        return wanted && takes && !ending && call.isLive();
    }

    private void tellWritable() {
        tellingDue = false;
        if (mayTell()) {
            call.listener.onWritable();
            scheduleWritable();
        }
    }

    /** A writer that waits although the upstream takes no more is let go on: its bytes are discarded. */
    void headSeen() {
        if (stopped) {
            scheduleWritable();
        }
    }

    // To the stream

    /** Whether the head is all that there is to be sent. */
    boolean endsWithHead() {
        return ending && parts.isEmpty() && trailers == null;
    }

    /** The call has been given a stream, perhaps, and the head was sent. */
    void opened() {
        endWritten = endsWithHead();
        if (call.stream() != null) {
            send();
        }
    }

    private void send() {
        Http2Link at = call.link();
        for (Http2Stream open = call.stream();
                at != null && open != null && written < parts.size();
                open = call.stream()) {
            byte[] part = parts.get(written++);
            endWritten = ending && trailers == null && written == parts.size();
            at.write(open, part, endWritten, ending ? null : leaves(part.length));
        }
        Http2Stream open = call.stream();
        if (ending && !endWritten && open != null && at != null) {
            endWritten = true;
            if (trailers == null) {
                at.write(open, new byte[0], true, null);
            } else {
                at.writeTrailers(open, trailers);
            }
        }
        if (!kept || partBytes > MOST_KEPT || !call.pool.mayKeep()) {
            forget();
        }
        if (at != null) {
            at.flush();
        }
    }

    private ChannelFutureListener leaves(int bytes) {
        return future -> {
            if (future.isSuccess()) {
                ahead = AHEAD;
                inFlight -= bytes;
                scheduleWritable();
            }
        };
    }

    /** Begins again from the first byte, if that can be done. */
    boolean rewind() {
        written = 0;
        inFlight = partBytes;
        endWritten = false;
        return kept;
    }

    /** Nothing has to be sent again: what has been written need not be kept. */
    void answerBegins() {
        kept = false;
        forget();
    }

    private void forget() {
        kept = false;
        for (int i = 0; i < written; i++) {
            partBytes -= parts.get(i).length;
            call.pool.keep(-parts.get(i).length);
        }
        parts.subList(0, written).clear();
        written = 0;
    }

    /** The answer has ended and with it the stream; the rest of the request is of no use where it was not sent. */
    void streamClosed(boolean reset) {
        boolean unsent = !ending || !endWritten || reset;
        release();
        if (unsent) {
            stopped = true;
            inFlight = 0;
            scheduleWritable();
        }
    }

    void release() {
        written = parts.size();
        forget();
    }
}
