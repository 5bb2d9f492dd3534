package io.ethryx.server.upstream.http2;

import io.ethryx.server.fields.ExactMethod;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.upstream.UpstreamRequest;
import io.netty.buffer.ByteBuf;
import io.undertow.util.Methods;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a call receives over HTTP/2, and when its caller hears of it: the head together with the first bytes of the body where
 * they have come with it, everything in the turn in which it came.
 */
final class Http2AnswerSide {

    /** Heads that may come before the final one. */
    private static final int MOST_INFORMATIONAL = 64;

    private final Http2Call call;
    private final boolean answersHead;
    private final ArrivedBody arrived;
    private @Nullable FieldBlock headers;
    private @Nullable FieldBlock trailers;
    private int status;
    private long length;
    private int informational;
    private boolean begun;
    private boolean headRead;
    private boolean headTold;
    private boolean ended;
    private boolean done;
    private boolean wanted;
    private boolean tellingDue;

    Http2AnswerSide(Http2Call call, UpstreamRequest asked) {
        this.call = call;
        arrived = new ArrivedBody(call);
        answersHead = ExactMethod.is(asked.method(), Methods.HEAD);
    }

    /** Whether anything of an answer has come. */
    boolean hasBegun() {
        return begun;
    }

    /** Whether the caller has the head. */
    boolean hasHead() {
        return headTold;
    }

    /** Whether the last byte has come. */
    boolean hasEnded() {
        return ended;
    }

    /** Whether the caller has the last byte. */
    boolean isDone() {
        return done;
    }

    @Nullable
    FieldBlock trailers() {
        return done ? trailers : null;
    }

    // From the codec

    /** Takes the fields of a head or of trailers; gives whether a head has to be told when all that came was read. */
    boolean headersRead(AnswerHeaders from, boolean end) {
        if (!call.isLive() || ended) {
            return false;
        }
        if (!begun) {
            begun = true;
            call.request.answerBegins();
        }
        if (headRead) {
            trailersRead(from, end);
            return false;
        }
        int read = from.statusCode();
        if (read == 0 || read == 101 || (read < 200 && end)) {
            call.malformed("the status is out of range");
        } else if (from.fault() != null) {
            call.malformed(from.fault());
        } else if (read >= 200) {
            return finalHead(read, from, end);
        } else if (++informational > MOST_INFORMATIONAL) {
            call.malformed("too many informational answers");
        } else {
            FieldBlock fields = from.fields();
            call.guard(() -> call.listener.onInformational(read, fields));
        }
        return false;
    }

    private boolean finalHead(int read, AnswerHeaders from, boolean end) {
        headRead = true;
        status = read;
        headers = from.fields();
        length = end || answersHead || read == 204 || read == 304 ? 0 : from.contentLength();
        ended = end;
        done = end;
        if (end) {
            tellHead();
        }
        return !end;
    }

    /** Tells the head, if that was not done. */
    void tellHead() {
        FieldBlock fields = headers;
        if (fields == null || !call.isLive()) {
            return;
        }
        headers = null;
        headTold = true;
        call.guard(() -> call.listener.onHead(status, fields, length));
        scheduleReadable();
        call.request.headSeen();
    }

    private void trailersRead(AnswerHeaders from, boolean end) {
        if (!end) {
            call.malformed("fields came in the middle of the body");
        } else if (from.hasPseudoFields()) {
            call.malformed("a pseudo field stands among the trailers");
        } else if (from.fault() != null) {
            call.malformed(from.fault());
        } else {
            trailers = from.fields();
            ends();
        }
    }

    /** Nothing more comes. */
    private void ends() {
        ended = true;
        tellHead();
        done = headTold && arrived.isEmpty();
        tellNow();
    }

    /** Takes body bytes; gives how many of them need no credit from the caller. */
    int dataRead(ByteBuf data, boolean end) {
        int n = data.readableBytes();
        if (!call.isLive() || ended) {
            return n;
        }
        if (!headRead) {
            call.malformed("a body came before its head");
            return n;
        }
        if (n == 0) {
            if (end) {
                ends();
            }
            return 0;
        }
        ended = end;
        if (arrived.isEmpty()) {
            lend(data);
        }
        if (data.isReadable() && call.isLive()) {
            arrived.keep(data);
            tellHead();
        }
        return 0;
    }

    private void lend(ByteBuf data) {
        arrived.lend(data);
        tellHead();
        tellNow();
        arrived.takeBack();
    }

    private void tellNow() {
        if (wanted && headTold && call.isLive()) {
            call.guard(call.listener::onReadable);
        }
    }

    /** The stream has ended with its answer. */
    void streamClosed() {
        arrived.streamClosed();
    }

    // To the caller

    long expected() {
        return Math.max(0, length);
    }

    int read(ByteBuffer into) {
        if (done) {
            return -1;
        }
        int n = arrived.read(into);
        if (ended && arrived.isEmpty()) {
            done = true;
            arrived.returnCredit();
            return n > 0 ? n : -1;
        }
        return n;
    }

    void want(boolean now) {
        wanted = now;
        if (now) {
            arrived.returnCredit();
            scheduleReadable();
        }
    }

    private void scheduleReadable() {
        if (mayTell() && !tellingDue) {
            tellingDue = true;
            call.later(this::tellReadable);
        }
    }

    private boolean mayTell() {
        return wanted && headTold && call.isLive() && !done && (ended || !arrived.isEmpty());
    }

    private void tellReadable() {
        tellingDue = false;
        if (mayTell()) {
            call.listener.onReadable();
            scheduleReadable();
        }
    }

    void release() {
        arrived.release();
        headers = null;
    }
}
