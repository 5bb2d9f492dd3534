package io.ethryx.server.upstream.connect;

import io.ethryx.server.upstream.UpstreamUse;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** What a pool tells other threads about itself, apart from what other pools tell. Written by the pool's thread alone, read by any. */
public final class PoolCounts {

    /** Between the figures and whatever lies before them in memory, in integers. */
    private static final int APART = 32;

    private static final int OPEN = APART;
    private static final int IDLE = APART + 1;
    private static final int CONNECTING = APART + 2;
    private static final int WAITING = APART + 3;

    private final AtomicIntegerArray figures = new AtomicIntegerArray(APART + 4);

    /**
     * Tells the figures of this moment. By the pool's thread.
     *
     * @param nowOpen connections that are open
     * @param nowIdle those of them that wait for a call
     * @param nowConnecting connections that are being made
     * @param nowWaiting calls that wait for one
     */
    public void set(int nowOpen, int nowIdle, int nowConnecting, int nowWaiting) {
        figures.setRelease(OPEN, nowOpen);
        figures.setRelease(IDLE, nowIdle);
        figures.setRelease(CONNECTING, nowConnecting);
        figures.setRelease(WAITING, nowWaiting);
    }

    /**
     * The figures that were told last. By any thread.
     *
     * @return each read by itself
     */
    public UpstreamUse read() {
        return new UpstreamUse(
                figures.getAcquire(OPEN),
                figures.getAcquire(IDLE),
                figures.getAcquire(CONNECTING),
                figures.getAcquire(WAITING));
    }
}
