package io.ethryx.server.proxy;

import io.ethryx.server.io.BodyBuffers;
import io.undertow.connector.PooledByteBuffer;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The one buffer that a pump holds while bytes are in it. It becomes larger where much is to come. */
final class PumpBuffer {

    private final BodyBuffers buffers;
    private @Nullable PooledByteBuffer held;

    PumpBuffer(BodyBuffers buffers) {
        this.buffers = buffers;
    }

    /** The bytes that are held, null for none. */
    @Nullable
    ByteBuffer bytes() {
        PooledByteBuffer lent = held;
        return lent == null ? null : lent.getBuffer();
    }

    /** An empty buffer for the next bytes, of which so many are expected; what was held must have gone. */
    ByteBuffer emptied(long expected) {
        PooledByteBuffer lent = held;
        if (lent != null && outgrown(lent.getBuffer(), expected)) {
            release();
            lent = null;
        }
        if (lent == null) {
            lent = buffers.allocate(expected);
            held = lent;
        }
        return lent.getBuffer().clear();
    }

    /** Whether the bytes filled a buffer of the usual size or a short one, and it is not enough for those to come. */
    private boolean outgrown(ByteBuffer bytes, long expected) {
        int size = bytes.capacity();
        return size <= buffers.getBufferSize() && bytes.limit() == size && expected > size;
    }

    /** Gives the buffer back. Idempotent. */
    void release() {
        PooledByteBuffer lent = held;
        held = null;
        if (lent != null) {
            lent.close();
        }
    }
}
