package io.ethryx.usage;

import java.time.Duration;
import java.util.List;

/** One shipment: makes the records of an interval and hands them over. Used by one thread. */
final class Flush {

    private final UsageShipper shipper;
    private final UsageListener listener;
    private final RecordMaker maker;

    Flush(UsageShipper shipper, UsageListener listener, RecordMaker maker) {
        this.shipper = shipper;
        this.listener = listener;
        this.maker = maker;
    }

    void run(UsageTable table, Duration budget) throws InterruptedException {
        List<UsageRecord> records = maker.of(table);
        if (records.isEmpty() && !shipper.waiting()) {
            return;
        }
        long begin = System.nanoTime();
        Delivery delivery = shipped(records, budget);
        listener.flushed(delivery, Duration.ofNanos(System.nanoTime() - begin));
    }

    /** A defect of a shipper costs an interval, not the thread. */
    private Delivery shipped(List<UsageRecord> records, Duration budget) throws InterruptedException {
        try {
            return shipper.ship(records, budget);
        } catch (RuntimeException e) {
            return Delivery.failed(records, "unexpected: " + e);
        }
    }

    void close(Duration budget) {
        shipper.close(budget);
    }
}
