package io.ethryx.server.gateway;

import io.ethryx.core.AnswerError;
import io.ethryx.core.AnswerReader;
import io.ethryx.core.CallBytes;
import io.ethryx.core.RpcId;
import io.ethryx.core.line.CallRun;
import io.ethryx.core.line.CallStep;
import io.ethryx.core.line.FailureKind;
import io.ethryx.core.line.NodeReply;
import io.ethryx.core.topology.Node;
import io.ethryx.routing.CallDeadline;
import io.ethryx.routing.NodeLoad;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ClientAnswer;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.WholeAnswer;
import io.ethryx.server.proxy.HopByHop;
import io.ethryx.server.proxy.ResponsePump;
import io.ethryx.server.timer.Timeout;
import io.ethryx.server.timer.TimerWheel;
import io.ethryx.server.upstream.Upstream;
import io.ethryx.server.upstream.UpstreamCall;
import io.ethryx.server.upstream.UpstreamFailure;
import io.ethryx.server.upstream.UpstreamListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Drives one call: asks the nodes that its run names, one after the other, looks at the beginning of what they answer, and
 * hands the client the answer that the run settles on. Confined to the client's IO thread.
 */
final class SingleCall implements UpstreamListener, ResponsePump.Ending {

    private final RpcMeans means;
    private final ClientExchange exchange;
    private final CallRun run;
    private final FieldBlock requestFields;
    private final Timeout deadline = new Timeout(this::late);
    private final AnswerLook look;
    private @Nullable UpstreamCall call;
    private @Nullable RequestSending sending;
    private @Nullable NodeLoad load;
    private @Nullable ResponsePump pump;
    private @Nullable FailureKind broke;
    private long askedNanos;
    private @Nullable Timeout silence;
    private long givenBytes;

    SingleCall(RpcMeans means, ClientExchange exchange, CallRun run) {
        this.means = means;
        this.exchange = exchange;
        this.run = run;
        this.requestFields = PreparedFields.of(exchange, means.nodes().forwarded());
        this.look = new AnswerLook(new PooledBytes(means.io().buffers(), means.budget()));
    }

    void begin() {
        exchange.whenEnded(this::ended);
        exchange.whenGone(this::clientGone);
        wheel().set(deadline, means.limits().timeouts().of(run.facts().call().method()));
        proceed();
    }

    private void proceed() {
        CallStep step = run.step();
        if (step instanceof CallStep.Ask ask) {
            ask(ask);
        } else if (step instanceof CallStep.Answer own) {
            deadline.clear();
            answer(own);
        } else {
            deadline.clear();
            relay();
        }
    }

    private void ask(CallStep.Ask ask) {
        Node node = ask.decision().node();
        Upstream upstream = means.nodes().connections().of(node);
        List<ByteBuffer> body = new ArrayList<>(3);
        CallBytes.single(run.facts().call(), ask.rewrite(), body);
        NodeLoad asked = means.router().load(run.facts(), node);
        asked.begun();
        load = asked;
        askedNanos = System.nanoTime();
        String target = means.nodes().paths().target(node, run.facts().chain(), exchange.target());
        RequestSending begun = new RequestSending(body);
        sending = begun;
        UpstreamCall made = upstream.call(
                exchange.ioThread(),
                new NodeRequestHead(target, upstream.authority(), requestFields, RequestSending.length(body)),
                this);
        call = made;
        begun.run(made);
    }

    @Override
    public void onWritable() {
        if (call != null && sending != null) {
            sending.run(call);
        }
    }

    // --- what the node says ---

    @Override
    public void onInformational(int status, FieldBlock fields) {
        // The client sent its body without waiting, so that nothing is left to be told before the answer.
    }

    @Override
    public void onHead(int status, FieldBlock fields, long contentLength) {
        look.begin(status, fields, contentLength);
        onReadable();
    }

    @Override
    public void onReadable() {
        UpstreamCall current = call;
        if (pump != null) {
            pump.run();
        } else if (current != null) {
            switch (look.read(current)) {
                case MORE -> awaitMore(current);
                case ENOUGH -> looked();
                case OVER_BUDGET -> {
                    give(true);
                    replied(new NodeReply.Failed(FailureKind.POOL_EXHAUSTED, sinceAsked()));
                }
            }
        }
    }

    /** Waits for more, unless the call has failed meanwhile and perhaps another one has begun. */
    private void awaitMore(UpstreamCall read) {
        if (call == read) {
            look.keepHead();
            read.wantRead(true);
        }
    }

    private void looked() {
        AnswerReader reader = means.readers().answers(exchange.ioThread().getNumber());
        AnswerError error = look.error(reader);
        long took = sinceAsked();
        if (load != null) {
            load.answered(took, System.nanoTime());
            load = null;
        }
        replied(new NodeReply.Answered(look.status(), error, took));
    }

    @Override
    public void onFailure(UpstreamFailure failure) {
        call = null;
        if (exchange.answer().hasBegun()) {
            broke = FailureKind.BROKEN;
            exchange.abort();
            return;
        }
        if (load != null) {
            load.failed(sinceAsked(), System.nanoTime());
            load = null;
        }
        replied(new NodeReply.Failed(Failures.kindOf(failure), sinceAsked()));
    }

    private void replied(NodeReply reply) {
        CallStep next = run.replied(reply);
        if (!(next instanceof CallStep.Relay)) {
            give(false);
            look.forget();
        }
        proceed();
    }

    private long sinceAsked() {
        return Math.max(0, System.nanoTime() - askedNanos);
    }

    // --- what the client gets ---

    private void answer(CallStep.Answer own) {
        RpcId id = run.facts().call().id();
        if (id == null) {
            OwnAnswer.silence(exchange);
        } else {
            OwnAnswer.error(exchange, own.error(), id, own.retryAfter());
        }
    }

    private void relay() {
        UpstreamCall current = call;
        if (run.facts().call().notification() || current == null) {
            OwnAnswer.silence(exchange);
            return;
        }
        FieldBlock fields = look.fields();
        HopByHop.drop(fields);
        fields.drop(KnownField.CONTENT_LENGTH);
        ByteBuffer whole = look.wholeInOne();
        if (whole != null) {
            WholeAnswer.send(exchange, look.status(), fields, whole);
            return;
        }
        ClientAnswer answer = exchange.answer();
        answer.begin(look.status(), fields, look.contentLength());
        watchForSilence();
        pump = new ResponsePump(means.io().buffers(), answer, new LookedAnswer(current, look.views()), this);
        pump.start();
    }

    private void watchForSilence() {
        Timeout watch = new Timeout(this::stillSilent);
        silence = watch;
        wheel().set(watch, CallDeadline.SILENCE);
    }

    /** An answer that has begun may stand still for so long, whichever side holds it up. */
    private void stillSilent() {
        long given = exchange.answer().bodyBytes();
        if (given != givenBytes && silence != null) {
            givenBytes = given;
            wheel().set(silence, CallDeadline.SILENCE);
        } else {
            broke = FailureKind.DEADLINE;
            exchange.abort();
        }
    }

    @Override
    public void bodyEnds() {
        // What a node may say behind its answer is said to this hop.
    }

    @Override
    public void clientBroken(IOException cause) {
        clientGone();
    }

    // --- how it ends ---

    private void late() {
        give(true);
        replied(new NodeReply.Failed(FailureKind.DEADLINE, sinceAsked()));
    }

    private void clientGone() {
        broke = FailureKind.CALLER_GONE;
        exchange.abort();
    }

    /** Gives up what is asked of a node. */
    private void give(boolean nodesFault) {
        UpstreamCall current = call;
        call = null;
        if (load != null) {
            if (nodesFault) {
                load.failed(sinceAsked(), System.nanoTime());
            } else {
                load.abandoned();
            }
            load = null;
        }
        if (current != null) {
            current.cancel();
        }
    }

    private void ended() {
        deadline.clear();
        if (silence != null) {
            silence.clear();
        }
        if (pump != null) {
            pump.stop();
        }
        give(false);
        look.forget();
        long now = System.nanoTime();
        long bytes = exchange.answer().bodyBytes();
        if (broke != null) {
            run.broke(broke, bytes, now);
        } else {
            run.ended(bytes, now);
        }
    }

    private TimerWheel wheel() {
        return means.io().timers().of(exchange.ioThread());
    }
}
