package io.ethryx.server.logging;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lines on their way to an output that may be slow: a lock-free queue, bounded in bytes, and one daemon thread that
 * encodes and writes. A line that doesn't fit is dropped and counted; the count is written as a line as soon as there is room again.
 *
 * <p>After {@link #writeThrough} each {@link #add} waits, for a bounded time, until its line is written: that is for the
 * last moments of the process.
 */
final class LineQueue {

    /**
     * A line that isn't written yet.
     *
     * @param weight about how many bytes it holds
     * @param encoded makes its bytes, line feed included; called by the writing thread
     */
    record Line(long weight, Supplier<byte[]> encoded) {}

    private static final int BATCH_BYTES = 64 * 1024;
    private static final Duration LAST_WAIT = Duration.ofSeconds(1);

    private final Queue<Line> lines = new ConcurrentLinkedQueue<>();
    private final AtomicLong pendingBytes = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private final OutputStream out;
    private final long maxPendingBytes;
    private final LongFunction<byte[]> droppedNotice;
    private final Thread writer;
    private volatile boolean idle;
    private volatile boolean closing;
    private volatile boolean writeThrough;

    /**
     * A queue whose thread isn't started yet.
     *
     * @param maxPendingBytes accepted and not yet written
     * @param droppedNotice the line that tells how many lines were dropped
     */
    LineQueue(OutputStream out, long maxPendingBytes, LongFunction<byte[]> droppedNotice) {
        this.out = out;
        this.maxPendingBytes = maxPendingBytes;
        this.droppedNotice = droppedNotice;
        this.writer = new Thread(this::writeLines, "ethryx-log");
        writer.setDaemon(true);
    }

    void start() {
        writer.start();
    }

    /** Takes a line, or drops it. */
    void add(Line line) {
        if (pendingBytes.addAndGet(line.weight()) > maxPendingBytes) {
            pendingBytes.addAndGet(-line.weight());
            dropped.incrementAndGet();
            return;
        }
        lines.add(line);
        if (idle) {
            LockSupport.unpark(writer);
        }
        if (writeThrough) {
            awaitWritten(LAST_WAIT);
        }
    }

    /** Waits until all lines taken so far are written; false when that takes too long. */
    boolean awaitWritten(Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (pendingBytes.get() > 0 && writer.isAlive()) {
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            LockSupport.unpark(writer);
            LockSupport.parkNanos(this, 100_000);
        }
        return pendingBytes.get() == 0;
    }

    /** From now on a line is written before {@link #add} returns. */
    void writeThrough() {
        writeThrough = true;
        awaitWritten(LAST_WAIT);
    }

    /** Writes what is queued, in bounded time, and ends the thread. */
    void close(Duration patience) {
        awaitWritten(patience);
        closing = true;
        LockSupport.unpark(writer);
    }

    private void writeLines() {
        byte[] batch = new byte[BATCH_BYTES];
        while (!closing || !lines.isEmpty()) {
            if (lines.isEmpty()) {
                idle = true;
                if (lines.isEmpty() && !closing) {
                    LockSupport.park(this);
                }
                idle = false;
            } else {
                writeBatch(batch);
            }
        }
    }

    private void writeBatch(byte[] batch) {
        int filled = 0;
        long taken = 0;
        @Nullable Line line = lines.poll();
        while (line != null) {
            byte[] bytes = encoded(line);
            taken += line.weight();
            if (bytes.length > batch.length - filled) {
                write(batch, filled);
                filled = 0;
            }
            if (bytes.length > batch.length) {
                write(bytes, bytes.length);
            } else {
                System.arraycopy(bytes, 0, batch, filled, bytes.length);
                filled += bytes.length;
            }
            line = taken < batch.length ? lines.poll() : null;
        }
        write(batch, filled);
        long lost = dropped.getAndSet(0);
        if (lost > 0) {
            byte[] notice = droppedNotice.apply(lost);
            write(notice, notice.length);
        }
        pendingBytes.addAndGet(-taken);
    }

    /** A line that can't be encoded counts as dropped. */
    private byte[] encoded(Line line) {
        try {
            return line.encoded().get();
        } catch (RuntimeException e) {
            dropped.incrementAndGet();
            return new byte[0];
        }
    }

    /** A reader that has gone must not take the process with it; there is no place left to tell. */
    private void write(byte[] bytes, int length) {
        try {
            out.write(bytes, 0, length);
            out.flush();
        } catch (IOException e) {
            dropped.incrementAndGet();
        }
    }
}
