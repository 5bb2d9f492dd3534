package io.ethryx.usage;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A shipper that does as a test says, and shows what came. */
final class ScriptedShipper implements UsageShipper {

    final BlockingQueue<List<UsageRecord>> batches = new LinkedBlockingQueue<>();
    final List<UsageRecord> arrived = new ArrayList<>();
    final AtomicInteger closed = new AtomicInteger();
    final Semaphore gate = new Semaphore(0);
    private final AtomicInteger atOnce = new AtomicInteger();
    volatile int mostAtOnce;
    volatile boolean gated;
    volatile Function<List<UsageRecord>, Delivery> script = records -> Delivery.complete(records.size());

    @Override
    public Delivery ship(List<UsageRecord> records, Duration budget) throws InterruptedException {
        mostAtOnce = Math.max(mostAtOnce, atOnce.incrementAndGet());
        try {
            batches.add(records);
            if (gated) {
                gate.acquire();
            }
            Delivery delivery = script.apply(records);
            if (delivery.whole()) {
                synchronized (arrived) {
                    arrived.addAll(records);
                }
            }
            return delivery;
        } finally {
            atOnce.decrementAndGet();
        }
    }

    List<UsageRecord> next() throws InterruptedException {
        List<UsageRecord> batch = batches.poll(60, TimeUnit.SECONDS);
        if (batch == null) {
            throw new AssertionError("nothing was shipped");
        }
        return batch;
    }

    long millisOf(String client) {
        synchronized (arrived) {
            return arrived.stream()
                    .filter(record -> record.clientId().equals(client))
                    .mapToLong(UsageRecord::usageMillis)
                    .sum();
        }
    }

    @Override
    public void close(Duration budget) {
        closed.incrementAndGet();
    }
}
