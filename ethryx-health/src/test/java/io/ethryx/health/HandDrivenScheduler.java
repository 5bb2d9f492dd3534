package io.ethryx.health;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Time that moves when a test says so, and the tasks that become due by it. */
final class HandDrivenScheduler extends AbstractExecutorService implements ScheduledExecutorService {

    private final PriorityQueue<Task<?>> tasks = new PriorityQueue<>(
            Comparator.<Task<?>>comparingLong(task -> task.dueNanos).thenComparing(t -> t.number));
    private long nanos = 5_000_000_000L;
    private Instant wall;
    private long number;

    HandDrivenScheduler(Instant wall) {
        this.wall = wall;
    }

    TimeSource time() {
        return new TimeSource(
                new Clock() {
                    @Override
                    public ZoneId getZone() {
                        return ZoneOffset.UTC;
                    }

                    @Override
                    public Clock withZone(ZoneId zone) {
                        return this;
                    }

                    @Override
                    public Instant instant() {
                        return wall;
                    }
                },
                () -> nanos);
    }

    void runDue() {
        advance(Duration.ZERO);
    }

    void advance(Duration by) {
        long until = nanos + by.toNanos();
        while (!tasks.isEmpty() && tasks.peek().dueNanos <= until) {
            Task<?> task = tasks.poll();
            passTo(Math.max(nanos, task.dueNanos));
            task.run();
        }
        passTo(until);
    }

    /** Time passes and nothing runs, as on a machine that slept. */
    void sleepThrough(Duration by) {
        passTo(nanos + by.toNanos());
    }

    /** Somebody sets the machine's clock. */
    void stepWallClock(Duration by) {
        wall = wall.plus(by);
    }

    long waitingTasks() {
        return tasks.stream().filter(task -> !task.isCancelled()).count();
    }

    private void passTo(long later) {
        wall = wall.plusNanos(later - nanos);
        nanos = later;
    }

    private <V> Task<V> add(Callable<V> work, long delay, TimeUnit unit) {
        Task<V> task = new Task<>(work, nanos + unit.toNanos(delay), number++);
        tasks.add(task);
        return task;
    }

    @Override
    public void execute(Runnable command) {
        tasks.add(new Task<>(() -> call(command), nanos, number++));
    }

    private static Void call(Runnable command) {
        command.run();
        return null;
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return add(() -> call(command), delay, unit);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        return add(callable, delay, unit);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initial, long period, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initial, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void shutdown() {
        throw new AssertionError("a given scheduler is not the monitor's to stop");
    }

    @Override
    public List<Runnable> shutdownNow() {
        throw new AssertionError("a given scheduler is not the monitor's to stop");
    }

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return true;
    }

    private final class Task<V> extends FutureTask<V> implements ScheduledFuture<V> {

        private final long dueNanos;
        private final long number;

        Task(Callable<V> work, long dueNanos, long number) {
            super(work);
            this.dueNanos = dueNanos;
            this.number = number;
        }

        @Override
        protected void setException(Throwable thrown) {
            throw new AssertionError("a task threw", thrown);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(dueNanos - nanos, TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }
}
