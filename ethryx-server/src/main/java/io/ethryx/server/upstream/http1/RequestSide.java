package io.ethryx.server.upstream.http1;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.ethryx.server.upstream.UpstreamRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What a call sends: its head, its body and its end, as fast as the connection takes them. */
final class RequestSide {

    private final Http1Call call;
    private final RequestOutput output = new RequestOutput();
    private final BodyEncoder encoder;
    private final boolean repeatable;

    /** Kept only as long as the request may have to be composed. */
    @Nullable
    private UpstreamRequest asked;

    private boolean wanted;
    private boolean flushing;
    private boolean putOff;
    private boolean ending;
    private boolean done;
    private boolean broken;

    RequestSide(Http1Call call, UpstreamRequest asked) {
        this.call = call;
        this.asked = asked;
        long length = asked.contentLength();
        encoder = length == UpstreamRequest.UNKNOWN_LENGTH
                ? new ChunkedEncoder()
                : new LengthEncoder(Math.max(0, length));
        repeatable = asked.repeatable();
    }

    boolean isRepeatable() {
        return repeatable;
    }

    /** Whether provably no byte of the request went to the connection. */
    boolean isUnsent() {
        return !output.isTouched();
    }

    boolean isDone() {
        return done;
    }

    /** Whether the connection takes no more bytes. */
    boolean isBroken() {
        return broken;
    }

    /**
     * Composes the head.
     *
     * @return null, or why it can't be sent
     */
    @Nullable
    String compose() {
        UpstreamRequest request = asked;
        if (request == null) {
            return null;
        }
        String fault = call.pool.composer.head(request);
        if (fault == null) {
            call.pool.composer.moveTo(output, call.pool.buffers, Math.max(0, request.contentLength()));
        }
        if (fault != null || !repeatable) {
            asked = null;
        }
        return fault;
    }

    /** Makes ready for another connection; as {@link #compose}. */
    @Nullable
    String again() {
        broken = false;
        putOff = false;
        if (isUnsent()) {
            return null;
        }
        output.release();
        output.untouch();
        done = false;
        flushing = true;
        return compose();
    }

    /** An answer comes: the request is not sent again. */
    void answered() {
        asked = null;
    }

    /** Writes what was asked for while there was no connection. */
    void begin() {
        if (call.connection == null) {
            return;
        }
        if (flushing || ending) {
            send();
        } else if (wanted) {
            call.listener.onWritable();
        }
        Http1Connection current = call.connection;
        if (current != null && wanted && !ending && !broken) {
            current.wantWrites();
        }
    }

    int write(ByteBuffer body) {
        Http1Connection current = call.connection;
        if (current == null || ending) {
            return 0;
        }
        if (broken) {
            return call.answer.hasHead() ? discard(body) : 0;
        }
        try {
            int taken = encoder.write(body, output, current.sink);
            if (taken == BodyEncoder.TOO_LONG) {
                call.fail(Kind.BAD_REQUEST, "the request body is longer than its length");
                return 0;
            }
            if (taken > 0 && !output.isEmpty()) {
                flushing = true;
                send();
            }
            return taken;
        } catch (IOException e) {
            failed();
            return 0;
        }
    }

    /** The upstream has answered and reads no more: what still comes has nowhere to go. */
    private static int discard(ByteBuffer body) {
        int n = body.remaining();
        body.position(body.limit());
        return n;
    }

    void want(boolean now) {
        wanted = now;
        Http1Connection current = call.connection;
        if (current == null || ending) {
            return;
        }
        if (!now) {
            current.settle();
        } else if (!broken) {
            current.wantWrites();
        } else if (call.answer.hasHead()) {
            call.later(this::tellWritable);
        }
    }

    /** A writer that waits for a connection that takes no more is let go on: its bytes are discarded. */
    void headSeen() {
        if (broken) {
            want(wanted);
            if (ending) {
                flush();
            }
        }
    }

    private void tellWritable() {
        if (wanted && !ending && call.isLive()) {
            call.listener.onWritable();
        }
    }

    void flushHead() {
        flushing = true;
        if (!ending) {
            send();
        }
    }

    void end(@Nullable FieldBlock trailers) {
        if (ending) {
            return;
        }
        String fault = encoder.end(trailers, output, call.pool.composer, call.pool.buffers);
        if (fault != null) {
            call.fail(Kind.BAD_REQUEST, fault);
            return;
        }
        ending = true;
        send();
    }

    /** What waits is sent at the end of the round, with the requests of others. */
    private void send() {
        Http1Connection current = call.connection;
        if (current == null || putOff) {
            return;
        }
        if (output.isEmpty()) {
            flush();
        } else {
            putOff = true;
            call.pool.roundEnd.add(current.sendNow);
        }
    }

    /** The end of the round has come. */
    void sendNow() {
        if (putOff) {
            flush();
        }
    }

    private void flush() {
        putOff = false;
        Http1Connection current = call.connection;
        if (current == null || (broken && !call.answer.hasHead())) {
            return;
        }
        try {
            if (broken) {
                output.release();
            } else if (!output.flush(current.sink)) {
                current.wantWrites();
                return;
            }
        } catch (IOException e) {
            failed();
            return;
        }
        flushing = false;
        if (ending) {
            done = true;
            current.suspendWrites();
            call.sideEnded();
        }
    }

    void writeReady() {
        Http1Connection current = call.connection;
        if (current == null) {
            return;
        }
        if (flushing || (ending && !done)) {
            flush();
        } else if (wanted && !ending && !broken) {
            call.listener.onWritable();
        } else {
            current.suspendWrites();
        }
    }

    /** The connection takes no more; perhaps there is an answer that says why. */
    private void failed() {
        broken = true;
        Http1Connection current = call.connection;
        if (current == null) {
            return;
        }
        current.suspendWrites();
        if (!call.answer.hasHead()) {
            call.later(() -> call.answer.lastWord(current));
        } else if (ending) {
            flush();
        }
    }

    void release() {
        asked = null;
        output.release();
    }
}
