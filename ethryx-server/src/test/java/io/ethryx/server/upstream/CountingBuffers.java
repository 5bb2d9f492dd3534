package io.ethryx.server.upstream;

import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import io.undertow.server.DefaultByteBufferPool;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/** A pool that knows how many of its buffers are out. */
public final class CountingBuffers implements ByteBufferPool {

    private final ByteBufferPool pool;
    private final AtomicInteger out = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    public CountingBuffers(int size) {
        pool = new DefaultByteBufferPool(true, size, -1, 12);
    }

    public int out() {
        return out.get();
    }

    public int most() {
        return most.get();
    }

    @Override
    public PooledByteBuffer allocate() {
        PooledByteBuffer buffer = pool.allocate();
        int now = out.incrementAndGet();
        most.accumulateAndGet(now, Math::max);
        return new PooledByteBuffer() {
            @Override
            public ByteBuffer getBuffer() {
                return buffer.getBuffer();
            }

            @Override
            public void close() {
                if (!buffer.isOpen()) {
                    throw new IllegalStateException("a buffer was given back twice");
                }
                buffer.close();
                out.decrementAndGet();
            }

            @Override
            public boolean isOpen() {
                return buffer.isOpen();
            }
        };
    }

    @Override
    public ByteBufferPool getArrayBackedPool() {
        return pool.getArrayBackedPool();
    }

    @Override
    public void close() {
        pool.close();
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
