package io.ethryx.server.demo;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs something at the start of each slot, on one daemon thread of its own. */
final class SlotTicker implements AutoCloseable {

    private final SimulatedChain chain;
    private final InstantSource time;
    private final Runnable slotStarted;
    private final ScheduledThreadPoolExecutor scheduler;
    private volatile @Nullable Future<?> next;

    SlotTicker(SimulatedChain chain, InstantSource time, Runnable slotStarted) {
        this.chain = chain;
        this.time = time;
        this.slotStarted = slotStarted;
        this.scheduler = new ScheduledThreadPoolExecutor(1, SlotTicker::daemon);
        scheduler.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "simulated-slots");
        thread.setDaemon(true);
        return thread;
    }

    void start() {
        Instant now = time.instant();
        long slot = now.isBefore(chain.genesis()) ? 0 : chain.slotAt(now) + 1;
        long wait = Duration.between(now, chain.startOf(slot)).toMillis() + 1;
        next = scheduler.schedule(this::tick, wait, TimeUnit.MILLISECONDS);
    }

    private void tick() {
        slotStarted.run();
        start();
    }

    @Override
    public void close() {
        scheduler.shutdownNow();
    }
}
