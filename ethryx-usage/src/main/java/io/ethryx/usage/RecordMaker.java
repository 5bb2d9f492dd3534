package io.ethryx.usage;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Makes the records of an interval: whole milliseconds, 1 at least, and one time for all of them. */
final class RecordMaker {

    private final InstantSource clock;
    private final Supplier<UUID> ids;

    RecordMaker(InstantSource clock, Supplier<UUID> ids) {
        this.clock = clock;
        this.ids = ids;
    }

    /** Drains a table that no one is given any more. */
    List<UsageRecord> of(UsageTable table) {
        long at = clock.millis();
        List<UsageRecord> records = new ArrayList<>(table.keys());
        table.drain((client, nanos) ->
                records.add(new UsageRecord(ids.get(), client, Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)), at)));
        return records;
    }
}
