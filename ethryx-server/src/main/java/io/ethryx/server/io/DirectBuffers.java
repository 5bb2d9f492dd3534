package io.ethryx.server.io;

import io.undertow.connector.PooledByteBuffer;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Large buffers outside the heap, which a socket reads and writes without a copy. There is a fixed number of them at the most:
 * each is made when it is first missing, and kept from then on, for nobody says when memory outside the heap is free again.
 * Those given back stay with the thread that gave them, a few, and the others go where every thread finds them. Thread-safe,
 * takes no lock.
 */
final class DirectBuffers {

    static final int KEPT_BY_A_THREAD = 32;

    private final int bytes;
    private final AtomicInteger unmade;
    private final ThreadLocal<ThreadStock> kept = ThreadLocal.withInitial(() -> new ThreadStock(KEPT_BY_A_THREAD));
    private final ConcurrentLinkedQueue<ByteBuffer> spare = new ConcurrentLinkedQueue<>();
    private final Consumer<ByteBuffer> home = this::takeBack;

    /**
     * No buffers yet.
     *
     * @param bytes the size of each
     * @param most how many there may be
     */
    DirectBuffers(int bytes, int most) {
        this.bytes = bytes;
        this.unmade = new AtomicInteger(most);
    }

    /** Lends a buffer, empty; null if all are lent. */
    @Nullable
    PooledByteBuffer lend() {
        ByteBuffer buffer = kept.get().take();
        if (buffer == null) {
            buffer = spare.poll();
        }
        if (buffer == null && unmade.get() > 0) {
            buffer = make();
        }
        return buffer == null ? null : new LentBuffer(buffer, home);
    }

    private @Nullable ByteBuffer make() {
        return unmade.getAndUpdate(left -> Math.max(0, left - 1)) > 0 ? ByteBuffer.allocateDirect(bytes) : null;
    }

    private void takeBack(ByteBuffer buffer) {
        buffer.clear();
        if (!kept.get().keep(buffer)) {
            spare.add(buffer);
        }
    }
}
