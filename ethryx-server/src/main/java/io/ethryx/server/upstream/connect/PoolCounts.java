package io.ethryx.server.upstream.connect;

import io.ethryx.server.upstream.UpstreamUse;
import java.util.concurrent.atomic.AtomicInteger;

/** What a pool tells other threads about itself. Written by the pool's thread alone, read by any. */
public final class PoolCounts {

    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger idle = new AtomicInteger();
    private final AtomicInteger connecting = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger();

    /**
     * Tells the figures of this moment. By the pool's thread.
     *
     * @param nowOpen connections that are open
     * @param nowIdle those of them that wait for a call
     * @param nowConnecting connections that are being made
     * @param nowWaiting calls that wait for one
     */
    public void set(int nowOpen, int nowIdle, int nowConnecting, int nowWaiting) {
        open.setRelease(nowOpen);
        idle.setRelease(nowIdle);
        connecting.setRelease(nowConnecting);
        waiting.setRelease(nowWaiting);
    }

    /**
     * The figures that were told last. By any thread.
     *
     * @return each read by itself
     */
    public UpstreamUse read() {
        return new UpstreamUse(open.getAcquire(), idle.getAcquire(), connecting.getAcquire(), waiting.getAcquire());
    }
}
