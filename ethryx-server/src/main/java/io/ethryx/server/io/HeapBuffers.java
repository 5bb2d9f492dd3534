package io.ethryx.server.io;

import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * Buffers of one size on the heap, kept by the thread that gave them back: lending one takes no lock and asks no map. A
 * thread keeps a bounded number, and what is over becomes garbage. Thread-safe; a buffer that is lent belongs to its
 * borrower.
 */
public final class HeapBuffers implements ByteBufferPool {

    /** A MiB of 16 KiB buffers: what a thread lends at once with some thirty calls on their way. */
    private static final int KEPT_BY_A_THREAD = 64;

    private final int bytes;
    private final ThreadLocal<ArrayDeque<ByteBuffer>> kept = ThreadLocal.withInitial(ArrayDeque::new);
    private final Consumer<ByteBuffer> home = this::takeBack;
    private volatile boolean closed;

    /**
     * No buffers yet.
     *
     * @param bytes the size of each
     */
    public HeapBuffers(int bytes) {
        this.bytes = bytes;
    }

    @Override
    public PooledByteBuffer allocate() {
        if (closed) {
            throw new IllegalStateException("the buffers are closed");
        }
        ByteBuffer buffer = kept.get().pollLast();
        return new LentBuffer(buffer == null ? ByteBuffer.allocate(bytes) : buffer, home);
    }

    private void takeBack(ByteBuffer buffer) {
        ArrayDeque<ByteBuffer> mine = kept.get();
        if (mine.size() < KEPT_BY_A_THREAD && !closed) {
            buffer.clear();
            mine.addLast(buffer);
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
