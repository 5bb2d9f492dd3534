package io.ethryx.server.io;

import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;

/** Buffers of one usual size, smaller ones for what is short, and larger ones for bodies that are long. Thread-safe. */
public interface BodyBuffers extends ByteBufferPool {

    /**
     * Lends a buffer for bytes that come next: where they are few, one that is smaller than usual; where they are many, one
     * that is larger, as long as there are such, and it may have no array then.
     *
     * @param expected how many bytes may come, as far as anyone knows; zero or less where nobody does
     * @return a buffer that has room for so many bytes, or for {@link #getBufferSize} of them or more, empty; to be closed once
     */
    PooledByteBuffer allocate(long expected);
}
