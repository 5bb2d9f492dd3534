package io.ethryx.usage;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What all clients used in one interval. Filled by any thread until one thread {@linkplain #drain drains} it; what is not taken
 * by then is refused, and belongs into the next table. Lock-free for clients that are known.
 */
final class UsageTable {

    /** The addition is in the table. */
    static final long ADDED = -1;

    /** The client is new, and there is no room for one more. */
    static final long FULL = -2;

    private final Map<String, UsageCell> cells;
    private final AtomicInteger keys = new AtomicInteger();
    private final AtomicBoolean told = new AtomicBoolean();
    private final int maxKeys;
    private volatile boolean drained;

    UsageTable(int expectedKeys, int maxKeys) {
        this.cells = new ConcurrentHashMap<>(Math.max(16, expectedKeys));
        this.maxKeys = maxKeys;
    }

    /** A table that takes nothing. */
    static UsageTable closed() {
        UsageTable table = new UsageTable(0, 0);
        table.drained = true;
        return table;
    }

    /** The client's cell, or null if it is not known yet. */
    @Nullable
    UsageCell cell(String client) {
        return cells.get(client);
    }

    /**
     * Adds for a client that may be new.
     *
     * @return {@link #ADDED}, {@link #FULL}, or how many nanoseconds belong into the next table, 0 and above
     */
    long add(String client, long nanos) {
        UsageCell known = cells.get(client);
        if (known == null) {
            if (drained) {
                return nanos;
            }
            if (keys.incrementAndGet() > maxKeys) {
                keys.decrementAndGet();
                return FULL;
            }
            UsageCell fresh = new UsageCell(nanos);
            known = cells.putIfAbsent(client, fresh);
            if (known == null) {
                return drained ? takenBack(fresh) : ADDED;
            }
            keys.decrementAndGet();
        }
        return known.add(nanos) ? ADDED : nanos;
    }

    /**
     * The cell came while the table was drained, and may have been missed. Who seals it first has its sum, with all that others
     * added meanwhile: if it is not the drain, it belongs into the next table.
     */
    private static long takenBack(UsageCell fresh) {
        long sum = fresh.seal();
        return sum < 0 ? ADDED : sum;
    }

    /** Whether this is the first time that so many keys were seen. */
    boolean reached(int threshold) {
        return keys.get() >= threshold && !told.get() && told.compareAndSet(false, true);
    }

    int keys() {
        return keys.get();
    }

    /** Takes every sum, once. To be called by one thread, after no one is given this table any more. */
    void drain(ObjLongConsumer<String> each) {
        drained = true;
        cells.forEach((client, cell) -> {
            long sum = cell.seal();
            if (sum >= 0) {
                each.accept(client, sum);
            }
        });
    }
}
