package io.ethryx.health;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * What a monitor of nodes works with.
 *
 * @param transport carries its probes
 * @param listener hears how nodes come and go
 * @param scheduler one thread to work on, which stays its owner's to stop; if absent, the monitor has its own
 * @param time tells the time
 * @param chance spreads the probes; used on the monitor's thread alone
 */
public record NodeMonitorParts(
        NodeProbeTransport transport,
        NodeListener listener,
        Optional<ScheduledExecutorService> scheduler,
        TimeSource time,
        RandomGenerator chance) {

    /**
     * Checks the parts.
     *
     * @param transport see the record
     * @param listener see the record
     * @param scheduler see the record
     * @param time see the record
     * @param chance see the record
     */
    public NodeMonitorParts {
        Objects.requireNonNull(transport, "transport");
        Objects.requireNonNull(listener, "listener");
        Objects.requireNonNull(scheduler, "scheduler");
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(chance, "chance");
    }

    /**
     * The usual parts: a thread of the monitor's own, the machine's time and chance.
     *
     * @param transport see the record
     * @param listener see the record
     * @return the parts
     */
    public static NodeMonitorParts of(NodeProbeTransport transport, NodeListener listener) {
        return new NodeMonitorParts(
                transport, listener, Optional.empty(), TimeSource.system(), RandomGenerator.getDefault());
    }

    static ScheduledExecutorService ownThread() {
        ScheduledThreadPoolExecutor worker = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "ethryx-nodes");
            thread.setDaemon(true);
            return thread;
        });
        worker.setRemoveOnCancelPolicy(true);
        worker.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        return worker;
    }

    /** Lets what was executed run, and nothing that was to run later. */
    static void end(ScheduledExecutorService worker, Duration limit) {
        worker.shutdown();
        try {
            if (!worker.awaitTermination(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                worker.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            worker.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
