package io.ethryx.server.upstream.http1;

import io.undertow.connector.PooledByteBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.xnio.conduits.StreamSinkConduit;

/** What a call still has to write: heads and trailers in pooled buffers, sent together with the body bytes at hand. */
final class RequestOutput {

    /** A body of this size is copied behind its head: one plain write costs less than a gathering one. */
    private static final int SHORT = 4 * 1_024;

    private @Nullable PooledByteBuffer[] queue = new @Nullable PooledByteBuffer[1];
    private int first;
    private int last;
    private boolean touched;

    void add(PooledByteBuffer pooled) {
        if (last == queue.length) {
            queue = Arrays.copyOf(queue, 2 * last);
        }
        queue[last++] = pooled;
    }

    boolean isEmpty() {
        return first == last;
    }

    /** Whether any byte went to the connection, since the last {@link #untouch}. */
    boolean isTouched() {
        return touched;
    }

    void untouch() {
        touched = false;
    }

    /** Writes what is queued; gives whether all of it is gone, out of the conduit too. */
    boolean flush(StreamSinkConduit sink) throws IOException {
        while (first < last) {
            if (sendQueued(sink) == 0) {
                return false;
            }
        }
        return sink.flush();
    }

    /** Puts a short piece of a body behind the one buffer that is queued; false if it is not short, or has no room there. */
    boolean append(ByteBuffer body) {
        int n = body.remaining();
        if (n > SHORT || last - first != 1) {
            return false;
        }
        ByteBuffer head = at(first);
        int end = head.limit();
        if (head.capacity() - end < n) {
            return false;
        }
        head.limit(end + n).put(end, body, body.position(), n);
        body.position(body.limit());
        return true;
    }

    /** Writes what is queued and a piece of a body, in one go. */
    void write(StreamSinkConduit sink, ByteBuffer body) throws IOException {
        if (first == last) {
            touched |= sink.write(body) > 0;
            return;
        }
        ByteBuffer[] sources = new ByteBuffer[last - first + 1];
        gather(sources);
        sources[last - first] = body;
        send(sink, sources);
    }

    /** Writes what is queued and a chunk with its frame, in one go. */
    void write(StreamSinkConduit sink, ByteBuffer before, ByteBuffer body, ByteBuffer after) throws IOException {
        int n = last - first;
        ByteBuffer[] sources = new ByteBuffer[n + 3];
        gather(sources);
        sources[n] = before;
        sources[n + 1] = body;
        sources[n + 2] = after;
        send(sink, sources);
    }

    private void gather(ByteBuffer[] sources) {
        for (int i = first; i < last; i++) {
            sources[i - first] = at(i);
        }
    }

    private ByteBuffer at(int i) {
        PooledByteBuffer pooled = queue[i];
        if (pooled == null) {
            throw new IllegalStateException("a queued buffer was given back");
        }
        return pooled.getBuffer();
    }

    private long sendQueued(StreamSinkConduit sink) throws IOException {
        if (last - first == 1) {
            return sent(sink.write(at(first)));
        }
        ByteBuffer[] sources = new ByteBuffer[last - first];
        gather(sources);
        return send(sink, sources);
    }

    private long send(StreamSinkConduit sink, ByteBuffer[] sources) throws IOException {
        return sent(sink.write(sources, 0, sources.length));
    }

    private long sent(long n) {
        touched |= n > 0;
        while (first < last && !at(first).hasRemaining()) {
            give(first++);
        }
        if (first == last) {
            first = 0;
            last = 0;
        }
        return n;
    }

    private void give(int i) {
        PooledByteBuffer pooled = queue[i];
        queue[i] = null;
        if (pooled != null) {
            pooled.close();
        }
    }

    void release() {
        while (first < last) {
            give(first++);
        }
        first = 0;
        last = 0;
    }
}
