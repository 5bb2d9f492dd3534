package io.ethryx.server.io;

import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;

/** The buffers that a process serves with: those on the heap for most, short and usual, and a bounded number of long ones outside it. */
public final class SizedBuffers implements BodyBuffers {

    private static final int SHORT_BYTES = 2 * 1024;
    private static final int LONG_BYTES = 64 * 1024;
    private static final int MOST_LONG = 256;
    /** Long ones take so small a share of what the heap may grow to. */
    private static final int SHARE = 16;

    private final HeapBuffers small;
    private final HeapBuffers usual;
    private final DirectBuffers large;

    private SizedBuffers(HeapBuffers small, HeapBuffers usual, DirectBuffers large) {
        this.small = small;
        this.usual = usual;
        this.large = large;
    }

    /**
     * No buffers yet: short ones of 2 KiB, usual ones of {@link IoRuntime#BUFFER_BYTES}, long ones of 64 KiB, of those 16 MiB
     * at most and no more than a sixteenth of the heap.
     *
     * @return a new pool
     */
    public static SizedBuffers ofTheHeap() {
        long most = Runtime.getRuntime().maxMemory() / SHARE / LONG_BYTES;
        return of(SHORT_BYTES, IoRuntime.BUFFER_BYTES, new DirectBuffers(LONG_BYTES, (int) Math.min(MOST_LONG, most)));
    }

    /** Short and usual ones of some sizes, and these long ones. */
    static SizedBuffers of(int shortBytes, int usualBytes, DirectBuffers large) {
        return new SizedBuffers(new HeapBuffers(shortBytes), new HeapBuffers(usualBytes), large);
    }

    @Override
    public PooledByteBuffer allocate(long expected) {
        if (expected > 0 && expected <= small.getBufferSize()) {
            return small.allocate();
        }
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
        small.close();
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
