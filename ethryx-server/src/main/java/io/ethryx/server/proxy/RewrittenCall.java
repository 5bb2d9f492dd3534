package io.ethryx.server.proxy;

import io.ethryx.core.RpcError;
import io.ethryx.server.budget.ByteBudget;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.WholeAnswer;
import io.ethryx.server.timer.Timeout;
import io.ethryx.server.upstream.UpstreamCall;
import io.ethryx.server.upstream.UpstreamFailure;
import io.ethryx.server.upstream.UpstreamListener;
import io.undertow.util.StatusCodes;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A client's request that goes to an upstream with another body, and whose answer is taken whole and rewritten. The client's
 * body must have been read. Confined to the exchange's IO thread; what it holds is bounded by {@link #MAX_ANSWER_BYTES} and
 * by the budget.
 */
public final class RewrittenCall implements UpstreamListener {

    /** A longer answer is not rewritten: the client gets an error. */
    public static final int MAX_ANSWER_BYTES = 16 * 1024 * 1024;

    /** What becomes of an upstream's answer. */
    public interface Rewrite {

        /**
         * Rewrites the body of an answer with a status from 200 to 299 and no content coding.
         *
         * @param upstreams the body as it came
         * @return what the client gets instead, an empty body for 204; or nothing to leave it as it is
         */
        Optional<byte[]> answer(byte[] upstreams);
    }

    private final Forwarder forwarder;
    private final ClientExchange exchange;
    private final Destination destination;
    private final ByteBuffer body;
    private final Rewrite rewrite;
    private final Tally tally;
    private final Timeout deadline = new Timeout(this::tooLate);
    private final CollectedBody collected;
    private @Nullable UpstreamCall call;
    private int status;
    private FieldBlock fields = new FieldBlock();

    /**
     * A call, not begun.
     *
     * @param forwarder what it is forwarded with
     * @param exchange the client's exchange
     * @param destination where to
     * @param change what is sent and what becomes of the answer
     */
    public RewrittenCall(Forwarder forwarder, ClientExchange exchange, Destination destination, Change change) {
        this.forwarder = forwarder;
        this.exchange = exchange;
        this.destination = destination;
        this.body = change.body();
        this.rewrite = change.rewrite();
        this.tally = Tally.begin(forwarder.events, destination.layer(), exchange);
        this.collected = new CollectedBody(forwarder.buffers, change.budget(), MAX_ANSWER_BYTES);
    }

    /**
     * What is other than the client asked.
     *
     * @param body what the upstream gets as body
     * @param rewrite what becomes of the answer
     * @param budget what answers under way may take together
     */
    public record Change(ByteBuffer body, Rewrite rewrite, ByteBudget budget) {}

    /** Sends the request. The fields go on but for those that would keep the answer from being read. */
    public void begin() {
        exchange.whenEnded(this::ended);
        exchange.whenGone(this::clientGone);
        exchange.requestFields().drop(KnownField.ACCEPT_ENCODING);
        call = destination
                .upstream()
                .call(
                        exchange.ioThread(),
                        new ForwardedRequest(
                                exchange,
                                destination,
                                forwarder.forwardedFields,
                                new ForwardedRequest.Shape(body.remaining(), null)),
                        this);
        forwarder.timers.of(exchange.ioThread()).set(deadline, forwarder.proxyTimeout);
        onWritable();
    }

    @Override
    public void onWritable() {
        UpstreamCall current = call;
        while (current != null && body.hasRemaining() && current.write(body) > 0) {
            // goes on while the connection takes more
        }
        if (current != null) {
            current.wantWrite(body.hasRemaining());
            if (!body.hasRemaining()) {
                current.endRequest(null);
            }
        }
    }

    @Override
    public void onInformational(int informational, FieldBlock ignored) {
        // the client waits for no 100 any more, and gets none of the others since the answer is not the upstream's
    }

    @Override
    public void onHead(int answerStatus, FieldBlock answerFields, long contentLength) {
        deadline.clear();
        status = answerStatus;
        fields = answerFields;
        onReadable();
    }

    @Override
    public void onReadable() {
        UpstreamCall current = call;
        if (current == null) {
            return;
        }
        switch (collected.read(current)) {
            case MORE -> current.wantRead(true);
            case WHOLE -> whole(collected.take());
            case TOO_LONG -> fail(new FailedAnswer(502, sentence("is too long to be merged")));
            case OVER_BUDGET -> fail(new FailedAnswer(503, sentence("does not fit into memory now")));
            case BROKEN -> {
                // onFailure tells
            }
        }
    }

    private String sentence(String what) {
        return "The answer of the " + destination.layer() + " to a part of the batch " + what + ".";
    }

    private void whole(byte[] answer) {
        giveUpUpstream();
        boolean readable = status >= 200 && status <= 299 && !fields.has(KnownField.CONTENT_ENCODING);
        Optional<byte[]> rewritten = readable ? rewrite.answer(answer) : Optional.empty();
        rewritten.ifPresent(this::adapt);
        byte[] sent = rewritten.orElse(answer);
        tally.headReady(status);
        WholeAnswer.send(exchange, status, AnswerFields.endToEnd(fields), ByteBuffer.wrap(sent));
    }

    private void adapt(byte[] rewritten) {
        status = rewritten.length == 0 ? StatusCodes.NO_CONTENT : StatusCodes.OK;
        if (rewritten.length == 0) {
            fields.drop(KnownField.CONTENT_TYPE);
        } else if (!fields.has(KnownField.CONTENT_TYPE)) {
            fields.add(KnownField.CONTENT_TYPE, "application/json");
        }
    }

    @Override
    public void onFailure(UpstreamFailure failure) {
        call = null;
        fail(FailedAnswer.of(destination.layer(), failure));
    }

    private void tooLate() {
        fail(FailedAnswer.timedOut(destination.layer(), forwarder.proxyTimeout));
    }

    private void fail(FailedAnswer failed) {
        deadline.clear();
        giveUpUpstream();
        tally.headReady(failed.status());
        forwarder.events.failed(destination.layer(), failed.status(), failed.sentence());
        failed.send(exchange, true, JsonRpcCalls.looksLikeOne(exchange) ? RpcError.NULL_ID : null);
    }

    private void clientGone() {
        tally.clientLeft();
        giveUpUpstream();
        exchange.abort();
    }

    private void giveUpUpstream() {
        UpstreamCall current = call;
        call = null;
        if (current != null) {
            current.cancel();
        }
    }

    private void ended() {
        deadline.clear();
        giveUpUpstream();
        collected.close();
    }
}
