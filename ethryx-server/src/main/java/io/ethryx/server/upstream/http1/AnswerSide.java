package io.ethryx.server.upstream.http1;

import io.ethryx.server.fields.ExactMethod;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.ethryx.server.upstream.UpstreamRequest;
import io.undertow.util.Methods;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What a call receives: informational answers, the head, the body and its trailers, as fast as the caller takes them. */
final class AnswerSide {

    private final Http1Call call;
    private final boolean answersHead;
    private final boolean maySwitch;

    @Nullable
    private BodyDecoder body;

    @Nullable
    private FieldBlock trailers;

    private boolean begun;
    private boolean switched;
    private boolean wanted;
    private boolean scheduled;
    private boolean done;
    private boolean reusable;

    AnswerSide(Http1Call call, UpstreamRequest asked) {
        this.call = call;
        answersHead = ExactMethod.is(asked.method(), Methods.HEAD);
        maySwitch = asked.upgrade() != null;
    }

    /** Whether any byte of an answer has come. */
    boolean hasBegun() {
        return begun;
    }

    boolean hasHead() {
        return body != null;
    }

    boolean isDone() {
        return done;
    }

    /** Whether, once the answer is done, its connection may serve another call. */
    boolean isReusable() {
        return reusable;
    }

    @Nullable
    FieldBlock trailers() {
        return trailers;
    }

    void readReady() {
        Http1Connection current = call.connection;
        if (current == null) {
            return;
        }
        if (done) {
            reusable = false;
            current.suspendReads();
        } else if (body == null) {
            readHead(current);
        } else if (wanted) {
            call.listener.onReadable();
            scheduleAhead();
        } else {
            current.suspendReads();
        }
    }

    /** A write has failed: reads what the connection has left to say, and if that is nothing, it is lost. */
    void lastWord(Http1Connection current) {
        if (call.connection == current && !begun) {
            readHead(current);
            if (call.connection == current && !begun) {
                call.lost("connection reset");
            }
        }
    }

    private void readHead(Http1Connection current) {
        int n;
        try {
            n = current.input.fill();
        } catch (IOException e) {
            call.lost("connection reset");
            return;
        }
        if (n < 0) {
            call.lost("closed before the answer");
        } else if (n > 0 && call.request.isUnsent()) {
            call.unsolicited(current);
        } else if (n > 0) {
            if (!begun) {
                begun = true;
                current.head.begin();
                call.request.answered();
            }
            parse(current);
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
            if (head.status == 101) {
                switched(head.fields);
                return;
            }
            call.listener.onInformational(head.status, head.fields);
            if (call.connection != current) {
                return;
            }
            head.begin();
        }
        current.input.trim();
        if (head.fault != null) {
            call.fail(Kind.MALFORMED, head.fault);
        }
    }

    private void switched(FieldBlock fields) {
        if (!maySwitch || !call.request.isDone()) {
            call.fail(Kind.MALFORMED, "a switch of protocols that was not asked for");
            return;
        }
        switched = true;
        call.listener.onHead(101, fields, 0);
        switched = false;
        call.fail(Kind.MALFORMED, "a switch of protocols that nobody took");
    }

    /** Whether a switch of protocols is being agreed on just now. */
    boolean isSwitched() {
        return switched;
    }

    private void headRead(Http1Connection current) {
        HeadParser head = current.head;
        long length = AnswerFraming.lengthOf(head, answersHead);
        if (length == AnswerFraming.AMBIGUOUS) {
            call.fail(Kind.MALFORMED, "the length of the answer is ambiguous");
            return;
        }
        reusable = AnswerFraming.keepsAlive(head);
        BodyDecoder decoder = decoder(current, length);
        body = decoder;
        if (decoder.isDone()) {
            ended(current, decoder);
        }
        call.listener.onHead(head.status, head.fields, Math.max(-1, length));
        scheduleAhead();
        call.request.headSeen();
    }

    private static BodyDecoder decoder(Http1Connection current, long length) {
        if (length >= 0) {
            return current.lengthBody.begin(length);
        }
        return length == AnswerFraming.CHUNKED
                ? current.chunkedBody.begin()
                : new UntilCloseDecoder(current::isCutShort);
    }

    int read(ByteBuffer into) {
        if (done) {
            return -1;
        }
        Http1Connection current = call.connection;
        BodyDecoder decoder = body;
        if (current == null || decoder == null) {
            return 0;
        }
        int n;
        try {
            n = decoder.read(into, current.input);
        } catch (IOException e) {
            call.fail(Kind.TRUNCATED, "connection reset inside the answer");
            return 0;
        }
        if (n == BodyDecoder.CUT) {
            call.fail(Kind.TRUNCATED, "closed inside the answer");
        } else if (n == BodyDecoder.MALFORMED || decoder.isBroken()) {
            call.fail(Kind.MALFORMED, decoder.fault());
        } else if (decoder.isDone()) {
            ended(current, decoder);
            return n;
        }
        return Math.max(0, n);
    }

    long expected() {
        return body == null || done ? 0 : body.expected();
    }

    private void ended(Http1Connection current, BodyDecoder decoder) {
        done = true;
        trailers = decoder.trailers();
        reusable &= !current.input.hasAhead() && !decoder.endsConnection();
        call.sideEnded();
    }

    void want(boolean now) {
        wanted = now;
        if (!now || body == null) {
            return;
        }
        if (done) {
            schedule();
            return;
        }
        Http1Connection current = call.connection;
        if (current != null) {
            current.wantReads();
        }
        scheduleAhead();
    }

    /** Bytes that were read ahead make no event: one is made for them. */
    private void scheduleAhead() {
        Http1Connection current = call.connection;
        if (wanted && current != null && !done && current.input.hasAhead()) {
            schedule();
        }
    }

    private void schedule() {
        if (!scheduled) {
            scheduled = true;
            call.later(this::tellReadable);
        }
    }

    private void tellReadable() {
        scheduled = false;
        if (wanted && call.isLive()) {
            call.listener.onReadable();
            scheduleAhead();
        }
    }
}
