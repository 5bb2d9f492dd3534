package io.ethryx.server.upstream;

import java.util.concurrent.atomic.AtomicInteger;

/** What a pool tells other threads about itself. Written by the pool's thread alone, read by any. */
final class PoolCounts {

    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger idle = new AtomicInteger();
    private final AtomicInteger connecting = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger();

    void set(int nowOpen, int nowIdle, int nowConnecting, int nowWaiting) {
        open.setRelease(nowOpen);
        idle.setRelease(nowIdle);
        connecting.setRelease(nowConnecting);
        waiting.setRelease(nowWaiting);
    }

    UpstreamUse read() {
        return new UpstreamUse(open.getAcquire(), idle.getAcquire(), connecting.getAcquire(), waiting.getAcquire());
    }
}
