package io.ethryx.server.io;

import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Buffers of one size on the heap, kept by the thread that gave them back: lending one takes no lock and asks no map. A
 * thread keeps a bounded number, and what is over becomes garbage. Thread-safe; a buffer that is lent belongs to its
 * borrower.
 */
public final class HeapBuffers implements ByteBufferPool {

    /** Half a MiB of 16 KiB buffers. */
    private static final int KEPT_BY_A_THREAD = 32;

    private final int bytes;
    private final ThreadLocal<ArrayDeque<ByteBuffer>> kept = ThreadLocal.withInitial(ArrayDeque::new);
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
        return new Lent(buffer == null ? ByteBuffer.allocate(bytes) : buffer);
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

    /** A buffer until it is given back, which may be said twice. */
    private final class Lent implements PooledByteBuffer {

        private final AtomicReference<@Nullable ByteBuffer> buffer;

        Lent(ByteBuffer buffer) {
            this.buffer = new AtomicReference<>(buffer);
        }

        @Override
        public ByteBuffer getBuffer() {
            ByteBuffer current = buffer.get();
            if (current == null) {
                throw new IllegalStateException("the buffer has been given back");
            }
            return current;
        }

        @Override
        public void close() {
            ByteBuffer current = buffer.getAndSet(null);
            if (current != null) {
                takeBack(current);
            }
        }

        @Override
        public boolean isOpen() {
            return buffer.get() != null;
        }
    }
}
