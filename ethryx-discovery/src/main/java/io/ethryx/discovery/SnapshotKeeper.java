package io.ethryx.discovery;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the snapshot file behind the changes, once a second at most, on a thread of its own: a slow disk delays no
 * topology.
 */
final class SnapshotKeeper {

    private static final long MILLIS_BETWEEN_WRITES = 1_000;

    private final SnapshotFile file;
    private final ScheduledExecutorService writer;
    private final Consumer<String> failed;
    private final AtomicReference<@Nullable List<StoredEntry>> newest = new AtomicReference<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();

    SnapshotKeeper(SnapshotFile file, ScheduledExecutorService writer, Consumer<String> failed) {
        this.file = file;
        this.writer = writer;
        this.failed = failed;
    }

    /** Keeps these entries, soon. */
    void keep(List<StoredEntry> entries) {
        newest.set(entries);
        if (scheduled.compareAndSet(false, true)) {
            Future<?> unused = writer.schedule(this::write, MILLIS_BETWEEN_WRITES, TimeUnit.MILLISECONDS);
        }
    }

    /** Writes what is not written yet. */
    void write() {
        scheduled.set(false);
        List<StoredEntry> entries = newest.getAndSet(null);
        if (entries == null) {
            return;
        }
        try {
            file.write(entries);
        } catch (IOException | RuntimeException unwritten) {
            failed.accept(unwritten.toString());
        }
    }
}
