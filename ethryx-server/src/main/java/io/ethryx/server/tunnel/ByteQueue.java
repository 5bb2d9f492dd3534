package io.ethryx.server.tunnel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Bytes that wait to go on. Grows as it has to, and holds no memory while it is empty. Confined to one thread. */
public final class ByteQueue {

    private static final byte[] NONE = {};
    private static final int FIRST = 512;

    private byte[] bytes = NONE;
    private int from;
    private int to;

    /** An empty queue. */
    public ByteQueue() {}

    /**
     * Whether nothing waits.
     *
     * @return true if it holds no memory
     */
    public boolean isEmpty() {
        return from == to;
    }

    /**
     * How much waits.
     *
     * @return bytes
     */
    public int size() {
        return to - from;
    }

    /**
     * Takes bytes of a buffer.
     *
     * @param source where they are; its position moves behind those that were taken
     * @param count how many
     */
    public void append(ByteBuffer source, int count) {
        makeRoom(count);
        source.get(bytes, to, count);
        to += count;
    }

    /**
     * Takes all bytes of a buffer.
     *
     * @param source where they are; it is empty then
     */
    public void append(ByteBuffer source) {
        append(source, source.remaining());
    }

    /** Takes all that another queue holds. */
    void appendAll(ByteQueue other) {
        if (isEmpty()) {
            bytes = other.bytes;
            from = other.from;
            to = other.to;
        } else {
            makeRoom(other.size());
            System.arraycopy(other.bytes, other.from, bytes, to, other.size());
            to += other.size();
        }
        other.clear();
    }

    private void makeRoom(int count) {
        if (to + count <= bytes.length) {
            return;
        }
        int size = size();
        byte[] room = size + count <= bytes.length
                ? bytes
                : Arrays.copyOf(NONE, Math.max(FIRST, Math.max(size + count, 2 * size)));
        System.arraycopy(bytes, from, room, 0, size);
        bytes = room;
        from = 0;
        to = size;
    }

    /** Gives as many bytes as there is room for. */
    void readInto(ByteBuffer into) {
        int count = Math.min(size(), into.remaining());
        into.put(bytes, from, count);
        taken(count);
    }

    /**
     * Writes as much as an end takes.
     *
     * @param end where to
     * @return whether nothing waits any more
     * @throws IOException if the other side has broken off
     */
    public boolean writeTo(TunnelEnd end) throws IOException {
        while (!isEmpty()) {
            int count = end.write(ByteBuffer.wrap(bytes, from, size()));
            if (count == 0) {
                return false;
            }
            taken(count);
        }
        return true;
    }

    private void taken(int count) {
        from += count;
        if (isEmpty()) {
            clear();
        }
    }

    /** What it holds, to be read at once. */
    ByteBuffer view() {
        return ByteBuffer.wrap(bytes, from, size()).slice();
    }

    /** Forgets all that waits. */
    public void clear() {
        bytes = NONE;
        from = 0;
        to = 0;
    }
}
