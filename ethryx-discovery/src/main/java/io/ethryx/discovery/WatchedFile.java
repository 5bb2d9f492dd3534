package io.ethryx.discovery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a file again and again, and tells its content when that is another one. A content counts once it was read twice in
 * a row, so that a file is not taken half written. Works for files that are replaced, that are links, and on file systems
 * that tell no events.
 *
 * <p>All happens on the given scheduler; the file is read whole at each look, 64 MiB at most.
 */
public final class WatchedFile implements AutoCloseable {

    /** Hears of the file, on the scheduler's thread. */
    public interface Listener {

        /**
         * The content is another one than before.
         *
         * @param content the whole file
         */
        void changed(byte[] content);

        /**
         * The file can't be read. Told once until it can be again.
         *
         * @param reason why
         */
        void unreadable(IOException reason);
    }

    private static final long MAX_BYTES = 64L << 20;

    private final Path file;
    private final Duration interval;
    private final ScheduledExecutorService scheduler;
    private final Listener listener;

    private byte[] told;
    private byte @Nullable [] seen;
    private boolean unreadable;
    private @Nullable Future<?> looking;

    /**
     * Makes a watch; nothing is started.
     *
     * @param file the file
     * @param interval how long to wait between two looks
     * @param scheduler where to work
     * @param listener hears of changes
     */
    public WatchedFile(Path file, Duration interval, ScheduledExecutorService scheduler, Listener listener) {
        this.file = Objects.requireNonNull(file, "file");
        this.interval = Objects.requireNonNull(interval, "interval");
        this.scheduler = Objects.requireNonNull(scheduler, "scheduler");
        this.listener = Objects.requireNonNull(listener, "listener");
        this.told = new byte[0];
    }

    /**
     * Begins to look. Idempotent.
     *
     * @param known the content that is known already, which is told no more
     */
    public synchronized void start(byte[] known) {
        if (looking == null) {
            told = known.clone();
            looking = scheduler.scheduleWithFixedDelay(
                    this::look, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    /** One look. */
    synchronized void look() {
        byte[] now = read();
        if (now == null) {
            seen = null;
        } else if (Arrays.equals(now, told)) {
            seen = null;
        } else if (Arrays.equals(now, seen)) {
            told = now;
            seen = null;
            listener.changed(now.clone());
        } else {
            seen = now;
        }
    }

    private byte @Nullable [] read() {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new IOException(file + " is larger than " + MAX_BYTES + " bytes");
            }
            byte[] content = Files.readAllBytes(file);
            unreadable = false;
            return content;
        } catch (IOException reason) {
            if (!unreadable) {
                unreadable = true;
                listener.unreadable(reason);
            }
            return null;
        }
    }

    /** Looks no more. Idempotent; the scheduler goes on. */
    @Override
    public synchronized void close() {
        if (looking != null) {
            looking.cancel(false);
        }
    }
}
