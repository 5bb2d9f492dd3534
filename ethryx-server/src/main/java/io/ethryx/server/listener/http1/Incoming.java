package io.ethryx.server.listener.http1;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.xnio.conduits.StreamSourceConduit;

/**
 * What comes from a client: bytes that were read and not taken yet, and behind them those of the socket. Most are taken out
 * of the thread's scratch before the event that read them is over; what is left then is held.
 */
final class Incoming {

    /** More would have to be held than the budget has left. */
    static final int OVER_BUDGET = HeldBytes.OVER_BUDGET;

    private final StreamSourceConduit source;
    private final ByteBuffer scratch;
    private final HeldBytes held;
    private final int heldLimit;
    /** The scratch, while it holds bytes of this connection. */
    private @Nullable ByteBuffer current;

    private boolean openedHeld;
    private boolean paused;

    Incoming(StreamSourceConduit source, ByteBuffer scratch, HeldBytes held) {
        this.source = source;
        this.scratch = scratch;
        this.held = held;
        this.heldLimit = scratch.capacity();
    }

    /** Whether nothing was read that was not taken. */
    boolean isEmpty() {
        return (current == null || !current.hasRemaining()) && held.isEmpty();
    }

    /** Whether the client has sent FIN, and all before it was read. */
    boolean isAtEnd() {
        return source.isReadShutdown();
    }

    /** Begins with bytes that were read before. */
    void begin(ByteBuffer first) {
        current = scratch.clear().put(first).flip();
    }

    /** Reads what is there, up to a number of bytes; to be called when nothing is left. As a read. */
    int refill(int most) throws IOException {
        current = null;
        scratch.clear().limit(Math.min(scratch.capacity(), most));
        int read = source.read(scratch);
        if (read > 0) {
            current = scratch.flip();
        }
        return read;
    }

    /** Reads past this, straight to where it goes. As a read. */
    int readInto(ByteBuffer into, long most) throws IOException {
        int limit = into.limit();
        into.limit(into.position() + (int) Math.min(into.remaining(), most));
        try {
            return source.read(into);
        } finally {
            into.limit(limit);
        }
    }

    /** Whether all that was read was taken, and it was as much as is read at once, so that more may be there. */
    boolean mayHaveMore() {
        ByteBuffer first = current;
        return first != null && !first.hasRemaining() && first.limit() == first.capacity();
    }

    /** What was read, to take from; {@link #taken} is to be called behind it. */
    ByteBuffer open() {
        ByteBuffer first = current;
        openedHeld = first == null || !first.hasRemaining();
        return first == null || openedHeld ? held.open() : first;
    }

    /** Sees what was taken from what {@link #open} gave. */
    void taken() {
        if (openedHeld) {
            held.taken();
        }
    }

    /** The event is over: what was not taken is held. Returns false if there is no memory for it. */
    boolean settle() {
        ByteBuffer rest = current;
        current = null;
        return rest == null || !rest.hasRemaining() || held.append(rest, rest.position(), rest.remaining());
    }

    /** Holds what comes although nobody wants it yet, up to a limit. As a read, or {@link #OVER_BUDGET}. */
    int holdEarly() throws IOException {
        if (held.size() >= heldLimit) {
            paused = true;
            source.suspendReads();
            return 0;
        }
        return held.fill(source);
    }

    /** Goes on to hear of bytes. */
    void resume() {
        if (paused) {
            paused = false;
            source.resumeReads();
        }
    }

    /** Whether the socket has bytes; one of them may be lost by asking. */
    boolean hasMore() {
        try {
            return !isAtEnd() && source.read(ByteBuffer.allocate(1)) > 0;
        } catch (IOException e) {
            // The connection was reset: nothing more will come.
            return false;
        }
    }

    /** Takes everything that was read, to be kept. */
    ByteBuffer takeAll() {
        ByteBuffer first = current;
        int length = first == null ? 0 : first.remaining();
        ByteBuffer all = ByteBuffer.allocate(length + held.size());
        if (!held.isEmpty()) {
            all.put(held.open());
        }
        if (first != null) {
            all.put(first);
        }
        release();
        return all.flip();
    }

    /** Forgets everything. */
    void release() {
        current = null;
        held.release();
    }
}
