package io.ethryx.server.io;

import io.ethryx.server.timer.IoTimers;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.Xnio;
import org.xnio.XnioWorker;

/** The IO threads, their deadlines and their buffers. */
public final class IoRuntime implements AutoCloseable {

    /** The size of a pooled buffer. */
    public static final int BUFFER_BYTES = 16 * 1024;

    private static final String MANAGEMENT = "javax.management.builder.initial";
    private static final Duration LAST_TASKS = Duration.ofSeconds(2);

    private final XnioWorker worker;
    private final IoTimers timers;
    private final IoResources resources;

    private IoRuntime(XnioWorker worker, BodyBuffers buffers) {
        this.worker = worker;
        this.timers = new IoTimers(worker);
        this.resources = new IoResources(worker, buffers, timers, new RoundEnds(worker));
    }

    /**
     * Starts the threads: one for each core.
     *
     * @param buffers where buffers come from
     * @return the running threads
     * @throws IOException if the system gives none
     */
    public static IoRuntime start(BodyBuffers buffers) throws IOException {
        XnioWorker worker = withoutManagement(() -> Xnio.getInstance()
                .createWorker(OptionMap.builder()
                        .set(Options.WORKER_NAME, "ethryx")
                        .set(
                                Options.WORKER_IO_THREADS,
                                Math.max(1, Runtime.getRuntime().availableProcessors()))
                        .set(Options.WORKER_TASK_CORE_THREADS, 0)
                        .set(Options.WORKER_TASK_MAX_THREADS, 1)
                        .set(Options.THREAD_DAEMON, true)
                        .getMap()));
        IoRuntime runtime = new IoRuntime(worker, buffers);
        runtime.timers.start();
        return runtime;
    }

    /**
     * The provider of IO threads, loaded.
     *
     * @return the provider
     */
    public static Xnio xnio() {
        return withoutManagement(Xnio::getInstance);
    }

    /**
     * XNIO shows itself to a management console where it can, and makes the JVM's whole management server for that: a
     * quarter of the time to the first answer. It goes without where there is none, and one can still be made later.
     */
    private static synchronized <T, E extends Exception> T withoutManagement(Start<T, E> start) throws E {
        String before = System.getProperty(MANAGEMENT);
        System.setProperty(MANAGEMENT, "none");
        try {
            return start.get();
        } finally {
            if (before == null) {
                System.clearProperty(MANAGEMENT);
            } else {
                System.setProperty(MANAGEMENT, before);
            }
        }
    }

    private interface Start<T, E extends Exception> {
        T get() throws E;
    }

    /**
     * The IO threads.
     *
     * @return the worker that owns them
     */
    public XnioWorker worker() {
        return worker;
    }

    /**
     * Their deadlines.
     *
     * @return running timers
     */
    public IoTimers timers() {
        return timers;
    }

    /**
     * Their buffers.
     *
     * @return as given to {@link #start}
     */
    public BodyBuffers buffers() {
        return resources.buffers();
    }

    /**
     * All of it, as connections need it.
     *
     * @return always the same
     */
    public IoResources resources() {
        return resources;
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
