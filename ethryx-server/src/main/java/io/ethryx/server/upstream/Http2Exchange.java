package io.ethryx.server.upstream;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import io.undertow.util.Methods;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The event loop's half of a call over HTTP/2: one request and its stream. What was sent is kept until the answer begins,
 * up to {@link #MOST_KEPT} bytes, so that a request which the peer has provably not processed can be sent once more
 * (decision S24). Confined to the loop.
 */
final class Http2Exchange {

    /** Sent bytes that are kept for a second sending. */
    static final int MOST_KEPT = 64 * 1_024;

    /** Unread bytes of an ended answer for which no credit is held back. */
    private static final int SMALL = 16 * 1_024;

    /** Shorter pieces are copied rather than keep the whole buffer that they came in. */
    private static final int WORTH_KEEPING = 1_024;

    private static final UpstreamFailure REFUSED = new UpstreamFailure(Kind.CLOSED, "it refused the request");

    private final Http2Pool pool;
    private final Http2Call call;
    private final IoMailbox mailbox;
    private final Http2Headers head;
    private final boolean repeatable;
    private final boolean answersHead;
    private final List<ByteBuf> parts = new ArrayList<>(2);

    private @Nullable Http2Headers trailers;
    private @Nullable Http2Link link;
    private @Nullable Http2Stream stream;
    private @Nullable String fault;
    private int written;
    private long sent;
    private long gone;
    private boolean kept = true;
    private boolean ended;
    private boolean endWritten;
    private boolean queued;
    private boolean retried;
    private boolean onFreshLink;
    private boolean answerBegun;
    private boolean headRead;
    private boolean answerEnded;
    private boolean withheld;
    private boolean over;
    private long resetCode = -1;
    private int held;

    Http2Exchange(Http2Pool pool, Http2Call call, IoMailbox mailbox, Http2Headers head, UpstreamRequest request) {
        this.pool = pool;
        this.call = call;
        this.mailbox = mailbox;
        this.head = head;
        repeatable = request.repeatable();
        answersHead = request.method().equals(Methods.HEAD);
    }

    // The request

    /** Takes what the caller wrote since the last time, and perhaps the end of the request. */
    void send(@Nullable ByteBuf body, boolean end, @Nullable Http2Headers last) {
        if (over || (answerEnded && stream == null)) {
            if (body != null) {
                body.release();
            }
            return;
        }
        ended = end;
        trailers = last;
        if (body != null) {
            sent += body.readableBytes();
            parts.add(body);
        }
        if (stream != null) {
            writeParts();
        } else if (!queued) {
            queued = true;
            pool.submit(this);
        }
    }

    /** A connection has room for the exchange. */
    void open(Http2Link given) {
        queued = false;
        link = given;
        onFreshLink = given.isFresh();
        written = 0;
        resetCode = -1;
        fault = null;
        endWritten = ended && parts.isEmpty() && trailers == null;
        stream = given.open(this, head, endWritten);
        if (stream != null) {
            writeParts();
        }
    }

    private void writeParts() {
        Http2Link current = link;
        Http2Stream open = stream;
        if (current == null || open == null) {
            return;
        }
        long end = sent;
        for (int i = written; i < parts.size(); i++) {
            end -= parts.get(i).readableBytes();
        }
        while (written < parts.size() && stream != null) {
            ByteBuf part = parts.get(written++);
            end += part.readableBytes();
            endWritten = ended && trailers == null && written == parts.size();
            current.write(this, open, part.retainedDuplicate(), endWritten, end);
        }
        if (ended && !endWritten && stream != null) {
            endWritten = true;
            if (trailers == null) {
                current.write(this, open, Unpooled.EMPTY_BUFFER, true, sent);
            } else {
                current.writeTrailers(open, trailers);
            }
        }
        if (!kept || sent > MOST_KEPT) {
            forgetParts();
        }
        current.flush();
    }

    /** Bytes have left, up to this count of all that were sent. */
    void left(long upTo) {
        if (upTo > gone && !over) {
            int n = (int) (upTo - gone);
            gone = upTo;
            if (!ended) {
                mailbox.post(() -> call.left(n));
            }
        }
    }

    private void forgetParts() {
        kept = false;
        int from = stream == null ? parts.size() : written;
        for (int i = 0; i < from; i++) {
            parts.get(i).release();
        }
        parts.subList(0, from).clear();
        written -= from;
    }

    /** The head could not be written. */
    void notOpened(UpstreamFailure why) {
        stream = null;
        fail(why);
    }

    // The answer

    void headersRead(Http2Headers headers, boolean end) {
        if (over || answerEnded) {
            return;
        }
        answerBegun = true;
        forgetParts();
        if (headRead) {
            trailersRead(headers, end);
            return;
        }
        int status = Http2AnswerFields.status(headers);
        FieldBlock fields = pool.fields().head(headers);
        if (status == 0 || status == 101 || (status < 200 && end)) {
            malformed("the status is out of range");
        } else if (pool.fields().fault() != null) {
            malformed(pool.fields().fault());
        } else if (status < 200) {
            mailbox.post(() -> call.informational(status, fields));
        } else {
            headOfAnswer(status, fields, end);
        }
    }

    private void headOfAnswer(int status, FieldBlock fields, boolean end) {
        headRead = true;
        long announced = pool.fields().contentLength(fields);
        if (pool.fields().fault() != null) {
            malformed(pool.fields().fault());
            return;
        }
        boolean bodiless = end || answersHead || status == 204 || status == 304;
        long length = bodiless ? 0 : announced;
        if (end) {
            answerEnded = true;
            boolean settled = requestWritten();
            mailbox.post(() -> {
                call.endsWithHead(settled);
                call.head(status, fields, length);
            });
        } else {
            mailbox.post(() -> call.head(status, fields, length));
        }
    }

    private void trailersRead(Http2Headers headers, boolean end) {
        FieldBlock fields = pool.fields().trailers(headers);
        String wrong = pool.fields().fault();
        if (wrong != null || !end) {
            malformed(wrong == null ? "fields came in the middle of the body" : wrong);
        } else {
            answerEnds(fields);
        }
    }

    /** Takes body bytes; gives how many of them need no credit from the caller. */
    int dataRead(ByteBuf data, int padding, boolean end) {
        int n = data.readableBytes();
        if (over || answerEnded) {
            return n + padding;
        }
        if (!headRead) {
            malformed("a body came before its head");
            return n + padding;
        }
        if (n > 0) {
            held += n;
            deliver(n < WORTH_KEEPING ? Unpooled.copiedBuffer(data) : data.retainedSlice());
        }
        if (end) {
            answerEnds(null);
        }
        return padding;
    }

    private void deliver(ByteBuf bytes) {
        mailbox.post(new IoMailbox.Event() {
            @Override
            public void deliver() {
                call.data(bytes);
            }

            @Override
            public void drop() {
                bytes.release();
            }
        });
    }

    private void answerEnds(@Nullable FieldBlock fields) {
        answerEnded = true;
        boolean settled = held <= SMALL && requestWritten();
        mailbox.post(() -> call.ended(fields, settled));
    }

    private boolean requestWritten() {
        Http2Stream open = stream;
        return open == null
                || open.state() == Http2Stream.State.HALF_CLOSED_LOCAL
                || open.state() == Http2Stream.State.CLOSED;
    }

    /** The caller has written body bytes on. */
    void consumed(int n) {
        held -= n;
        Http2Link current = link;
        if (current != null && stream != null) {
            current.consumed(stream, n);
        } else if (current != null && withheld) {
            current.restore(n);
        }
    }

    // The end

    void resetRead(long code) {
        resetCode = code;
    }

    /** The codec found something wrong with the stream. */
    void faulty(String what) {
        if (fault == null) {
            fault = what;
        }
    }

    /** The stream has ended, however it did. */
    void closed(Http2Stream closing) {
        Http2Link at = link;
        if (closing != stream || at == null) {
            return;
        }
        stream = null;
        if (!over && answerEnded) {
            if (held > SMALL) {
                withheld = true;
                at.withhold(held);
            }
            forgetParts();
            if (!ended || !endWritten || resetCode >= 0) {
                mailbox.post(call::uploadStopped);
            }
        } else if (!over) {
            broken(at, closing.id());
        }
    }

    private void broken(Http2Link at, int id) {
        if (resetCode == Http2Error.HTTP_1_1_REQUIRED.code()) {
            pool.http11Required();
            fail(new UpstreamFailure(Kind.CLOSED, "it asks for HTTP/1.1"));
        } else if (at.neverSaw(id) || resetCode == Http2Error.REFUSED_STREAM.code()) {
            retryOr(kept, REFUSED);
        } else if (resetCode >= 0) {
            fail(brokenOff("it reset the stream with " + name(resetCode)));
        } else if (fault != null) {
            fail(new UpstreamFailure(Kind.MALFORMED, fault));
        } else {
            retryOr(repeatable && kept && !onFreshLink, brokenOff(at.end()));
        }
    }

    private static String name(long code) {
        Http2Error error = Http2Error.valueOf(code);
        return error == null ? "code " + code : error.name();
    }

    private UpstreamFailure brokenOff(String cause) {
        return new UpstreamFailure(headRead ? Kind.TRUNCATED : Kind.CLOSED, cause);
    }

    private void retryOr(boolean may, UpstreamFailure otherwise) {
        if (may && !retried && !answerBegun) {
            retried = true;
            queued = true;
            pool.submit(this);
        } else {
            fail(otherwise);
        }
    }

    private void malformed(@Nullable String why) {
        fail(new UpstreamFailure(Kind.MALFORMED, String.valueOf(why)));
    }

    /** Ends the exchange and tells the caller why. */
    void fail(UpstreamFailure why) {
        if (!over) {
            finish(Http2Error.PROTOCOL_ERROR);
            mailbox.post(() -> call.failed(why));
        }
    }

    /** The caller gives up. */
    void cancel() {
        if (!over) {
            finish(Http2Error.CANCEL);
        }
    }

    private void finish(Http2Error code) {
        over = true;
        if (queued) {
            queued = false;
            pool.forget(this);
        }
        Http2Link current = link;
        Http2Stream open = stream;
        written = parts.size();
        forgetParts();
        if (withheld) {
            giveBack();
        }
        if (current != null && open != null) {
            current.reset(open, code);
        }
    }

    private void giveBack() {
        withheld = false;
        if (link != null) {
            link.restore(held);
        }
    }
}
