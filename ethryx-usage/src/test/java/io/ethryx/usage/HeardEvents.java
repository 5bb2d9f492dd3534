package io.ethryx.usage;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Keeps what a listener hears. */
final class HeardEvents implements UsageListener {

    final List<Delivery> flushes = new CopyOnWriteArrayList<>();
    final AtomicInteger overflowed = new AtomicInteger();
    final AtomicInteger cutOff = new AtomicInteger();
    final AtomicInteger torn = new AtomicInteger();
    final List<String> spoolTrouble = new CopyOnWriteArrayList<>();
    volatile long spoolBytes;
    volatile int spoolBatches;

    @Override
    public void flushed(Delivery delivery, Duration took) {
        flushes.add(delivery);
    }

    @Override
    public void overflowed() {
        overflowed.incrementAndGet();
    }

    @Override
    public void cutOff(int clients) {
        cutOff.addAndGet(clients);
    }

    @Override
    public void spooled(long bytes, int batches) {
        spoolBytes = bytes;
        spoolBatches = batches;
    }

    @Override
    public void spoolFailed(String reason) {
        spoolTrouble.add(reason);
    }

    @Override
    public void torn(int lines) {
        torn.addAndGet(lines);
    }
}
