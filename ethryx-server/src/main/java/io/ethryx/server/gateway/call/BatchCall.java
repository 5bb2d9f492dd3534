package io.ethryx.server.gateway.call;

import io.ethryx.core.AnswerError;
import io.ethryx.core.AnswerList;
import io.ethryx.core.AnswerReader;
import io.ethryx.core.Body;
import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.RpcId;
import io.ethryx.core.line.BatchRun;
import io.ethryx.core.line.FailureKind;
import io.ethryx.core.line.NodeReply;
import io.ethryx.core.line.SubBatch;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Node;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.gateway.body.GatheredAnswer;
import io.ethryx.server.gateway.body.OwnAnswer;
import io.ethryx.server.gateway.body.PooledBytes;
import io.ethryx.server.gateway.edge.RequestWatch;
import io.ethryx.server.gateway.edge.Visit;
import io.ethryx.server.gateway.socket.NodePlace;
import io.ethryx.server.gateway.socket.NodeSocket;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.timer.Timeout;
import io.ethryx.server.timer.TimerWheel;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.xnio.XnioIoThread;

/**
 * Drives one batch: asks nodes for its parts at the same time, and puts their answers together. Confined to the client's IO
 * thread.
 */
public final class BatchCall {

    /** What the replaced program calls the method of a batch, for its time. */
    private static final String METHOD = "unknown";

    private static final Duration LATER = Duration.ofSeconds(1);

    private final RpcMeans means;
    private final ClientExchange exchange;
    private final RequestWatch watch;
    private final BatchRun run;
    private final ChainId chain;
    private final FieldBlock requestFields;
    private final Timeout deadline = new Timeout(this::late);
    private final List<BatchPart> out = new ArrayList<>(2);
    private final List<BatchPart> answered = new ArrayList<>(2);
    private final List<Runnable> held = new ArrayList<>(0);
    private @Nullable NodeSocket socket;
    private @Nullable FailureKind broke;
    private boolean finished;

    /**
     * Nothing is asked yet.
     *
     * @param means what requests are served with
     * @param visit the request
     * @param chain the chain that nodes are asked about
     * @param run what the line says of the batch
     */
    public BatchCall(RpcMeans means, Visit visit, ChainId chain, BatchRun run) {
        this.means = means;
        this.exchange = visit.exchange();
        this.watch = visit.watch();
        this.chain = chain;
        this.run = run;
        this.requestFields = PreparedFields.of(exchange, means.nodes().forwarded());
        requestFields.drop(KnownField.ACCEPT_ENCODING);
    }

    /**
     * Calls that go alone are asked of the node that the socket's subscriptions live on.
     *
     * @param node the node
     * @return this
     */
    public BatchCall subscribingAt(NodeSocket node) {
        socket = node;
        return this;
    }

    /** Asks the first nodes. Called once; the client has its answer when the exchange has ended. */
    public void begin() {
        exchange.whenEnded(this::ended);
        exchange.whenGone(this::clientGone);
        wheel().set(deadline, means.limits().timeouts().of(METHOD));
        send(run.first());
        finishIfSettled();
    }

    private void send(List<SubBatch> subs) {
        for (SubBatch sub : subs) {
            Node node = sub.decision().node();
            NodePlace place = new NodePlace(
                    node,
                    means.nodes().connections().of(node),
                    means.nodes().paths().target(node, chain, exchange.target()),
                    requestFields);
            if (socket != null && sub.alone()) {
                subscribe(sub, place, socket);
            } else {
                send(sub, place);
            }
        }
    }

    private void subscribe(SubBatch sub, NodePlace place, NodeSocket node) {
        SubscriptionPart asked = new SubscriptionPart(this, sub, node, watch.asks(sub.decision()));
        out.add(asked);
        asked.begin(place);
    }

    private void send(SubBatch sub, NodePlace place) {
        SubCall asked = new SubCall(
                this,
                sub,
                new PooledBytes(means.io().buffers(), means.budget()),
                new AttemptTally(
                        means.router().load(chain, place.node()),
                        watch.asks(sub.decision()),
                        new NodeAccount(means.nodes().outcomes(), chain, place.node())));
        out.add(asked);
        asked.begin(place);
    }

    XnioIoThread ioThread() {
        return exchange.ioThread();
    }

    /** A node answered to its last byte. */
    void whole(BatchPart sub, NodeReply reply, Body body) {
        AnswerReader reader = means.readers().answers(exchange.ioThread().getNumber());
        AnswerList answers = reader.readAll(body);
        means.nodes().filters().hear(sub.sub(), answers, reader);
        replied(sub, reply, answers);
    }

    /** The error that an answer to one call is, or null. */
    @Nullable
    AnswerError look(byte[] answer) {
        return answer.length == 0
                ? null
                : means.readers().answers(exchange.ioThread().getNumber()).look(Body.of(answer), true);
    }

    void failed(BatchPart sub, NodeReply.Failed failure) {
        replied(sub, failure, null);
    }

    private void replied(BatchPart sub, NodeReply reply, @Nullable AnswerList answers) {
        if (!out.remove(sub) || finished) {
            return;
        }
        answered.add(sub);
        send(run.replied(sub.sub(), reply, answers, System.nanoTime()));
        finishIfSettled();
    }

    /**
     * What the node says next over its WebSocket, news of a subscription perhaps, waits till the client has the answers; unless
     * there are more to come over it.
     */
    void beforeNews(Runnable next) {
        if (exchange.hasEnded() || out.stream().anyMatch(SubscriptionPart.class::isInstance)) {
            next.run();
        } else {
            held.add(next);
        }
    }

    /** The budget has no room for an answer: the whole batch is put off. */
    void overBudget() {
        if (!finished) {
            finished = true;
            broke = FailureKind.POOL_EXHAUSTED;
            OwnAnswer.error(exchange, ErrorCatalogue.OVERLOADED, RpcId.NULL, LATER);
        }
    }

    private void finishIfSettled() {
        if (finished || !run.settled()) {
            return;
        }
        finished = true;
        deadline.clear();
        List<ByteBuffer> pieces = run.answer();
        if (pieces.isEmpty()) {
            OwnAnswer.silence(exchange);
        } else {
            GatheredAnswer.send(exchange, OwnAnswer.jsonFields(), pieces);
        }
    }

    private void late() {
        List.copyOf(out).forEach(BatchPart::late);
    }

    private void clientGone() {
        broke = FailureKind.CALLER_GONE;
        watch.clientLeft();
        exchange.abort();
    }

    private void ended() {
        finished = true;
        deadline.clear();
        out.forEach(BatchPart::cancel);
        out.forEach(BatchPart::release);
        answered.forEach(BatchPart::release);
        held.forEach(Runnable::run);
        held.clear();
        long now = System.nanoTime();
        if (broke != null) {
            run.broke(broke, now);
        } else {
            run.ended(now);
        }
    }

    private TimerWheel wheel() {
        return means.io().timers().of(exchange.ioThread());
    }
}
