package io.ethryx.server.io;

import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;

/** The buffers that a process serves with: those on the heap for most, and a bounded number of long ones outside it. */
public final class SizedBuffers implements BodyBuffers {

    private static final int LONG_BYTES = 64 * 1024;
    private static final int MOST_LONG = 256;
    /** Long ones take so small a share of what the heap may grow to. */
    private static final int SHARE = 16;

    private final HeapBuffers usual;
    private final DirectBuffers large;

    private SizedBuffers(HeapBuffers usual, DirectBuffers large) {
        this.usual = usual;
        this.large = large;
    }

    /**
     * No buffers yet: usual ones of {@link IoRuntime#BUFFER_BYTES}, long ones of 64 KiB, of those 16 MiB at most and no more
     * than a sixteenth of the heap.
     *
     * @return a new pool
     */
    public static SizedBuffers ofTheHeap() {
        long most = Runtime.getRuntime().maxMemory() / SHARE / LONG_BYTES;
        return new SizedBuffers(new HeapBuffers(IoRuntime.BUFFER_BYTES), new DirectBuffers(LONG_BYTES, (int)
                Math.min(MOST_LONG, most)));
    }

    /** Usual ones of one size, and at most so many long ones of another. */
    static SizedBuffers of(int usualBytes, int longBytes, int mostLong) {
        return new SizedBuffers(new HeapBuffers(usualBytes), new DirectBuffers(longBytes, mostLong));
    }

    @Override
    public PooledByteBuffer allocate(long expected) {
        PooledByteBuffer found = expected > usual.getBufferSize() ? large.lend() : null;
        return found == null ? usual.allocate() : found;
    }

    @Override
    public PooledByteBuffer allocate() {
        return usual.allocate();
    }

    @Override
    public ByteBufferPool getArrayBackedPool() {
        return usual;
    }

    @Override
    public void close() {
        usual.close();
    }

    @Override
    public int getBufferSize() {
        return usual.getBufferSize();
    }

    @Override
    public boolean isDirect() {
        return false;
    }
}
