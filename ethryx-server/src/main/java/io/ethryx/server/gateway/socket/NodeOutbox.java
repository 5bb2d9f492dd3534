package io.ethryx.server.gateway.socket;

import io.ethryx.server.budget.ByteBudget;
import io.ethryx.server.frames.FrameBytes;
import io.ethryx.server.frames.FrameHead;
import io.ethryx.server.tunnel.ByteQueue;
import io.ethryx.server.tunnel.TunnelEnd;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What goes out to a node, or waits until it is connected and takes more: bounded, and within what messages may hold together.
 * Confined to one IO thread.
 */
final class NodeOutbox {

    /** While so many bytes wait, no message more is taken. */
    static final int MOST_BYTES = 1024 * 1024;

    private final ByteBudget budget;
    private final ByteQueue held = new ByteQueue();
    private byte @Nullable [] pong;
    private long reserved;
    private boolean released;

    NodeOutbox(ByteBudget budget) {
        this.budget = budget;
    }

    /** Whether a message is taken; not while the node takes too little of what waits, and not once all is forgotten. */
    boolean add(byte[] message) {
        ByteBuffer frame = FrameBytes.toServer(FrameHead.TEXT, message);
        int count = frame.remaining();
        if (released || held.size() >= MOST_BYTES || !budget.take(count)) {
            return false;
        }
        reserved += count;
        held.append(frame);
        return true;
    }

    /** Answers a Ping; of several that wait only the last is answered (RFC 6455 section 5.5.3). */
    void pong(byte[] payload) {
        pong = payload;
    }

    /** Writes as much as the node takes; whether nothing waits any more. */
    boolean writeTo(TunnelEnd node) throws IOException {
        boolean gone = held.writeTo(node);
        byte[] answer = pong;
        if (gone && answer != null) {
            pong = null;
            held.append(FrameBytes.toServer(FrameHead.PONG, answer));
            gone = held.writeTo(node);
        }
        settle();
        return gone && node.flush();
    }

    private void settle() {
        long still = Math.min(reserved, held.size());
        budget.give(reserved - still);
        reserved = still;
    }

    /** Says a last word, if the node takes it now. */
    void sayGoodbye(TunnelEnd node) throws IOException {
        held.append(FrameBytes.toServer(FrameHead.CLOSE, FrameBytes.close(CloseCode.GOING_AWAY, "")));
        held.writeTo(node);
        node.flush();
    }

    /** Forgets what waits, and takes nothing more. Idempotent. */
    void release() {
        released = true;
        held.clear();
        pong = null;
        settle();
    }
}
