package io.ethryx.server.gateway.call;

import io.ethryx.core.AnswerReader;
import io.ethryx.core.CallBytes;
import io.ethryx.core.line.CallStep;
import io.ethryx.core.line.FailureKind;
import io.ethryx.core.line.NodeReply;
import io.ethryx.core.line.RoutingDecision;
import io.ethryx.core.topology.Node;
import io.ethryx.routing.NodeLoad;
import io.ethryx.routing.SubmittingMethods;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.gateway.body.PooledBytes;
import io.ethryx.server.upstream.Upstream;
import io.ethryx.server.upstream.UpstreamCall;
import io.ethryx.server.upstream.UpstreamFailure;
import io.ethryx.server.upstream.UpstreamListener;
import io.ethryx.server.upstream.UpstreamRequest;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One node that is asked for a call: the call is sent, and the beginning of the answer looked at, which is then held until
 * it is relayed or forgotten. Confined to the client's IO thread.
 */
final class NodeAttempt implements UpstreamListener {

    /** Hears what comes of an attempt that was not given up. */
    interface Asker {

        /** Once: the node answers, or failed. */
        void replied(NodeAttempt attempt, NodeReply reply);

        /** There is no room for the answer; nothing more is asked then. */
        void overBudget();

        /** The answer broke off after its beginning was told of. */
        void brokeOff();
    }

    private final CallAtHand about;
    private final RoutingDecision.Forward decision;
    private final Asker asker;
    private final AnswerLook look;
    private final AttemptTally tally;
    private CallStep.@Nullable Ask begun;
    private @Nullable UpstreamCall call;
    private @Nullable RequestSending sending;
    private @Nullable Runnable reader;

    NodeAttempt(CallAtHand about, RoutingDecision.Forward decision, Asker asker) {
        this.about = about;
        this.decision = decision;
        this.asker = asker;
        RpcMeans means = about.means();
        look = new AnswerLook(new PooledBytes(means.io().buffers(), means.budget()));
        tally = new AttemptTally(
                means.router().load(about.facts(), decision.node()),
                about.watch().asks(decision),
                new NodeAccount(means.nodes().outcomes(), about.facts().chain(), decision.node()));
    }

    void begin(CallStep.Ask ask) {
        begun = ask;
        begin(
                ask,
                SubmittingMethods.contains(about.facts().call().method())
                        ? UpstreamRequest.Connections.ANY
                        : UpstreamRequest.Connections.ANY_TOLD_IF_STALE);
    }

    private void begin(CallStep.Ask ask, UpstreamRequest.Connections connections) {
        RpcMeans means = about.means();
        Upstream upstream = means.nodes().connections().of(node());
        List<ByteBuffer> body = new ArrayList<>(3);
        CallBytes.single(about.facts().call(), ask.rewrite(), body);
        String target = means.nodes()
                .paths()
                .target(node(), about.facts().chain(), about.exchange().target());
        RequestSending first = new RequestSending(body);
        sending = first;
        UpstreamCall made = upstream.call(
                about.exchange().ioThread(),
                new NodeRequestHead(
                        target,
                        upstream.authority(),
                        about.fields(),
                        RequestSending.length(body),
                        tally.watch(),
                        connections),
                this);
        if (!tally.isOver()) {
            call = made;
            first.run(made);
        }
    }

    RoutingDecision.Forward decision() {
        return decision;
    }

    Node node() {
        return decision.node();
    }

    NodeLoad load() {
        return tally.load();
    }

    AnswerLook look() {
        return look;
    }

    /** The rest of an answer whose beginning was looked at; null once the call was given up. */
    @Nullable
    UpstreamCall answer() {
        return call;
    }

    /** Says who reads the rest of the answer. */
    void readBy(Runnable action) {
        reader = action;
    }

    @Override
    public void onWritable() {
        if (call != null && sending != null) {
            sending.run(call);
        }
    }

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
        if (reader != null) {
            reader.run();
        } else if (current != null && !tally.isOver()) {
            switch (look.read(current)) {
                case MORE -> awaitMore(current);
                case ENOUGH -> looked();
                case OVER_BUDGET -> asker.overBudget();
            }
        }
    }

    /** Waits for more, unless the call has failed meanwhile. */
    private void awaitMore(UpstreamCall read) {
        if (call == read) {
            look.keepHead();
            read.wantRead(true);
        }
    }

    private void looked() {
        AnswerReader reader =
                about.means().readers().answers(about.exchange().ioThread().getNumber());
        long took = tally.answered(look.status());
        asker.replied(this, new NodeReply.Answered(look.status(), look.error(reader), took));
    }

    @Override
    public void onFailure(UpstreamFailure failure) {
        call = null;
        CallStep.Ask ask = begun;
        if (tally.isOver()) {
            asker.brokeOff();
        } else if (failure.kind() == UpstreamFailure.Kind.STALE && ask != null) {
            begin(ask, UpstreamRequest.Connections.FRESH);
        } else {
            asker.replied(this, tally.failed(Failures.kindOf(failure)));
        }
    }

    /** The node has had all the time there was; what that means as a reply. */
    NodeReply late() {
        NodeReply late = tally.isOver()
                ? new NodeReply.Failed(FailureKind.DEADLINE, tally.nanos())
                : tally.failed(FailureKind.DEADLINE);
        giveUp();
        return late;
    }

    /** Gives up what is asked, and lets go of what came. Nothing is told of it any more. Idempotent. */
    void giveUp() {
        tally.givenUp();
        UpstreamCall current = call;
        call = null;
        if (current != null) {
            current.cancel();
        }
        look.forget();
    }
}
