package io.ethryx.usage;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Keeps records in a folder until they have arrived, so that they outlast an absent broker and a killed process. Each interval is on
 * the disk before it is sent; what did not arrive stays and is sent again with its ids as they are, oldest first, once an interval
 * did arrive. What arrived just before the process was killed may be sent twice; whoever counts each id once counts it once.
 *
 * <p>The folder is bounded: what does not fit is sent without being kept. It belongs to one process. Used by one thread at a time.
 */
public final class SpooledShipper implements UsageShipper {

    private final UsageShipper shipper;
    private final Spool spool;
    private final UsageListener listener;
    private final RecordReader reader = new RecordReader();
    private boolean triedToOpen;

    /**
     * A shipper that keeps what another can't ship. Nothing is read or written yet.
     *
     * @param shipper ships; closed with this one
     * @param folder where to keep, made with its folders when it is first needed
     * @param maxBytes how much to keep; a file counts as 4 KiB at least
     * @param listener hears of the folder
     */
    public SpooledShipper(UsageShipper shipper, Path folder, long maxBytes, UsageListener listener) {
        this.shipper = Objects.requireNonNull(shipper, "shipper");
        this.spool = new Spool(folder, maxBytes);
        this.listener = Objects.requireNonNull(listener, "listener");
    }

    @Override
    public boolean waiting() {
        if (!triedToOpen) {
            triedToOpen = true;
            opened();
        }
        return spool.size() > 0;
    }

    private boolean opened() {
        try {
            spool.open();
            return true;
        } catch (IOException e) {
            listener.spoolFailed(e.toString());
            return false;
        }
    }

    @Override
    public Delivery ship(List<UsageRecord> records, Duration budget) throws InterruptedException {
        long deadline = System.nanoTime() + budget.toNanos();
        Total total = new Total();
        if (records.isEmpty() || shipNew(records, budget, total)) {
            shipKept(deadline, total);
        }
        listener.spooled(spool.bytes(), spool.size());
        return total.delivery();
    }

    private boolean shipNew(List<UsageRecord> records, Duration budget, Total total) throws InterruptedException {
        String kept = kept(records);
        Delivery delivery = shipper.ship(records, budget);
        total.add(delivery);
        if (kept == null) {
            total.lose(delivery.unsent());
        } else {
            settle(kept, records.size(), delivery, total);
        }
        return delivery.unsent().isEmpty();
    }

    private @Nullable String kept(List<UsageRecord> records) {
        try {
            return spool.keep(records);
        } catch (IOException e) {
            listener.spoolFailed(e.toString());
            return null;
        }
    }

    private void settle(String name, int size, Delivery delivery, Total total) {
        try {
            if (delivery.unsent().isEmpty()) {
                spool.remove(name);
            } else {
                total.keep(delivery.unsent().size());
                if (delivery.unsent().size() < size) {
                    spool.keepOnly(name, delivery.unsent());
                }
            }
        } catch (IOException e) {
            listener.spoolFailed(e.toString());
        }
    }

    /** Sends what is kept while there is time, and for as long as it arrives. */
    private void shipKept(long deadline, Total total) throws InterruptedException {
        String name = opened() ? spool.next(null) : null;
        boolean arrives = true;
        while (name != null && arrives && deadline - System.nanoTime() > 0) {
            arrives = shipKept(name, Duration.ofNanos(deadline - System.nanoTime()), total);
            name = spool.next(name);
        }
    }

    private boolean shipKept(String name, Duration budget, Total total) throws InterruptedException {
        List<UsageRecord> records = read(name);
        if (records == null) {
            return true;
        }
        Delivery delivery = records.isEmpty() ? Delivery.complete(0) : shipper.ship(records, budget);
        total.add(delivery);
        settle(name, records.size(), delivery, total);
        return delivery.unsent().isEmpty();
    }

    /** The whole records of a batch; null if it can't be read now. */
    private @Nullable List<UsageRecord> read(String name) {
        try {
            List<byte[]> lines = LineFile.lines(spool.read(name));
            List<UsageRecord> records = new ArrayList<>(lines.size());
            lines.forEach(line -> reader.read(line).ifPresent(records::add));
            if (records.size() < lines.size()) {
                listener.torn(lines.size() - records.size());
            }
            return records;
        } catch (IOException e) {
            listener.spoolFailed(e.toString());
            return null;
        }
    }

    @Override
    public void close(Duration budget) {
        shipper.close(budget);
        try {
            spool.close();
        } catch (IOException e) {
            listener.spoolFailed(e.toString());
        }
    }

    /** What became of all batches of one shipment. */
    private static final class Total {

        private int sent;
        private int refused;
        private int kept;
        private final List<UsageRecord> lost = new ArrayList<>();
        private @Nullable String reason;

        void add(Delivery delivery) {
            sent += delivery.sent();
            refused += delivery.refused();
            if (reason == null) {
                reason = delivery.reason();
            }
        }

        void keep(int records) {
            kept += records;
        }

        void lose(List<UsageRecord> records) {
            lost.addAll(records);
        }

        Delivery delivery() {
            return new Delivery(sent, refused, kept, lost, reason);
        }
    }
}
