package io.ethryx.server.mock;

import io.ethryx.server.budget.ByteBudget;
import io.ethryx.server.listener.RequestBody;
import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.xnio.XnioIoThread;

/**
 * Reads a client's body into pooled buffers, and can give it on as if it had never been read. Confined to
 * the exchange's IO thread.
 */
final class HeldBody implements Runnable {

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

    private final RequestBody body;
    private final ByteBufferPool pool;
    private final ByteBudget budget;
    private final Ending ending;
    private final MentionScan scan = new MentionScan();
    private final List<PooledByteBuffer> held = new ArrayList<>(1);
    private int size;
    private boolean over;

    HeldBody(RequestBody body, ByteBufferPool pool, ByteBudget budget, Ending ending) {
        this.body = body;
        this.pool = pool;
        this.budget = budget;
        this.ending = ending;
    }

    void start() {
        body.whenReadable(this);
        run();
    }

    @Override
    public void run() {
        try {
            while (!over) {
                ByteBuffer into = room();
                int read = into == null ? -2 : body.read(into);
                if (into == null || size + read > MAX_BYTES) {
                    size += Math.max(0, read);
                    end();
                    ending.tooLong();
                } else if (read == 0) {
                    body.want(true);
                    return;
                } else if (read < 0) {
                    end();
                    ending.whole();
                } else {
                    size += read;
                    scan.see(into, into.position() - read, into.position());
                }
            }
        } catch (IOException e) {
            end();
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

    private void end() {
        over = true;
        body.want(false);
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

    /** The whole body from its first byte on; what is held goes over to it. */
    ReplayedBody replay(XnioIoThread thread) {
        ReplayedBody whole = new ReplayedBody(held, body, thread);
        held.clear();
        return whole;
    }

    /** Lets go of what is held, and reads no more. Idempotent. */
    void release() {
        if (!over) {
            end();
        }
        held.forEach(PooledByteBuffer::close);
        held.clear();
    }
}
