package io.ethryx.server.listener.http1;

import io.ethryx.server.budget.ByteBudget;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.xnio.conduits.StreamSourceConduit;

/**
 * Bytes that came before anyone may have them: what follows the request in progress, or a body that nobody wants yet. Takes
 * memory only while it holds something, at first a little and then twice as much each time it is outgrown; all but the
 * first little comes out of a budget that all connections share, so that many clients that are ahead can't fill the heap.
 */
final class HeldBytes {

    /** Every connection may hold this much, whatever the others hold. */
    static final int FREE_BYTES = 1024;

    /** Nothing was read, for the budget is spent. */
    static final int OVER_BUDGET = -2;

    private final ByteBudget budget;
    private @Nullable ByteBuffer data;
    private int taken;
    private int start;
    private int end;

    HeldBytes(ByteBudget budget) {
        this.budget = budget;
    }

    boolean isEmpty() {
        return start == end;
    }

    int size() {
        return end - start;
    }

    private ByteBuffer bytes() {
        ByteBuffer current = data;
        if (current == null) {
            current = ByteBuffer.allocate(FREE_BYTES);
            data = current;
        }
        return current;
    }

    /**
     * Puts the source's bytes behind those that are held.
     *
     * @return false if the budget is spent: nothing was put then
     */
    boolean append(ByteBuffer source, int from, int length) {
        if (!makeRoom(length)) {
            return false;
        }
        bytes().put(end, source, from, length);
        end += length;
        return true;
    }

    /**
     * Reads what fits; grows first if nothing fits.
     *
     * @return as a read, or {@link #OVER_BUDGET}
     */
    int fill(StreamSourceConduit from) throws IOException {
        if (!makeRoom(1)) {
            return OVER_BUDGET;
        }
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

    /** The bytes to take from, between position and limit; {@link #taken} is to be called behind it. */
    ByteBuffer open() {
        return bytes().limit(end).position(start);
    }

    /** Forgets what was taken from what {@link #open} gave. */
    void taken() {
        ByteBuffer current = data;
        if (current != null) {
            start = current.position();
            current.clear();
            if (start == end) {
                release();
            }
        }
    }

    private boolean makeRoom(int length) {
        ByteBuffer current = bytes();
        if (current.capacity() - end >= length) {
            return true;
        }
        int size = size();
        if (current.capacity() - size >= length) {
            current.put(0, current, start, size);
        } else if (!grow(current, size, Math.max(current.capacity() * 2, size + length))) {
            return false;
        }
        start = 0;
        end = size;
        return true;
    }

    private boolean grow(ByteBuffer current, int size, int capacity) {
        int more = capacity - FREE_BYTES - taken;
        if (!budget.take(more)) {
            return false;
        }
        taken += more;
        ByteBuffer larger = ByteBuffer.allocate(capacity);
        larger.put(0, current, start, size);
        data = larger;
        return true;
    }

    /** Forgets everything and gives back what was taken of the budget. */
    void release() {
        data = null;
        start = 0;
        end = 0;
        if (taken > 0) {
            budget.give(taken);
            taken = 0;
        }
    }
}
