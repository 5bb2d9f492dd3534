package io.ethryx.server.sidecar;

import io.ethryx.server.timer.IoTimers;
import io.ethryx.server.upstream.IoResources;
import io.undertow.connector.ByteBufferPool;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.Xnio;
import org.xnio.XnioWorker;

/** The IO threads, their deadlines and their buffers. */
final class IoRuntime implements AutoCloseable {

    /** The size of a pooled buffer. */
    static final int BUFFER_BYTES = 16 * 1024;

    private static final Duration LAST_TASKS = Duration.ofSeconds(2);

    private final XnioWorker worker;
    private final IoTimers timers;
    private final ByteBufferPool buffers;

    private IoRuntime(XnioWorker worker, ByteBufferPool buffers) {
        this.worker = worker;
        this.timers = new IoTimers(worker);
        this.buffers = buffers;
    }

    /**
     * Starts the threads: one for each core.
     *
     * @param buffers where buffers come from
     */
    static IoRuntime start(ByteBufferPool buffers) throws IOException {
        XnioWorker worker = Xnio.getInstance()
                .createWorker(OptionMap.builder()
                        .set(Options.WORKER_NAME, "ethryx")
                        .set(
                                Options.WORKER_IO_THREADS,
                                Math.max(1, Runtime.getRuntime().availableProcessors()))
                        .set(Options.WORKER_TASK_CORE_THREADS, 0)
                        .set(Options.WORKER_TASK_MAX_THREADS, 1)
                        .set(Options.THREAD_DAEMON, true)
                        .getMap());
        IoRuntime runtime = new IoRuntime(worker, buffers);
        runtime.timers.start();
        return runtime;
    }

    XnioWorker worker() {
        return worker;
    }

    IoTimers timers() {
        return timers;
    }

    ByteBufferPool buffers() {
        return buffers;
    }

    IoResources resources() {
        return new IoResources(worker, buffers, timers);
    }

    /** Ends the threads, waiting for them a bounded time. */
    @Override
    public void close() {
        timers.close();
        worker.shutdown();
        try {
            if (!worker.awaitTermination(LAST_TASKS.toMillis(), TimeUnit.MILLISECONDS)) {
                worker.shutdownNow();
            }
        } catch (InterruptedException e) {
            worker.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
