package io.ethryx.server.logging;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Writes the line of each request, in the field order of reference section 8 with decision S13's fields after it. Safe for
 * any thread; never waits for the output.
 */
public final class AccessLog {

    private final Logger log = LoggerFactory.getLogger(Targets.ACCESS);
    private final boolean extended;

    /**
     * A log.
     *
     * @param extended whether lines carry the user agent and the query
     */
    public AccessLog(boolean extended) {
        this.extended = extended;
    }

    /**
     * Whether lines are written at all; ask before making one.
     *
     * @return whether the filter in force lets access lines pass
     */
    public boolean enabled() {
        return log.isInfoEnabled();
    }

    /**
     * Writes a line, if enabled.
     *
     * @param line what happened
     */
    public void write(AccessLine line) {
        LoggingEventBuilder event = log.atInfo()
                .addKeyValue("peer", line.peer())
                .addKeyValue("version", line.version())
                .addKeyValue("method", line.method())
                .addKeyValue("path", line.path())
                .addKeyValue("upstream", line.upstream())
                .addKeyValue("proto", line.proto())
                .addKeyValue("status", line.status())
                .addKeyValue("latency_ms", toMicros(line.latencyMillis()))
                .addKeyValue("total_ms", toMicros(line.totalMillis()))
                .addKeyValue("bytes_in", line.bytesIn())
                .addKeyValue("bytes_out", line.bytesOut());
        if (extended) {
            if (line.userAgent() != null) {
                event = event.addKeyValue("user_agent", line.userAgent());
            }
            if (line.query() != null) {
                event = event.addKeyValue("query", line.query());
            }
        }
        event.log("request");
    }

    private static double toMicros(double millis) {
        return Math.round(millis * 1000) / 1000.0;
    }
}
