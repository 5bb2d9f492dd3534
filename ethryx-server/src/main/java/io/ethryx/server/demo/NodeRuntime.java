package io.ethryx.server.demo;

import io.undertow.connector.ByteBufferPool;
import io.undertow.server.DefaultByteBufferPool;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.Xnio;
import org.xnio.XnioWorker;

/** The one IO thread and the buffers that simulated nodes share. */
final class NodeRuntime implements AutoCloseable {

    private static final Duration CLOSING = Duration.ofSeconds(2);

    private final XnioWorker worker;
    private final ByteBufferPool buffers = new DefaultByteBufferPool(false, 8192, 64, 0);

    private NodeRuntime(XnioWorker worker) {
        this.worker = worker;
    }

    static NodeRuntime start(String name) throws IOException {
        return new NodeRuntime(Xnio.getInstance(NodeRuntime.class.getClassLoader())
                .createWorker(OptionMap.builder()
                        .set(Options.WORKER_NAME, name)
                        .set(Options.WORKER_IO_THREADS, 1)
                        .set(Options.WORKER_TASK_CORE_THREADS, 1)
                        .set(Options.WORKER_TASK_MAX_THREADS, 2)
                        .set(Options.THREAD_DAEMON, true)
                        .getMap()));
    }

    XnioWorker worker() {
        return worker;
    }

    ByteBufferPool buffers() {
        return buffers;
    }

    void execute(Runnable task) {
        worker.getIoThread().execute(task);
    }

    /** Ends the thread, within two seconds. */
    @Override
    public void close() {
        worker.shutdownNow();
        try {
            worker.awaitTermination(CLOSING.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        buffers.close();
    }
}
