package io.ethryx.server.io;

import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Buffers of one size on the heap, kept by the thread that gave them back: lending one takes no lock and asks no map. A
 * thread keeps a bounded number, and what is over becomes garbage. Thread-safe; a buffer that is lent belongs to its
 * borrower.
 */
public final class HeapBuffers implements ByteBufferPool {

    /** What a thread keeps, and at the most how many buffers that is. */
    private static final int KEPT_BYTES = 1024 * 1024;

    private static final int MOST_KEPT = 256;

    private final int bytes;
    private final ThreadLocal<ThreadStock> own;
    private final Consumer<ByteBuffer> home = this::takeBack;
    private volatile boolean closed;

    /**
     * No buffers yet.
     *
     * @param bytes the size of each
     */
    public HeapBuffers(int bytes) {
        this.bytes = bytes;
        int kept = Math.min(MOST_KEPT, Math.max(1, KEPT_BYTES / bytes));
        this.own = ThreadLocal.withInitial(() -> new ThreadStock(kept));
    }

    @Override
    public PooledByteBuffer allocate() {
        if (closed) {
            throw new IllegalStateException("the buffers are closed");
        }
        ByteBuffer buffer = own.get().take();
        return new LentBuffer(buffer == null ? ByteBuffer.allocate(bytes) : buffer, home);
    }

    private void takeBack(ByteBuffer buffer) {
        if (!closed) {
            buffer.clear();
            own.get().keep(buffer);
        }
    }

    @Override
    public ByteBufferPool getArrayBackedPool() {
        return this;
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public int getBufferSize() {
        return bytes;
    }

    @Override
    public boolean isDirect() {
        return false;
    }
}
