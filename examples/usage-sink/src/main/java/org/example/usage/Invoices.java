package org.example.usage;

import io.ethryx.usage.Delivery;
import io.ethryx.usage.UsageRecord;
import io.ethryx.usage.UsageShipper;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/** A sink of one's own: it counts each record once, whatever comes twice, and is away for a while. */
final class Invoices implements UsageShipper {

    private final Map<String, Long> millis = new TreeMap<>();
    private final Set<UUID> seen = new HashSet<>();
    private volatile boolean away;

    void away(boolean now) {
        away = now;
    }

    synchronized Map<String, Long> millis() {
        return Map.copyOf(millis);
    }

    @Override
    public synchronized Delivery ship(List<UsageRecord> records, Duration budget) {
        if (away) {
            return Delivery.failed(records, "the books are closed");
        }
        for (UsageRecord record : records) {
            if (seen.add(record.id())) {
                millis.merge(record.clientId(), record.usageMillis(), Long::sum);
            }
        }
        return Delivery.complete(records.size());
    }

    @Override
    public void close(Duration budget) {
        // Nothing is held open.
    }
}
