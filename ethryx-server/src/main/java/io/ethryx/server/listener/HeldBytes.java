package io.ethryx.server.listener;

import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.xnio.conduits.StreamSourceConduit;

/**
 * Bytes that came before anyone may have them: a head that is not whole yet, or what follows the request in progress. Takes
 * a pooled buffer only while it holds something, and a larger one of its own for a head that outgrows it.
 */
final class HeldBytes {

    private final ByteBufferPool pool;
    private @Nullable PooledByteBuffer pooled;
    private @Nullable ByteBuffer data;
    private int start;
    private int end;

    HeldBytes(ByteBufferPool pool) {
        this.pool = pool;
    }

    boolean isEmpty() {
        return start == end;
    }

    int size() {
        return end - start;
    }

    /** Whether there is no room for one byte more, unless it grows. */
    boolean isFull() {
        ByteBuffer current = data;
        return current != null && start == 0 && end == current.capacity();
    }

    /** The bytes, at absolute positions from {@link #start} to {@link #end}. */
    ByteBuffer bytes() {
        ByteBuffer current = data;
        if (current == null) {
            PooledByteBuffer fresh = pool.allocate();
            pooled = fresh;
            current = fresh.getBuffer();
            current.clear();
            data = current;
        }
        return current;
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    /** Puts the source's bytes behind those that are held. */
    void append(ByteBuffer source, int from, int length) {
        makeRoom(length);
        bytes().put(end, source, from, length);
        end += length;
    }

    /** Reads what fits; grows first if nothing fits. */
    int fill(StreamSourceConduit from) throws IOException {
        makeRoom(1);
        ByteBuffer into = bytes();
        into.limit(into.capacity()).position(end);
        int read = from.read(into);
        into.clear();
        if (read > 0) {
            end += read;
        } else if (isEmpty()) {
            release();
        }
        return read;
    }

    /** Moves the first bytes into the destination. */
    void moveTo(ByteBuffer destination, int length) {
        ByteBuffer from = bytes();
        from.limit(start + length).position(start);
        destination.put(from);
        from.clear();
        skip(length);
    }

    /** Forgets the first bytes. */
    void skip(int length) {
        start += length;
        if (start == end) {
            release();
        }
    }

    /** Makes the bytes end earlier. */
    void truncate(int newEnd) {
        end = newEnd;
    }

    private void makeRoom(int length) {
        ByteBuffer current = bytes();
        if (current.capacity() - end >= length) {
            return;
        }
        int size = size();
        if (current.capacity() - size >= length) {
            current.put(0, current, start, size);
        } else {
            ByteBuffer larger = ByteBuffer.allocate(Math.max(current.capacity() * 2, size + length));
            larger.put(0, current, start, size);
            release();
            data = larger;
        }
        start = 0;
        end = size;
    }

    /** Forgets everything and gives the buffer back. */
    void release() {
        PooledByteBuffer current = pooled;
        pooled = null;
        data = null;
        start = 0;
        end = 0;
        if (current != null) {
            current.close();
        }
    }
}
