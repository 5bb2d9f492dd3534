package io.ethryx.server.gateway.call;

import io.ethryx.core.line.FailureKind;
import io.ethryx.core.line.NodeReply;
import io.ethryx.routing.NodeLoad;
import io.ethryx.server.gateway.edge.AttemptWatch;

/**
 * Tells all who keep account of a node what came of asking it: exactly one end of each beginning. Confined to the client's
 * IO thread.
 */
final class AttemptTally {

    private final NodeLoad load;
    private final AttemptWatch watch;
    private final NodeAccount account;
    private final long askedNanos = System.nanoTime();
    private boolean over;

    /** The node is asked now. */
    AttemptTally(NodeLoad load, AttemptWatch watch, NodeAccount account) {
        this.load = load;
        this.watch = watch;
        this.account = account;
        load.begun();
    }

    NodeLoad load() {
        return load;
    }

    AttemptWatch watch() {
        return watch;
    }

    /** How long the node has been asked. */
    long nanos() {
        return nanosTill(System.nanoTime());
    }

    private long nanosTill(long nowNanos) {
        return Math.max(0, nowNanos - askedNanos);
    }

    /** Whether it has ended. */
    boolean isOver() {
        return over;
    }

    /** The node answered; how long that took. */
    long answered(int status) {
        long now = System.nanoTime();
        long took = nanosTill(now);
        over = true;
        load.answered(took, now);
        watch.answered(status);
        account.answered();
        return took;
    }

    /** The node failed. */
    NodeReply.Failed failed(FailureKind kind) {
        long now = System.nanoTime();
        long took = nanosTill(now);
        over = true;
        load.failed(took, now);
        watch.failed(kind.wireName());
        account.failed(kind);
        return new NodeReply.Failed(kind, took);
    }

    /** The node is not asked any more, which says nothing of it. Does nothing after another end. */
    void givenUp() {
        if (!over) {
            over = true;
            load.abandoned();
            watch.givenUp();
        }
    }
}
