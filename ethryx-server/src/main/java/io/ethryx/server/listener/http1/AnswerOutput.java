package io.ethryx.server.listener.http1;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.io.BodyBuffers;
import io.undertow.connector.PooledByteBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.xnio.conduits.StreamSinkConduit;

/**
 * The way to a client's socket. Heads, framing and small pieces of bodies are gathered in one pooled buffer and leave in one
 * write; large pieces go past it. One a connection; holds a buffer only while bytes wait.
 */
final class AnswerOutput {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final int LONGEST_NUMBER = 20;

    private final StreamSinkConduit sink;
    private final BodyBuffers pool;
    private final ByteBuffer[] both = {NOTHING, NOTHING};
    private @Nullable PooledByteBuffer pooled;
    /** What waits, between position and limit. */
    private ByteBuffer waiting = NOTHING;

    private boolean writesResumed;

    AnswerOutput(StreamSinkConduit sink, BodyBuffers pool) {
        this.sink = sink;
        this.pool = pool;
    }

    boolean isEmpty() {
        return !waiting.hasRemaining();
    }

    int size() {
        return waiting.remaining();
    }

    /** Whether so many bytes can wait without more memory than the pooled buffer. */
    boolean hasRoom(int length) {
        return Math.max(waiting.capacity(), pool.getBufferSize()) - waiting.limit() >= length;
    }

    // --- putting ---

    void put(byte[] bytes) {
        int at = extend(bytes.length);
        System.arraycopy(bytes, 0, waiting.array(), at, bytes.length);
    }

    void put(ByteBuffer bytes) {
        int length = bytes.remaining();
        int at = extend(length);
        bytes.get(waiting.array(), at, length);
    }

    void put(FieldBlock fields) {
        int at = extend(fields.length());
        fields.write(waiting.array(), at);
    }

    /** Puts a number in decimal or hexadecimal digits. */
    void put(long number, int radix) {
        int digits = 1;
        for (long rest = number / radix; rest > 0; rest /= radix) {
            digits++;
        }
        int at = extend(digits);
        byte[] array = waiting.array();
        long rest = number;
        for (int i = at + digits - 1; i >= at; i--) {
            array[i] = (byte) Character.forDigit((int) (rest % radix), radix);
            rest /= radix;
        }
    }

    /** Makes what waits so much longer; gives where in the array the new bytes go. */
    private int extend(int length) {
        if (waiting.capacity() - waiting.limit() < length) {
            makeRoom(length);
        }
        int at = waiting.limit();
        waiting.limit(at + length);
        return waiting.arrayOffset() + at;
    }

    private void makeRoom(int length) {
        int size = waiting.remaining();
        ByteBuffer larger;
        PooledByteBuffer fresh = null;
        if (size + length <= pool.getBufferSize()) {
            fresh = pool.allocate(size + length);
            larger = fresh.getBuffer();
        } else {
            larger = ByteBuffer.allocate(Math.max(size + length, 2 * size) + LONGEST_NUMBER);
        }
        larger.clear();
        larger.put(waiting).flip();
        release();
        pooled = fresh;
        waiting = larger;
    }

    // --- writing ---

    /** Writes what waits; false if the client does not take all of it now. */
    boolean drain() throws IOException {
        while (waiting.hasRemaining()) {
            if (sink.write(waiting) == 0) {
                return false;
            }
        }
        release();
        return true;
    }

    /** Writes what waits and these bytes behind it; gives how many of these were taken. */
    int writeThrough(ByteBuffer bytes) throws IOException {
        int before = bytes.position();
        if (isEmpty()) {
            sink.write(bytes);
        } else {
            both[0] = waiting;
            both[1] = bytes;
            try {
                sink.write(both, 0, 2);
            } finally {
                both[0] = NOTHING;
                both[1] = NOTHING;
            }
            if (isEmpty()) {
                release();
            }
        }
        return bytes.position() - before;
    }

    /** Asks for {@link Http1Connection#writeReady}, or stops asking. */
    void want(boolean wanted) {
        if (wanted != writesResumed) {
            writesResumed = wanted;
            if (wanted) {
                sink.resumeWrites();
            } else {
                sink.suspendWrites();
            }
        }
    }

    /** Forgets what waits. */
    void release() {
        waiting = NOTHING;
        PooledByteBuffer given = pooled;
        pooled = null;
        if (given != null) {
            given.close();
        }
    }
}
