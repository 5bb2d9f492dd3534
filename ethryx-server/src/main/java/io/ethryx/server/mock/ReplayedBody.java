package io.ethryx.server.mock;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.listener.RequestBody;
import io.undertow.connector.PooledByteBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.xnio.XnioIoThread;

/** A body whose beginning has been read already: gives that first, and then the rest as it comes. */
final class ReplayedBody implements RequestBody {

    private final Deque<PooledByteBuffer> held;
    private final RequestBody rest;
    private final XnioIoThread thread;
    private @Nullable Runnable whenReadable;

    /** Takes the buffers, which have been written to and not flipped. */
    ReplayedBody(Collection<PooledByteBuffer> held, RequestBody rest, XnioIoThread thread) {
        this.held = new ArrayDeque<>(held);
        this.rest = rest;
        this.thread = thread;
        held.forEach(pooled -> pooled.getBuffer().flip());
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        PooledByteBuffer first = held.peek();
        while (first != null && !first.getBuffer().hasRemaining()) {
            held.remove().close();
            first = held.peek();
        }
        if (first == null) {
            return rest.read(into);
        }
        ByteBuffer from = first.getBuffer();
        int length = Math.min(from.remaining(), into.remaining());
        into.put(into.position(), from, from.position(), length);
        into.position(into.position() + length);
        from.position(from.position() + length);
        return length;
    }

    @Override
    public void whenReadable(Runnable action) {
        whenReadable = action;
        rest.whenReadable(action);
    }

    @Override
    public void want(boolean wanted) {
        Runnable action = whenReadable;
        if (wanted && !held.isEmpty() && action != null) {
            thread.execute(() -> {
                if (!held.isEmpty()) {
                    action.run();
                }
            });
        }
        rest.want(wanted);
    }

    @Override
    public @Nullable FieldBlock trailers() {
        return rest.trailers();
    }

    /** Gives back what was not read. Idempotent. */
    void release() {
        held.forEach(PooledByteBuffer::close);
        held.clear();
    }
}
