package io.ethryx.server.upstream.http1;

import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The bytes that come from one connection: those that were read ahead, held in a pooled buffer, before the socket's. */
final class AnswerInput {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final ByteSource source;
    private final ByteBufferPool pool;

    @Nullable
    private PooledByteBuffer pooled;

    AnswerInput(ByteSource source, ByteBufferPool pool) {
        this.source = source;
        this.pool = pool;
    }

    /** The bytes read ahead; the taker moves the position and calls {@link #trim} when it has done. */
    ByteBuffer ahead() {
        return pooled == null ? NOTHING : pooled.getBuffer();
    }

    boolean hasAhead() {
        return pooled != null && pooled.getBuffer().hasRemaining();
    }

    /** Reads ahead once from the socket; only when nothing is ahead. Gives the bytes read, 0 for none now, -1 at the end. */
    int fill() throws IOException {
        PooledByteBuffer fresh = pooled == null ? pool.allocate() : pooled;
        pooled = fresh;
        ByteBuffer buffer = fresh.getBuffer();
        buffer.clear();
        int n = 0;
        try {
            n = source.read(buffer);
        } finally {
            buffer.flip();
            trim();
        }
        return n;
    }

    /** Moves bytes to the taker: those ahead, else straight from the socket. As {@link #fill}. */
    int take(ByteBuffer into, long max) throws IOException {
        int room = (int) Math.min(into.remaining(), max);
        int limit = into.limit();
        into.limit(into.position() + room);
        try {
            return hasAhead() ? copyAhead(into) : source.read(into);
        } finally {
            into.limit(limit);
        }
    }

    private int copyAhead(ByteBuffer into) {
        ByteBuffer from = ahead();
        int n = Math.min(into.remaining(), from.remaining());
        into.put(into.position(), from, from.position(), n);
        into.position(into.position() + n);
        from.position(from.position() + n);
        trim();
        return n;
    }

    /** Gives the buffer back if all that was ahead has been taken. */
    void trim() {
        if (pooled != null && !pooled.getBuffer().hasRemaining()) {
            release();
        }
    }

    /** Gives away what was read ahead, in its buffer; null if there is nothing. */
    @Nullable
    PooledByteBuffer takeAhead() {
        trim();
        PooledByteBuffer taken = pooled;
        pooled = null;
        return taken;
    }

    void release() {
        if (pooled != null) {
            pooled.close();
            pooled = null;
        }
    }
}
