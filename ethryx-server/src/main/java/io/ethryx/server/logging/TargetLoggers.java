package io.ethryx.server.logging;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/** All loggers of the process. Until {@link #open} they are silent. */
final class TargetLoggers implements ILoggerFactory {

    /** Where lines go. */
    interface Sink {
        void write(String target, Level level, String fields);
    }

    private static final LogFilter SILENT = new LogFilter(List.of(), List.of());

    private final ConcurrentMap<String, TargetLogger> loggers = new ConcurrentHashMap<>();
    private volatile LogFilter filter = SILENT;
    private volatile @Nullable Sink sink;

    @Override
    public Logger getLogger(String name) {
        TargetLogger logger = loggers.get(name);
        if (logger != null) {
            return logger;
        }
        TargetLogger made = loggers.computeIfAbsent(name, key -> new TargetLogger(key, this, LogLevel.OFF));
        LogFilter current;
        do { // the filter may change under a logger that is being made
            current = filter;
            made.threshold(current.levelOf(name));
        } while (!current.equals(filter));
        return made;
    }

    void open(LogFilter newFilter, Sink newSink) {
        sink = newSink;
        applyFilter(newFilter);
    }

    /** Silences the loggers, unless another sink has been opened meanwhile. */
    void close(Sink oldSink) {
        if (sink == oldSink) {
            applyFilter(SILENT);
            sink = null;
        }
    }

    private void applyFilter(LogFilter newFilter) {
        filter = newFilter;
        loggers.forEach((name, logger) -> logger.threshold(newFilter.levelOf(name)));
    }

    void write(String target, Level level, String fields) {
        Sink current = sink;
        if (current != null) {
            current.write(target, level, fields);
        }
    }
}
