package io.ethryx.server.upstream;

import io.ethryx.server.fields.FieldBlock;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Stream;
import io.undertow.util.Methods;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What a call receives over HTTP/2. Body bytes go from the codec's buffer into the caller's; only those that the caller does
 * not read at once are copied, and credit for what it reads is returned when it has written that on.
 */
final class Http2AnswerSide {

    /** Heads that may come before the final one. */
    private static final int MOST_INFORMATIONAL = 64;

    /** Unread bytes of an ended answer for which no credit is held back. */
    private static final int SMALL = 16 * 1_024;

    private final Http2Call call;
    private final boolean answersHead;
    private final ArrayDeque<ByteBuf> arrived = new ArrayDeque<>(2);

    /** What the codec lends for the time of a callback. */
    private @Nullable ByteBuf lent;

    private @Nullable FieldBlock headers;
    private @Nullable FieldBlock trailers;
    private int status;
    private long length;
    private int informational;
    private int held;
    private int unreturned;
    private boolean begun;
    private boolean headRead;
    private boolean headTold;
    private boolean ended;
    private boolean done;
    private boolean withheld;
    private boolean wanted;
    private boolean tellingDue;

    Http2AnswerSide(Http2Call call, UpstreamRequest asked) {
        this.call = call;
        answersHead = asked.method().equals(Methods.HEAD);
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
            keep(data);
            tellHead();
        }
        return 0;
    }

    private void lend(ByteBuf data) {
        lent = data;
        tellHead();
        tellNow();
        lent = null;
    }

    private void keep(ByteBuf data) {
        int n = data.readableBytes();
        arrived.add(data.alloc().heapBuffer(n, n).writeBytes(data));
        hold(n);
    }

    private void hold(int n) {
        held += n;
        Http2Link at = call.link();
        if (at != null) {
            at.hold(n);
        }
    }

    private void tellNow() {
        if (wanted && headTold && call.isLive()) {
            call.guard(call.listener::onReadable);
        }
    }

    /** The stream has ended with its answer, and the codec gives back the credit for all of it. */
    void streamClosed() {
        Http2Link at = call.link();
        unreturned = 0;
        if (held > SMALL && at != null) {
            withheld = true;
            at.changeWindow(-held);
        }
    }

    // To the caller

    int read(ByteBuffer into) {
        if (done) {
            return -1;
        }
        returnCredit();
        int n = 0;
        ByteBuf from = first();
        while (from != null && into.hasRemaining()) {
            n += move(from, into);
            from = first();
        }
        unreturned += n;
        if (from == null && ended) {
            done = true;
            returnCredit();
            return n > 0 ? n : -1;
        }
        return n;
    }

    private @Nullable ByteBuf first() {
        ByteBuf loan = lent;
        if (loan != null) {
            return loan.isReadable() ? loan : null;
        }
        ByteBuf kept = arrived.peek();
        while (kept != null && !kept.isReadable()) {
            arrived.remove().release();
            kept = arrived.peek();
        }
        return kept;
    }

    private int move(ByteBuf from, ByteBuffer into) {
        int n = Math.min(from.readableBytes(), into.remaining());
        int limit = into.limit();
        into.limit(into.position() + n);
        from.readBytes(into);
        into.limit(limit);
        if (lent == null) {
            hold(-n);
        }
        return n;
    }

    /** What was read before has been written on by now, or the caller would not ask for more. */
    private void returnCredit() {
        int credit = unreturned;
        Http2Link at = call.link();
        if (credit == 0 || at == null) {
            return;
        }
        unreturned = 0;
        Http2Stream open = call.stream();
        if (withheld) {
            at.changeWindow(credit);
        } else if (open != null && !ended) {
            at.consumed(open, credit);
        }
    }

    void want(boolean now) {
        wanted = now;
        if (now) {
            returnCredit();
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
        return wanted && headTold && call.isLive() && (done ? false : ended || !arrived.isEmpty());
    }

    private void tellReadable() {
        tellingDue = false;
        if (mayTell()) {
            call.listener.onReadable();
            scheduleReadable();
        }
    }

    void release() {
        Http2Link at = call.link();
        if (withheld && at != null) {
            withheld = false;
            at.changeWindow(held + unreturned);
        }
        while (!arrived.isEmpty()) {
            arrived.remove().release();
        }
        hold(-held);
        headers = null;
    }
}
