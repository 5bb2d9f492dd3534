package io.ethryx.discovery;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Writes the snapshot file behind the changes, once a second at most. What to write is asked for on the loop; the writing is
 * done elsewhere, so that a slow disk delays no topology. Called on the loop only.
 */
final class SnapshotKeeper {

    private static final Duration BETWEEN_WRITES = Duration.ofSeconds(1);

    /**
     * Where a keeper works.
     *
     * @param loop the loop of the changes
     * @param writer where files are written, one after another
     */
    record Places(Loop loop, Executor writer) {}

    private final SnapshotFile file;
    private final Places places;
    private final Supplier<List<StoredEntry>> newest;
    private final Consumer<String> failed;
    private boolean due;

    SnapshotKeeper(SnapshotFile file, Places places, Supplier<List<StoredEntry>> newest, Consumer<String> failed) {
        this.file = file;
        this.places = places;
        this.newest = newest;
        this.failed = failed;
    }

    /** Something changed: it is written soon. */
    void changed() {
        if (!due) {
            due = true;
            places.loop().after(BETWEEN_WRITES, this::flush);
        }
    }

    /** Has written what is not written yet. */
    void flush() {
        if (due) {
            due = false;
            List<StoredEntry> entries = newest.get();
            places.writer().execute(() -> write(entries));
        }
    }

    private void write(List<StoredEntry> entries) {
        try {
            file.write(entries);
        } catch (IOException | RuntimeException unwritten) {
            failed.accept(unwritten.toString());
        }
    }
}
