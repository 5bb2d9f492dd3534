package io.ethryx.server.gateway.call;

import io.ethryx.core.AnswerError;
import io.ethryx.core.Body;
import io.ethryx.core.line.FailureKind;
import io.ethryx.core.line.NodeReply;
import io.ethryx.core.line.SubBatch;
import io.ethryx.core.topology.Node;
import io.ethryx.server.gateway.edge.AttemptWatch;
import io.ethryx.server.gateway.socket.NodePlace;
import io.ethryx.server.gateway.socket.NodeSocket;

/**
 * A call about subscriptions that stands in a batch: it is asked of the node that the socket's subscriptions live on, by
 * itself. Confined to the client's IO thread.
 */
final class SubscriptionPart implements BatchPart, NodeSocket.Reply {

    private static final byte[] NO_ANSWERS = {'[', ']'};

    private final BatchCall batch;
    private final SubBatch sub;
    private final NodeSocket socket;
    private final AttemptWatch watch;
    private final long askedNanos = System.nanoTime();
    private boolean over;

    SubscriptionPart(BatchCall batch, SubBatch sub, NodeSocket socket, AttemptWatch watch) {
        this.batch = batch;
        this.sub = sub;
        this.socket = socket;
        this.watch = watch;
    }

    void begin(NodePlace place) {
        socket.ask(place, sub.calls().get(0), sub.rewrites().get(0), this);
    }

    @Override
    public SubBatch sub() {
        return sub;
    }

    @Override
    public void answered(Node node, byte[] message, Runnable next) {
        if (over) {
            next.run();
            return;
        }
        over = true;
        watch.answered(200);
        AnswerError error = batch.look(message);
        if (error == null) {
            socket.subscribed();
        }
        NodeReply reply = new NodeReply.Answered(200, error, sinceAsked());
        batch.whole(this, reply, Body.of(message.length == 0 ? NO_ANSWERS : message));
        batch.beforeNews(next);
    }

    @Override
    public void failed(FailureKind kind) {
        if (!over) {
            over = true;
            watch.failed(kind.wireName());
            batch.failed(this, new NodeReply.Failed(kind, sinceAsked()));
        }
    }

    private long sinceAsked() {
        return Math.max(0, System.nanoTime() - askedNanos);
    }

    @Override
    public void late() {
        socket.forget(this);
        failed(FailureKind.DEADLINE);
    }

    @Override
    public void cancel() {
        if (!over) {
            over = true;
            watch.givenUp();
            socket.forget(this);
        }
    }

    @Override
    public void release() {
        // It holds nothing that is borrowed.
    }
}
