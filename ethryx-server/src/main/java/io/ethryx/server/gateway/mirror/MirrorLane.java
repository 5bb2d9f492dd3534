package io.ethryx.server.gateway.mirror;

import io.ethryx.server.budget.ByteBudget;
import io.ethryx.server.gateway.mirror.MirrorCounts.Drop;
import io.ethryx.server.io.IoResources;
import io.ethryx.server.upstream.http1.Http1Upstream;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.xnio.XnioIoThread;

/**
 * The copies for one target: so many wait, so many are on their way, and nobody waits for them. A copy is sent on the IO
 * thread that offered it, or on one that has just ended another copy. Thread-safe, lock-free.
 */
final class MirrorLane {

    private final MirrorSettings settings;
    private final Http1Upstream upstream;
    private final IoResources io;
    private final ByteBudget budget;
    private final Queue<MirrorCopy> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger queued = new AtomicInteger();
    private final AtomicInteger sending = new AtomicInteger();
    private final LaneRest rest = new LaneRest(System::nanoTime);
    private volatile boolean closed;

    MirrorLane(MirrorSettings settings, Http1Upstream upstream, IoResources io, ByteBudget budget) {
        this.settings = settings;
        this.upstream = upstream;
        this.io = io;
        this.budget = budget;
    }

    /** Why a copy would be dropped now, if it would. */
    @Nullable
    Drop refuses() {
        if (rest.rests()) {
            return Drop.RESTING;
        }
        return queued.get() >= settings.queue() ? Drop.QUEUE_FULL : null;
    }

    /** Takes a copy, or drops it. */
    void offer(MirrorCopy copy) {
        if (queued.incrementAndGet() > settings.queue()) {
            queued.decrementAndGet();
            copy.counts().dropped(Drop.QUEUE_FULL);
        } else if (!budget.take(copy.weight())) {
            queued.decrementAndGet();
            copy.counts().dropped(Drop.MEMORY);
        } else {
            waiting.add(copy);
            goOn();
        }
    }

    /** The call that is copied comes first: its copy leaves when the IO thread is done with it. */
    private void goOn() {
        if (closed) {
            dropWaiting(Drop.TARGET_GONE);
        } else if (sending.get() < settings.concurrency()) {
            XnioIoThread current = XnioIoThread.currentThread();
            XnioIoThread thread = current == null ? io.worker().getIoThread(0) : current;
            try {
                thread.execute(() -> sendNext(thread));
            } catch (RejectedExecutionException e) {
                dropWaiting(Drop.TARGET_GONE);
            }
        }
    }

    private void sendNext(XnioIoThread thread) {
        if (rest.rests()) {
            dropWaiting(Drop.RESTING);
        }
        while (!waiting.isEmpty() && begins()) {
            MirrorCopy next = waiting.poll();
            if (next != null) {
                queued.decrementAndGet();
                new MirrorSend(this, next).begin(thread);
                return;
            }
            sending.decrementAndGet();
        }
    }

    /** Never counts one too many for a moment: whoever looks then would leave a copy waiting that nobody comes for. */
    private boolean begins() {
        int now = sending.get();
        while (now < settings.concurrency()) {
            if (sending.compareAndSet(now, now + 1)) {
                return true;
            }
            now = sending.get();
        }
        return false;
    }

    /** A copy is done with, answered or not; the next one may go. */
    void ended(MirrorCopy copy, boolean answered, XnioIoThread thread) {
        if (answered) {
            rest.answered();
        } else {
            rest.failed();
        }
        budget.give(copy.weight());
        sending.decrementAndGet();
        sendNext(thread);
    }

    Http1Upstream upstream() {
        return upstream;
    }

    IoResources io() {
        return io;
    }

    MirrorSettings settings() {
        return settings;
    }

    private void dropWaiting(Drop reason) {
        for (MirrorCopy copy = waiting.poll(); copy != null; copy = waiting.poll()) {
            queued.decrementAndGet();
            budget.give(copy.weight());
            copy.counts().dropped(reason);
        }
    }

    /** Drops what waits; what is on its way ends by itself. Idempotent. */
    void close() {
        closed = true;
        dropWaiting(Drop.TARGET_GONE);
        upstream.close();
    }
}
