package io.ethryx.server.mock;

import io.ethryx.server.proxy.ByteBudget;
import io.undertow.connector.PooledByteBuffer;
import java.nio.ByteBuffer;

/** A buffer that gives back to its budget what it took, once, whoever closes it. */
final class BudgetedBuffer implements PooledByteBuffer {

    private final PooledByteBuffer buffer;
    private final long bytes;
    private final ByteBudget budget;

    BudgetedBuffer(PooledByteBuffer buffer, long bytes, ByteBudget budget) {
        this.buffer = buffer;
        this.bytes = bytes;
        this.budget = budget;
    }

    @Override
    public ByteBuffer getBuffer() {
        return buffer.getBuffer();
    }

    @Override
    public void close() {
        if (buffer.isOpen()) {
            buffer.close();
            budget.give(bytes);
        }
    }

    @Override
    public boolean isOpen() {
        return buffer.isOpen();
    }
}
