package io.ethryx.server.gateway.usage;

import io.ethryx.server.gateway.metrics.MetricFamilies;
import io.ethryx.server.gateway.metrics.PageText;
import io.ethryx.usage.Delivery;
import io.ethryx.usage.UsageListener;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;

/** Counts what a meter tells. Three families as the replaced program names them (section 13), the others Ethryx' own. */
final class UsageCounts implements UsageListener, MetricFamilies {

    private final LongAdder succeeded = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder sent = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder overflowed = new LongAdder();
    private final LongAdder torn = new LongAdder();
    private final LongAdder spoolFailures = new LongAdder();
    private final LongAdder flushMillis = new LongAdder();
    private final AtomicLong spoolBytes = new AtomicLong();
    private final AtomicLong spoolBatches = new AtomicLong();
    private volatile IntSupplier keys = () -> 0;

    /** Who tells how many clients are held. */
    void gauge(IntSupplier held) {
        keys = held;
    }

    @Override
    public void flushed(Delivery delivery, Duration took) {
        (delivery.whole() ? succeeded : failed).increment();
        sent.add(delivery.sent());
        dropped.add(delivery.refused() + delivery.unsent().size());
        flushMillis.add(took.toMillis());
    }

    @Override
    public void overflowed() {
        overflowed.increment();
    }

    @Override
    public void cutOff(int clients) {
        dropped.add(clients);
    }

    @Override
    public void spooled(long bytes, int batches) {
        spoolBytes.set(bytes);
        spoolBatches.set(batches);
    }

    @Override
    public void spoolFailed(String reason) {
        spoolFailures.increment();
    }

    @Override
    public void torn(int lines) {
        torn.add(lines);
    }

    @Override
    public void writeTo(PageText page) {
        byStatus(page, "jrpcx_usage_flush_total", "Shipments of usage.", "success", succeeded, "failed", failed);
        byStatus(page, "jrpcx_usage_records_total", "Records of usage.", "sent", sent, "dropped", dropped);
        one(page, "jrpcx_usage_aggregation_keys", PageText.Type.GAUGE, "Clients that are held.", keys.getAsInt());
        counter(page, "flush_milliseconds_total", "What shipments took, summed up.", flushMillis);
        counter(page, "overflow_total", "Requests that were not counted for want of room for a client.", overflowed);
        counter(page, "spool_failures_total", "Times that the spool was full or could not be used.", spoolFailures);
        counter(page, "torn_lines_total", "Unfinished lines of files that were skipped.", torn);
        gauge(page, "spool_bytes", "What waits on the disk to be sent.", spoolBytes.get());
        gauge(page, "spool_batches", "In how many files it waits.", spoolBatches.get());
    }

    private static void byStatus(
            PageText page, String name, String help, String good, LongAdder goods, String bad, LongAdder bads) {
        page.family(name, PageText.Type.COUNTER, help);
        page.sample(name, PageText.labels("status", good), goods.sum());
        page.sample(name, PageText.labels("status", bad), bads.sum());
    }

    private static void counter(PageText page, String name, String help, LongAdder value) {
        one(page, "ethryx_gateway_usage_" + name, PageText.Type.COUNTER, help, value.sum());
    }

    private static void gauge(PageText page, String name, String help, long value) {
        one(page, "ethryx_gateway_usage_" + name, PageText.Type.GAUGE, help, value);
    }

    private static void one(PageText page, String name, PageText.Type type, String help, long value) {
        page.family(name, type, help);
        page.sample(name, "", value);
    }
}
