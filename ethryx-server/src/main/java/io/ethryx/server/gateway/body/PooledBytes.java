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
    private final List<PooledByteBuffer> held = new ArrayList<>(1);
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
        ByteBuffer last = held.isEmpty() ? null : held.get(held.size() - 1).getBuffer();
        if (last != null && last.hasRemaining()) {
            return last;
        }
        PooledByteBuffer more = lend(pool.allocate(expected));
        if (more == null && expected > pool.getBufferSize()) {
            more = lend(pool.allocate());
        }
        if (more == null) {
            return null;
        }
        held.add(more);
        return more.getBuffer();
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
        List<ByteBuffer> views = new ArrayList<>(held.size());
        for (PooledByteBuffer pooled : held) {
            views.add(pooled.getBuffer().duplicate().flip());
        }
        return views;
    }

    /**
     * A view of all bytes, where they are in one piece.
     *
     * @return of use until {@link #release}; null if there are several pieces
     */
    public @Nullable ByteBuffer whole() {
        return held.size() > 1
                ? null
                : held.isEmpty()
                        ? ByteBuffer.allocate(0)
                        : held.get(0).getBuffer().duplicate().flip();
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
        held.forEach(PooledByteBuffer::close);
        held.clear();
        size = 0;
        taken = 0;
    }
}
