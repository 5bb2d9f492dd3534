package io.ethryx.core.line;

import io.ethryx.core.Body;
import io.ethryx.core.topology.Node;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Asks nodes and waits for what they reply, until one deadline for all.
 *
 * @param <Q> what tells which request a reply is for
 */
final class ReplyQueue<Q> {

    /** A reply, with a copy of the answer's bytes. */
    record Arrived<Q>(Q request, NodeReply reply, Body answer) {}

    private static final Body NOTHING = Body.of(new byte[0]);

    private final NodeClient client;
    private final BlockingQueue<Arrived<Q>> arrived = new LinkedBlockingQueue<>();
    private final long startNanos;
    private final long deadlineNanos;

    ReplyQueue(NodeClient client, long startNanos, Duration deadline) {
        this.client = client;
        this.startNanos = startNanos;
        this.deadlineNanos = startNanos + deadline.toNanos();
    }

    void ask(Q request, Node node, List<ByteBuffer> body) {
        client.ask(
                new NodeRequest(node, body, deadlineNanos),
                (reply, answer) -> arrived.add(new Arrived<>(request, reply, copy(answer))));
    }

    /** The next reply; null once the deadline passed. */
    @Nullable
    Arrived<Q> await() throws InterruptedException {
        return arrived.poll(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    /** What is to be said of a request that is still out when the deadline passed. */
    Arrived<Q> late(Q request) {
        return new Arrived<>(
                request, new NodeReply.Failed(FailureKind.DEADLINE, System.nanoTime() - startNanos), NOTHING);
    }

    private static Body copy(Body answer) {
        return answer.length() == 0 ? NOTHING : Body.of(answer.copy(0, answer.length()));
    }
}
