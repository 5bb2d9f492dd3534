package io.ethryx.server.upstream.http2;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Stream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an answer's body between codec and caller: lent by the codec for the time of a callback, copied where the
 * caller does not take them at once. Credit for what the caller has read is returned when it has written that on, which it
 * shows by asking for more.
 */
final class ArrivedBody {

    /** Unread bytes of an ended answer for which no credit is held back. */
    private static final int SMALL = 16 * 1_024;

    private final Http2Call call;
    private final ArrayDeque<ByteBuf> kept = new ArrayDeque<>(2);
    private @Nullable ByteBuf lent;
    private int held;
    private int unreturned;
    private boolean withheld;

    ArrivedBody(Http2Call call) {
        this.call = call;
    }

    boolean isEmpty() {
        return first() == null;
    }

    /** Lets the caller read the codec's own bytes until {@link #takeBack}; only while there are no others. */
    void lend(ByteBuf data) {
        lent = data;
    }

    void takeBack() {
        lent = null;
    }

    /** Keeps a copy of bytes that the caller has not read. */
    void keep(ByteBuf data) {
        int n = data.readableBytes();
        kept.add(data.alloc().heapBuffer(n, n).writeBytes(data));
        hold(n);
    }

    private void hold(int n) {
        held += n;
        Http2Link at = call.link();
        if (at != null) {
            at.hold(n);
        }
    }

    int read(ByteBuffer into) {
        returnCredit();
        int n = 0;
        for (ByteBuf from = first(); from != null && into.hasRemaining(); from = first()) {
            n += move(from, into);
        }
        unreturned += n;
        return n;
    }

    private @Nullable ByteBuf first() {
        ByteBuf loan = lent;
        if (loan != null) {
            return loan.isReadable() ? loan : null;
        }
        ByteBuf next = kept.peek();
        while (next != null && !next.isReadable()) {
            kept.remove().release();
            next = kept.peek();
        }
        return next;
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

    /** What was read before has been written on by now. */
    void returnCredit() {
        int credit = unreturned;
        Http2Link at = call.link();
        if (credit == 0 || at == null) {
            return;
        }
        unreturned = 0;
        Http2Stream open = call.stream();
        if (withheld) {
            at.changeWindow(credit);
        } else if (open != null && !call.answer.hasEnded()) {
            at.consumed(open, credit);
        }
    }

    /** The stream has ended, and the codec gives back the credit for all of it, read or not. */
    void streamClosed() {
        Http2Link at = call.link();
        unreturned = 0;
        if (held > SMALL && at != null) {
            withheld = true;
            at.changeWindow(-held);
        }
    }

    void release() {
        Http2Link at = call.link();
        if (withheld && at != null) {
            withheld = false;
            at.changeWindow(held + unreturned);
        }
        while (!kept.isEmpty()) {
            kept.remove().release();
        }
        hold(-held);
    }
}
