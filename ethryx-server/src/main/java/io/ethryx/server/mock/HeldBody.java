package io.ethryx.server.mock;

import io.ethryx.server.proxy.ByteBudget;
import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import io.undertow.server.Connectors;
import io.undertow.server.HttpServerExchange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.xnio.ChannelListener;
import org.xnio.channels.StreamSourceChannel;

/**
 * Reads a client's body into pooled buffers, and can give it back to the exchange as if it had never been read. Confined to
 * the exchange's IO thread.
 */
final class HeldBody implements ChannelListener<StreamSourceChannel> {

    /** The longest body that is held whole. */
    static final int MAX_BYTES = 1024 * 1024;

    /** Hears how the reading ends; one of the three, once. */
    interface Ending {
        /** The body is here to its last byte. */
        void whole();

        /** The body is longer than the limit or than what the budget has left; its beginning is here. */
        void tooLong();

        /** The client broke the body off. */
        void broken();
    }

    private final HttpServerExchange exchange;
    private final ByteBufferPool pool;
    private final ByteBudget budget;
    private final Ending ending;
    private final MentionScan scan = new MentionScan();
    private final List<PooledByteBuffer> held = new ArrayList<>(1);
    private @Nullable StreamSourceChannel channel;
    private int size;
    private boolean over;

    HeldBody(HttpServerExchange exchange, ByteBufferPool pool, ByteBudget budget, Ending ending) {
        this.exchange = exchange;
        this.pool = pool;
        this.budget = budget;
        this.ending = ending;
    }

    void start() {
        channel = exchange.getRequestChannel();
        channel.getReadSetter().set(this);
        handleEvent(channel);
    }

    @Override
    public void handleEvent(StreamSourceChannel readable) {
        try {
            while (!over) {
                ByteBuffer into = room();
                int read = into == null ? -2 : readable.read(into);
                if (into == null || size + read > MAX_BYTES) {
                    size += Math.max(0, read);
                    end(readable);
                    ending.tooLong();
                } else if (read == 0) {
                    readable.resumeReads();
                    return;
                } else if (read < 0) {
                    end(readable);
                    ending.whole();
                } else {
                    size += read;
                    scan.see(into, into.position() - read, into.position());
                }
            }
        } catch (IOException e) {
            end(readable);
            ending.broken();
        }
    }

    /** A buffer that takes more, or null where the budget has no more of them. */
    private @Nullable ByteBuffer room() {
        ByteBuffer last = held.isEmpty() ? null : held.get(held.size() - 1).getBuffer();
        if (last != null && last.hasRemaining()) {
            return last;
        }
        if (!budget.take(pool.getBufferSize())) {
            return null;
        }
        PooledByteBuffer more = new BudgetedBuffer(pool.allocate(), pool.getBufferSize(), budget);
        held.add(more);
        return more.getBuffer();
    }

    private void end(StreamSourceChannel readable) {
        over = true;
        readable.suspendReads();
    }

    /** Whether the body can be about the wanted method at all. */
    boolean mentioned() {
        return scan.mentioned();
    }

    /** A copy of what is held. */
    byte[] copy() {
        byte[] copy = new byte[size];
        int at = 0;
        for (PooledByteBuffer pooled : held) {
            ByteBuffer bytes = pooled.getBuffer();
            bytes.get(0, copy, at, bytes.position());
            at += bytes.position();
        }
        return copy;
    }

    /** Whoever reads the exchange's body next begins with its first byte. */
    void giveBack() {
        held.forEach(pooled -> pooled.getBuffer().flip());
        Connectors.ungetRequestBytes(exchange, held.toArray(PooledByteBuffer[]::new));
        Connectors.resetRequestChannel(exchange);
        held.clear();
    }

    /** Lets go of what is held, and reads no more. Idempotent. */
    void release() {
        StreamSourceChannel reading = channel;
        if (!over && reading != null) {
            end(reading);
        }
        held.forEach(PooledByteBuffer::close);
        held.clear();
    }
}
