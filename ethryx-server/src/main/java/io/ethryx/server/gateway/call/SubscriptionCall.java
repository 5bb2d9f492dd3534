package io.ethryx.server.gateway.call;

import io.ethryx.core.AnswerError;
import io.ethryx.core.Body;
import io.ethryx.core.RpcId;
import io.ethryx.core.line.CallRun;
import io.ethryx.core.line.CallStep;
import io.ethryx.core.line.FailureKind;
import io.ethryx.core.line.NodeReply;
import io.ethryx.core.topology.Node;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.gateway.body.OwnAnswer;
import io.ethryx.server.gateway.edge.AttemptWatch;
import io.ethryx.server.gateway.edge.Visit;
import io.ethryx.server.gateway.socket.NodePlace;
import io.ethryx.server.gateway.socket.NodeSocket;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.WholeAnswer;
import io.ethryx.server.timer.Timeout;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Drives a call about subscriptions: it goes along the line as any other, and is asked of the node that the socket's
 * subscriptions live on. Confined to the client's IO thread.
 */
public final class SubscriptionCall implements NodeSocket.Reply {

    private final RpcMeans means;
    private final Visit visit;
    private final ClientExchange exchange;
    private final CallRun run;
    private final NodeSocket socket;
    private final FieldBlock fields;
    private final Timeout deadline = new Timeout(this::late);
    private AttemptWatch watch = AttemptWatch.NOBODY;
    private long askedNanos;
    private byte[] answer = {};
    private @Nullable FailureKind broke;

    /**
     * Nothing is asked yet.
     *
     * @param means what requests are served with
     * @param visit the message
     * @param run what the line says of the call
     * @param socket the one to the node of the client's subscriptions
     */
    public SubscriptionCall(RpcMeans means, Visit visit, CallRun run, NodeSocket socket) {
        this.means = means;
        this.visit = visit;
        this.exchange = visit.exchange();
        this.run = run;
        this.socket = socket;
        this.fields = PreparedFields.of(exchange, means.nodes().forwarded());
    }

    /** Asks the node. Called once; the client has its answer when the exchange has ended. */
    public void begin() {
        exchange.whenEnded(this::ended);
        exchange.whenGone(this::clientGone);
        means.io()
                .timers()
                .of(exchange.ioThread())
                .set(deadline, means.limits().timeouts().of(run.facts().call().method()));
        proceed();
    }

    private void proceed() {
        CallStep step = run.step();
        if (step instanceof CallStep.Ask ask) {
            ask(ask);
            return;
        }
        deadline.clear();
        RpcId id = run.facts().call().id();
        if (id == null) {
            OwnAnswer.silence(exchange);
        } else if (step instanceof CallStep.Answer own) {
            OwnAnswer.error(exchange, own.error(), id, own.retryAfter());
        } else {
            WholeAnswer.send(exchange, 200, OwnAnswer.jsonFields(), ByteBuffer.wrap(answer));
        }
    }

    private void ask(CallStep.Ask ask) {
        askedNanos = System.nanoTime();
        watch = visit.watch().asks(ask.decision());
        Node node = ask.decision().node();
        NodePlace place = new NodePlace(
                node,
                means.nodes().connections().of(node),
                means.nodes().paths().target(node, run.facts().chain(), exchange.target()),
                fields);
        socket.ask(place, run.facts().call(), ask.rewrite(), this);
    }

    @Override
    public void answered(Node node, byte[] message, Runnable next) {
        answer = message;
        AnswerError error = message.length == 0
                ? null
                : means.readers().answers(exchange.ioThread().getNumber()).look(Body.of(message), true);
        if (error == null) {
            socket.subscribed();
        }
        watch.answered(200);
        run.repliedBy(node, new NodeReply.Answered(200, error, sinceAsked()));
        proceed();
        next.run();
    }

    @Override
    public void failed(FailureKind kind) {
        watch.failed(kind.wireName());
        run.replied(new NodeReply.Failed(kind, sinceAsked()));
        proceed();
    }

    private long sinceAsked() {
        return Math.max(0, System.nanoTime() - askedNanos);
    }

    private void late() {
        socket.forget(this);
        if (run.step() instanceof CallStep.Ask) {
            failed(FailureKind.DEADLINE);
        }
    }

    private void clientGone() {
        broke = FailureKind.CALLER_GONE;
        watch.givenUp();
        exchange.abort();
    }

    private void ended() {
        deadline.clear();
        socket.forget(this);
        long now = System.nanoTime();
        long bytes = exchange.answer().bodyBytes();
        if (broke != null) {
            run.broke(broke, bytes, now);
        } else {
            run.ended(bytes, now);
        }
    }
}
