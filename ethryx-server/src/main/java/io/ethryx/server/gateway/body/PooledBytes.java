package io.ethryx.server.gateway.body;

import io.ethryx.core.Body;
import io.ethryx.server.budget.ByteBudget;
import io.ethryx.server.io.BodyBuffers;
import io.undertow.connector.PooledByteBuffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bytes in pooled buffers, as many as come and a budget allows. Confined to one thread. */
public final class PooledBytes {

    private final BodyBuffers pool;
    private final ByteBudget budget;
    private @Nullable PooledByteBuffer first;
    /** Those behind the first: most bodies have none. */
    private List<PooledByteBuffer> more = List.of();

    private int size;
    private long taken;

    /**
     * Holds nothing yet.
     *
     * @param pool where buffers come from
     * @param budget what they count against
     */
    public PooledBytes(BodyBuffers pool, ByteBudget budget) {
        this.pool = pool;
        this.budget = budget;
    }

    /**
     * A buffer that takes more. What is put there is told by {@link #took}.
     *
     * @param expected how many bytes may come
     * @return lent until the next call, or null where the budget has no more of them
     */
    @Nullable
    public ByteBuffer room(long expected) {
        PooledByteBuffer last = more.isEmpty() ? first : more.get(more.size() - 1);
        if (last != null && last.getBuffer().hasRemaining()) {
            return last.getBuffer();
        }
        PooledByteBuffer next = lend(pool.allocate(withEnd(expected)));
        if (next == null && expected > pool.getBufferSize()) {
            next = lend(pool.allocate());
        }
        if (next == null) {
            return null;
        }
        hold(next);
        return next.getBuffer();
    }

    /** One byte more than a short body has: the read behind its last byte, which finds the end, takes no other buffer. */
    private long withEnd(long expected) {
        return expected > 0 && expected < pool.getBufferSize() ? expected + 1 : expected;
    }

    private void hold(PooledByteBuffer next) {
        if (first == null) {
            first = next;
        } else {
            more = more.isEmpty() ? new ArrayList<>() : more;
            more.add(next);
        }
    }

    /** What was lent if the budget has room for it; else it is given back. */
    private @Nullable PooledByteBuffer lend(PooledByteBuffer lent) {
        int bytes = lent.getBuffer().capacity();
        if (!budget.take(bytes)) {
            lent.close();
            return null;
        }
        taken += bytes;
        return lent;
    }

    /**
     * Counts what was put into {@link #room}.
     *
     * @param bytes how many
     */
    public void took(int bytes) {
        size += bytes;
    }

    /**
     * Counts bytes that are made of these and held as long.
     *
     * @param bytes how many
     * @return false where the budget has no room for them
     */
    public boolean holdBeside(int bytes) {
        if (!budget.take(bytes)) {
            return false;
        }
        taken += bytes;
        return true;
    }

    /**
     * How many bytes have come.
     *
     * @return in bytes
     */
    public int size() {
        return size;
    }

    /**
     * Views of the bytes, in order.
     *
     * @return of use until {@link #release}
     */
    public List<ByteBuffer> views() {
        List<ByteBuffer> views = new ArrayList<>(1 + more.size());
        if (first != null) {
            views.add(view(first));
        }
        for (PooledByteBuffer pooled : more) {
            views.add(view(pooled));
        }
        return views;
    }

    private static ByteBuffer view(PooledByteBuffer pooled) {
        return pooled.getBuffer().duplicate().flip();
    }

    /**
     * A view of all bytes, where they are in one piece.
     *
     * @return of use until {@link #release}; null if there are several pieces
     */
    public @Nullable ByteBuffer whole() {
        if (!more.isEmpty()) {
            return null;
        }
        return first == null ? ByteBuffer.allocate(0) : view(first);
    }

    /**
     * The bytes as a body.
     *
     * @return of use until {@link #release}; nothing is copied
     */
    public Body body() {
        ByteBuffer whole = whole();
        return whole == null ? Body.of(views()) : Body.of(whole);
    }

    /** Gives everything back. Idempotent. */
    public void release() {
        budget.give(taken);
        if (first != null) {
            first.close();
        }
        first = null;
        if (!more.isEmpty()) {
            more.forEach(PooledByteBuffer::close);
            more = List.of();
        }
        size = 0;
        taken = 0;
    }
}
