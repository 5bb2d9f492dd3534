package io.ethryx.routing;

import io.ethryx.core.AnswerError;
import io.ethryx.core.line.FailureKind;
import io.ethryx.core.line.NodeReply;
import io.ethryx.core.topology.Node;
import java.util.Random;

/** A node of the simulation: how long it takes, when it is dead, and how much history it has. */
final class SimulatedNode {

    private static final long MILLI = 1_000_000L;

    final Node node;
    private final long typicalNanos;
    private final int slots;
    private long deadFrom = Long.MAX_VALUE;
    private long deadTo = Long.MAX_VALUE;
    private long history = Long.MAX_VALUE;
    private long freeAt;
    int asked;
    int answered;

    /**
     * A node that lives and has all history.
     *
     * @param typicalMillis how long an answer takes as a rule
     * @param slots how many calls it serves at the same time without making them wait
     */
    SimulatedNode(Node node, long typicalMillis, int slots) {
        this.node = node;
        this.typicalNanos = typicalMillis * MILLI;
        this.slots = slots;
    }

    SimulatedNode deadBetween(long fromNanos, long toNanos) {
        deadFrom = fromNanos;
        deadTo = toNanos;
        return this;
    }

    SimulatedNode withHistory(long blocks) {
        history = blocks;
        return this;
    }

    boolean isDead(long now) {
        return now >= deadFrom && now < deadTo;
    }

    /** What it replies to a call that arrives now, and when. */
    NodeReply reply(long now, long behindHead, Random random) {
        asked++;
        if (isDead(now)) {
            return new NodeReply.Failed(FailureKind.CONNECT, MILLI);
        }
        answered++;
        long service = typicalNanos / 2 + random.nextLong(typicalNanos);
        long begins = Math.max(now, freeAt);
        freeAt = begins + service / slots;
        long took = begins - now + service;
        AnswerError error = behindHead > history ? new AnswerError(-39006, "StateBlockNotFound", null) : null;
        return new NodeReply.Answered(200, error, took);
    }
}
