package io.ethryx.server.testing;

import io.ethryx.server.io.BodyBuffers;
import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import io.undertow.server.DefaultByteBufferPool;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** A pool that knows how many of its buffers are out, short and long ones included, and how many were at the most. */
public final class CountingBuffers implements BodyBuffers {

    private static final int SHORT = 2 * 1024;

    private final ByteBufferPool pool;
    private final ByteBufferPool arrays;
    private final ByteBufferPool large;
    private final ByteBufferPool small;
    private final AtomicInteger out = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);

    /** Buffers on the heap. */
    public CountingBuffers(int size) {
        this(size, false);
    }

    private CountingBuffers(int size, boolean direct) {
        pool = new DefaultByteBufferPool(direct, size, -1, 12);
        small = new DefaultByteBufferPool(direct, Math.min(size, SHORT), -1, 12);
        large = new DefaultByteBufferPool(true, 4 * size, -1, 12);
        arrays = new DefaultByteBufferPool(false, size, -1, 12);
    }

    /** Buffers beside the heap. */
    public static CountingBuffers direct(int size) {
        return new CountingBuffers(size, true);
    }

    public int out() {
        return out.get();
    }

    public int most() {
        return most.get();
    }

    public void forgetMost() {
        most.set(out.get());
    }

    /** Lends so many buffers more, then fails once. */
    public void failAfter(int lent) {
        left.set(lent);
    }

    @Override
    public PooledByteBuffer allocate() {
        return counted(pool.allocate());
    }

    @Override
    public PooledByteBuffer allocate(long expected) {
        if (expected > 0 && expected <= small.getBufferSize()) {
            return counted(small.allocate());
        }
        return counted(expected > pool.getBufferSize() ? large.allocate() : pool.allocate());
    }

    private PooledByteBuffer counted(PooledByteBuffer buffer) {
        if (left.getAndDecrement() == 0) {
            buffer.close();
            throw new IllegalStateException("no buffer, as the test wants it");
        }
        most.accumulateAndGet(out.incrementAndGet(), Math::max);
        AtomicBoolean returned = new AtomicBoolean();
        return new PooledByteBuffer() {
            @Override
            public ByteBuffer getBuffer() {
                return buffer.getBuffer();
            }

            @Override
            public void close() {
                if (returned.getAndSet(true)) {
                    throw new IllegalStateException("a buffer was given back twice");
                }
                out.decrementAndGet();
                buffer.close();
            }

            @Override
            public boolean isOpen() {
                return buffer.isOpen();
            }
        };
    }

    @Override
    public ByteBufferPool getArrayBackedPool() {
        return arrays;
    }

    @Override
    public void close() {
        pool.close();
        arrays.close();
        large.close();
        small.close();
    }

    @Override
    public int getBufferSize() {
        return pool.getBufferSize();
    }

    @Override
    public boolean isDirect() {
        return pool.isDirect();
    }
}
