package io.ethryx.health;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs polls, each an interval after the end of the one before, so that there is never more than one: on a given scheduler, else
 * on a thread of its own. {@link #close} may be called by any thread.
 */
final class PollLoop {

    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(1);

    /** What is polled. On the scheduler's thread. */
    interface Polls {

        /**
         * Makes the next poll.
         *
         * @param worker the scheduler
         * @param ended to be run at its end
         */
        Poll next(ScheduledExecutorService worker, Runnable ended);

        /** How the poll is to speak to the EL. */
        H2cVerdict verdict();
    }

    private final Duration interval;
    private final Optional<ScheduledExecutorService> given;
    private final Polls polls;
    private volatile boolean closed;
    private volatile @Nullable ScheduledExecutorService scheduler;
    private volatile @Nullable Poll current;
    private volatile @Nullable Future<?> nextPoll;
    private volatile @Nullable Future<?> overdue;

    PollLoop(Duration interval, Optional<ScheduledExecutorService> given, Polls polls) {
        this.interval = interval;
        this.given = given;
        this.polls = polls;
    }

    boolean isClosed() {
        return closed;
    }

    /** Begins the first poll, and runs something if that takes longer than a limit. Called once, before it is closed. */
    void start(Duration limit, Runnable whenOverdue) {
        ScheduledExecutorService worker = given.orElseGet(PollLoop::ownThread);
        scheduler = worker;
        overdue = worker.schedule(whenOverdue, limit.toNanos(), TimeUnit.NANOSECONDS);
        worker.execute(() -> poll(worker));
    }

    private static ScheduledExecutorService ownThread() {
        ScheduledThreadPoolExecutor worker = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "ethryx-health");
            thread.setDaemon(true);
            return thread;
        });
        worker.setRemoveOnCancelPolicy(true);
        return worker;
    }

    private void poll(ScheduledExecutorService worker) {
        Poll poll = polls.next(worker, () -> ended(worker));
        current = poll;
        if (closed) {
            return;
        }
        poll.begin(polls.verdict());
        if (closed) {
            poll.cancel();
        }
    }

    private void ended(ScheduledExecutorService worker) {
        current = null;
        try {
            Future<?> next = worker.schedule(() -> poll(worker), interval.toNanos(), TimeUnit.NANOSECONDS);
            nextPoll = next;
            if (closed) {
                next.cancel(false);
            }
        } catch (RejectedExecutionException schedulerStopped) {
            closed = true;
        }
    }

    /** Polls no more, and waits for a thread of its own, a second at most. Idempotent. */
    void close() {
        closed = true;
        Poll poll = current;
        if (poll != null) {
            poll.cancel();
        }
        cancel(nextPoll);
        cancel(overdue);
        ScheduledExecutorService worker = scheduler;
        if (worker != null && given.isEmpty()) {
            stop(worker);
        }
    }

    private static void cancel(@Nullable Future<?> task) {
        if (task != null) {
            task.cancel(false);
        }
    }

    private static void stop(ScheduledExecutorService worker) {
        worker.shutdownNow();
        try {
            worker.awaitTermination(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
