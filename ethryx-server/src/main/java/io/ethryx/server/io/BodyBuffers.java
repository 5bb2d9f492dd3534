package io.ethryx.server.io;

import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;

/** Buffers of one usual size, and larger ones for bodies that are long. Thread-safe. */
public interface BodyBuffers extends ByteBufferPool {

    /**
     * Lends a buffer for the next piece of a body: where much is to come, one that is larger than usual, as long as there are
     * such; it may have no array then.
     *
     * @param expected how many bytes may come, as far as anyone knows
     * @return a buffer of {@link #getBufferSize} bytes or more, empty; to be closed once
     */
    PooledByteBuffer allocate(long expected);
}
