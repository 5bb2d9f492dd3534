package io.ethryx.discovery;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A loop on a scheduler of one thread.
 *
 * @param scheduler the scheduler; what is given to it after its end is dropped
 */
record SchedulerLoop(ScheduledExecutorService scheduler) implements Loop {

    @Override
    public void execute(Runnable step) {
        try {
            scheduler.execute(step);
        } catch (RejectedExecutionException closed) {
            drop();
        }
    }

    @Override
    public Runnable after(Duration wait, Runnable step) {
        try {
            Future<?> future = scheduler.schedule(step, wait.toNanos(), TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        } catch (RejectedExecutionException closed) {
            return SchedulerLoop::drop;
        }
    }

    /** What comes after the end is for nobody. */
    private static void drop() {}
}
