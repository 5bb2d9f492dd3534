package io.ethryx.usage;

import io.ethryx.core.line.UsageSink;
import java.time.InstantSource;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Sums up how long the requests of each client took, and ships one record a client and interval (decision G18; gateway reference,
 * section 11). An interval ends after its time, or when it has seen {@link MeterSettings#keys} clients; the sums are exact: what
 * comes while an interval ends is counted in it or in the next one, once.
 *
 * <p>Thread-safe. Shipping happens on the daemon thread {@code ethryx-usage}, one shipment at a time. What can't be shipped is lost
 * and told to the listener, unless the shipper keeps it. Life: {@link #start}, {@link #record}, {@link #close}.
 */
public final class UsageMeter implements UsageSink, AutoCloseable {

    /** Some 13 days: longer than a request lasts, and so short that sums don't overflow. */
    private static final long MOST_NANOS = 1L << 50;

    private final MeterSettings settings;
    private final UsageListener listener;
    private final FlushLoop loop;
    private final Thread thread;
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile UsageTable current;

    /**
     * A meter that has counted nothing. Nothing is started.
     *
     * @param settings when to ship, and how much to hold
     * @param shipper where to; closed with the meter
     * @param listener hears how it goes
     */
    public UsageMeter(MeterSettings settings, UsageShipper shipper, UsageListener listener) {
        this(settings, shipper, listener, new RecordMaker(InstantSource.system(), UUID::randomUUID));
    }

    UsageMeter(MeterSettings settings, UsageShipper shipper, UsageListener listener, RecordMaker maker) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.listener = Objects.requireNonNull(listener, "listener");
        current = new UsageTable(0, settings.maxKeys());
        loop = new FlushLoop(settings, new Flush(shipper, listener, maker), this::swapped);
        thread = new Thread(loop, "ethryx-usage");
        thread.setDaemon(true);
    }

    /** Begins to ship. Idempotent. */
    public void start() {
        if (started.compareAndSet(false, true)) {
            thread.start();
        }
    }

    /**
     * Counts one request. Some tens of nanoseconds, without a lock and without allocation, for a client that was seen in this
     * interval; nothing is counted after {@link #close}.
     *
     * @param clientId who made it: blanks around it don't count, none or an empty one is {@code unknown}, and of more than 256
     *     bytes in UTF-8 the first 240 count and a hash of the whole
     * @param nanos how long it took; below 0 it is not counted, above 13 days it counts as 13 days
     */
    @Override
    public void record(@Nullable String clientId, long nanos) {
        if (nanos < 0) {
            return;
        }
        long amount = Math.min(nanos, MOST_NANOS);
        UsageCell cell = current.cell(clientId == null ? ClientKey.UNKNOWN : clientId);
        if (cell == null || !cell.add(amount)) {
            recordAnew(ClientKey.of(clientId), amount);
        }
    }

    /** The client is new in this interval, or the interval ended just now. */
    private void recordAnew(String client, long nanos) {
        UsageTable tried = null;
        UsageTable table = current;
        long left = nanos;
        while (left >= 0 && table != tried) {
            left = table.add(client, left);
            tried = table;
            table = current;
        }
        if (left == UsageTable.FULL) {
            listener.overflowed();
        } else if (left == UsageTable.ADDED && tried != null && tried.reached(settings.keys())) {
            loop.flushSoon();
            LockSupport.unpark(thread);
        }
    }

    /** Another table takes over; a last one takes nothing. */
    private UsageTable swapped(boolean last) {
        UsageTable full = current;
        current = last ? UsageTable.closed() : new UsageTable(full.keys(), settings.maxKeys());
        return full;
    }

    /**
     * How many clients are held: those of this interval, and those of the one that is being shipped.
     *
     * @return 0 and above
     */
    public int keys() {
        return current.keys() + loop.keysInFlight();
    }

    /**
     * Ends the interval, ships it, and closes the shipper, within {@link MeterSettings#closeBudget}; a shipment that is under way is
     * waited for in that time. What is not shipped by then is lost and told to the listener. Idempotent.
     */
    @Override
    public void close() {
        loop.end(System.nanoTime() + settings.closeBudget().toNanos());
        start();
        LockSupport.unpark(thread);
        try {
            long left = loop.nanosLeft();
            if (left > 0) {
                thread.join(Math.max(1, left / 1_000_000));
            }
            if (thread.isAlive() && loop.giveUp()) {
                listener.cutOff(keys());
                thread.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
