package io.ethryx.server.logging;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;
import org.slf4j.event.LoggingEvent;
import org.slf4j.helpers.AbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.spi.LoggingEventAware;

/** A logger of one target. Its threshold is one volatile read. */
final class TargetLogger extends AbstractLogger implements LoggingEventAware {

    private static final long serialVersionUID = 1;

    private final transient TargetLoggers loggers;
    private final String target;
    private volatile LogLevel threshold;

    TargetLogger(String name, TargetLoggers loggers, LogLevel threshold) {
        this.name = name;
        this.loggers = loggers;
        this.target = Targets.printed(name);
        this.threshold = threshold;
    }

    void threshold(LogLevel level) {
        threshold = level;
    }

    private boolean passes(LogLevel level) {
        return threshold.compareTo(level) >= 0;
    }

    @Override
    public void log(LoggingEvent event) {
        List<KeyValuePair> fields = event.getKeyValuePairs();
        write(
                event.getLevel(),
                event.getMessage(),
                event.getArgumentArray(),
                fields == null ? List.of() : fields,
                event.getThrowable());
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level,
            @Nullable Marker marker,
            String pattern,
            Object @Nullable [] arguments,
            @Nullable Throwable thrown) {
        write(level, pattern, arguments, List.of(), thrown);
    }

    private void write(
            Level level,
            @Nullable String pattern,
            Object @Nullable [] arguments,
            List<KeyValuePair> fields,
            @Nullable Throwable thrown) {
        String message = arguments == null || arguments.length == 0
                ? String.valueOf(pattern)
                : String.valueOf(MessageFormatter.basicArrayFormat(pattern, arguments));
        loggers.write(target, level, FieldsText.of(message, fields, thrown));
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
        return null;
    }

    @Override
    public boolean isTraceEnabled() {
        return passes(LogLevel.TRACE);
    }

    @Override
    public boolean isTraceEnabled(Marker marker) {
        return passes(LogLevel.TRACE);
    }

    @Override
    public boolean isDebugEnabled() {
        return passes(LogLevel.DEBUG);
    }

    @Override
    public boolean isDebugEnabled(Marker marker) {
        return passes(LogLevel.DEBUG);
    }

    @Override
    public boolean isInfoEnabled() {
        return passes(LogLevel.INFO);
    }

    @Override
    public boolean isInfoEnabled(Marker marker) {
        return passes(LogLevel.INFO);
    }

    @Override
    public boolean isWarnEnabled() {
        return passes(LogLevel.WARN);
    }

    @Override
    public boolean isWarnEnabled(Marker marker) {
        return passes(LogLevel.WARN);
    }

    @Override
    public boolean isErrorEnabled() {
        return passes(LogLevel.ERROR);
    }

    @Override
    public boolean isErrorEnabled(Marker marker) {
        return passes(LogLevel.ERROR);
    }
}
