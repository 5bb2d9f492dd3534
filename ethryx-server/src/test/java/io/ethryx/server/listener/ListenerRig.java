package io.ethryx.server.listener;

import io.ethryx.server.budget.ByteBudget;
import io.ethryx.server.config.ListenAddress;
import io.ethryx.server.io.IoResources;
import io.ethryx.server.io.RoundEnds;
import io.ethryx.server.listener.accept.Listeners;
import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.CountingBuffers;
import io.ethryx.server.timer.IoTimers;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.Xnio;
import org.xnio.XnioWorker;

/** A listener on a free port with a worker, timers and a counted pool of its own. */
public final class ListenerRig implements AutoCloseable, ListenerEvents {

    public static final InboundLimits LIMITS = InboundLimits.DEFAULT;

    public final XnioWorker worker;
    public final IoTimers timers;
    public final IoResources io;
    public final CountingBuffers pool = new CountingBuffers(16_384);
    public final ByteBudget heldBytes = new ByteBudget(1 << 20);
    public final Listeners listeners;
    public final AtomicInteger opened = new AtomicInteger();
    public final AtomicInteger closed = new AtomicInteger();
    public final AtomicInteger refused = new AtomicInteger();
    public final BlockingQueue<DeclinedConnect> declined = new LinkedBlockingQueue<>();
    public final BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();
    public final BlockingQueue<IOException> acceptFailures = new LinkedBlockingQueue<>();

    public ListenerRig(InboundLimits limits, ExchangeHandler handler) throws IOException {
        worker = Xnio.getInstance()
                .createWorker(OptionMap.builder()
                        .set(Options.WORKER_IO_THREADS, 2)
                        .set(Options.WORKER_NAME, "rig")
                        .getMap());
        timers = new IoTimers(worker);
        timers.start();
        io = new IoResources(worker, pool, timers, new RoundEnds(worker));
        listeners = Listeners.bind(
                List.of(new ListenAddress("127.0.0.1:0", "127.0.0.1", 0)),
                new ListenerSettings(limits, handler, io, heldBytes, this));
        listeners.start();
    }

    public static InboundLimits quick(Duration limit) {
        return new InboundLimits(128 * 1024, 10_000, limit, limit, limit, 100, limit);
    }

    public int port() throws IOException {
        return listeners.addresses().get(0).getPort();
    }

    /** Waits until no connection is open and no buffer is out. */
    public void awaitBaseline() {
        await(
                "connections " + listeners.openConnections() + ", buffers " + pool.out(),
                () -> listeners.openConnections() == 0 && pool.out() == 0 && heldBytes.taken() == 0);
    }

    public static void await(String what, BooleanSupplier condition) {
        Await.until(condition, () -> "not in time: " + what);
    }

    @Override
    public void close() throws Exception {
        listeners.close();
        try {
            awaitBaseline();
            if (opened.get() != closed.get()) {
                throw new AssertionError(opened + " opened, " + closed + " closed");
            }
            if (!failures.isEmpty()) {
                throw new AssertionError("failures", failures.peek());
            }
        } finally {
            timers.close();
            worker.shutdownNow();
        }
    }

    @Override
    public void connectionOpened(Peer peer) {
        opened.incrementAndGet();
    }

    @Override
    public void connectionClosed(Peer peer) {
        closed.incrementAndGet();
    }

    @Override
    public void connectionRefused() {
        refused.incrementAndGet();
    }

    @Override
    public void connectDeclined(DeclinedConnect connect) {
        declined.add(connect);
    }

    @Override
    public void acceptFailed(ListenAddress address, IOException cause) {
        acceptFailures.add(cause);
    }

    @Override
    public void connectionFailed(Throwable cause) {
        failures.add(cause);
    }
}
