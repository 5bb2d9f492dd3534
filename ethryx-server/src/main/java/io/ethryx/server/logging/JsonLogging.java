package io.ethryx.server.logging;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;

/**
 * The process's log: one JSON object a line (reference section 8, decision S13).
 *
 * <p>{@link #configure} turns every slf4j logger on. A line costs its thread the text of its fields and a lock-free
 * hand-over; the writing thread does the rest, and loads Log4j while the program starts. 8 MiB of lines may wait for a slow
 * reader, further ones are dropped, and {@code log lines dropped} with a {@code count} tells
 * how many. {@link #close} writes what is queued, in at most two seconds. Once the JVM is on its way down each line is
 * written before the call that logs it returns, so that whatever shutdown code says is not lost.
 */
public final class JsonLogging implements AutoCloseable {

    private static final long MAX_PENDING_BYTES = 8L << 20;
    private static final int FRAME_BYTES = 128;
    private static final Duration LAST_WORDS = Duration.ofSeconds(2);

    private @Nullable JsonLines lines; // the writing thread's alone
    private final LineQueue queue;
    private final TargetLoggers loggers;
    private final TargetLoggers.Sink sink = this::write;

    private JsonLogging(OutputStream out, TargetLoggers loggers) {
        this.loggers = loggers;
        this.queue = new LineQueue(out, MAX_PENDING_BYTES, this::droppedNotice);
    }

    /**
     * Settles where everything logs to, before any library asks. To be called before there is a second thread: slf4j hands
     * makeshift loggers to whoever comes while it is looking for ours.
     */
    public static void prepare() {
        // Undertow and XNIO log through JBoss Logging, which would otherwise find Log4j before it finds slf4j.
        System.setProperty("org.jboss.logging.provider", "slf4j");
        LoggerFactory.getILoggerFactory();
    }

    /**
     * Logs to standard output from now on, beginning with the filter's warnings. To be called once, before anything starts.
     *
     * @param filter what passes
     * @return the log, to be closed as the last thing before the process ends
     */
    public static JsonLogging configure(LogFilter filter) {
        prepare();
        JsonLogging logging = to(new FileOutputStream(FileDescriptor.out), filter);
        Runtime.getRuntime().addShutdownHook(new Thread(logging.queue::writeThrough, "ethryx-log-exit"));
        return logging;
    }

    /** Logs to any stream; for tests. */
    static JsonLogging to(OutputStream out, LogFilter filter) {
        if (!(LoggerFactory.getILoggerFactory() instanceof TargetLoggers loggers)) {
            throw new IllegalStateException("another slf4j provider came first: " + LoggerFactory.getILoggerFactory());
        }
        JsonLogging logging = new JsonLogging(out, loggers);
        logging.queue.start();
        loggers.open(filter, logging.sink);
        Logger log = LoggerFactory.getLogger(Targets.ETHRYX);
        filter.warnings().forEach(log::warn);
        return logging;
    }

    private void write(String target, Level level, String fields) {
        Instant at = Instant.now();
        queue.add(new LineQueue.Line(FRAME_BYTES + fields.length(), () -> line(at, target, level, fields)));
    }

    private byte[] line(Instant at, String target, Level level, String fields) {
        if (lines == null) {
            lines = new JsonLines();
        }
        return lines.line(at, target, level.name(), fields);
    }

    private byte[] droppedNotice(long count) {
        String fields = FieldsText.of("log lines dropped", List.of(new KeyValuePair("count", count)), null);
        return line(Instant.now(), Targets.ETHRYX, Level.WARN, fields);
    }

    /**
     * Waits until the lines logged so far are written.
     *
     * @param patience at most this long
     * @return whether they are
     */
    public boolean flush(Duration patience) {
        return queue.awaitWritten(patience);
    }

    /** Writes what is queued, in at most two seconds, and silences the loggers. */
    @Override
    public void close() {
        loggers.close(sink);
        queue.close(LAST_WORDS);
    }
}
