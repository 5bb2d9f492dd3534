package io.ethryx.server.timer;

import java.util.concurrent.TimeUnit;
import org.xnio.XnioExecutor;
import org.xnio.XnioIoThread;
import org.xnio.XnioWorker;

/** One {@link TimerWheel} for each IO thread of a worker, advanced by that thread. Thread-safe. */
public final class IoTimers implements AutoCloseable {

    private final XnioWorker worker;
    private final TimerWheel[] wheels;
    private final XnioExecutor.Key[] ticks;

    /**
     * Wheels for a worker; they stand still until {@link #start}.
     *
     * @param worker whose IO threads they belong to
     */
    public IoTimers(XnioWorker worker) {
        this.worker = worker;
        int threads = worker.getIoThreadCount();
        wheels = new TimerWheel[threads];
        ticks = new XnioExecutor.Key[threads];
        for (int i = 0; i < threads; i++) {
            wheels[i] = new TimerWheel(System::nanoTime);
        }
    }

    /** Begins to advance the wheels. */
    public void start() {
        for (int i = 0; i < wheels.length; i++) {
            XnioIoThread thread = worker.getIoThread(i);
            TimerWheel wheel = wheels[thread.getNumber()];
            ticks[i] = thread.executeAtInterval(wheel::advance, TimerWheel.TICK.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /**
     * The wheel of an IO thread, to be used on that thread alone.
     *
     * @param thread an IO thread of the worker
     * @return its wheel
     */
    public TimerWheel of(XnioIoThread thread) {
        return wheels[thread.getNumber()];
    }

    /** Stops advancing; a deadline that waits never passes. Idempotent. */
    @Override
    public void close() {
        for (XnioExecutor.Key tick : ticks) {
            if (tick != null) {
                tick.remove();
            }
        }
    }
}
