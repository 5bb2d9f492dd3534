package io.ethryx.server.gateway.admin;

import io.ethryx.server.access.UnusableFileException;
import io.ethryx.server.logging.Targets;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Who changed what: a line of JSON for each key, at the end of a file, or in the log under the target {@code audit} where no
 * file is named. A line that can't be written to its file goes to the log. No token is ever part of a line.
 */
final class AuditLog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Targets.AUDIT);

    private final @Nullable FileChannel file;
    private final Clock clock;

    private AuditLog(@Nullable FileChannel file, Clock clock) {
        this.file = file;
        this.clock = clock;
    }

    /**
     * Opens the file.
     *
     * @param path where it is, or null for the log
     * @param clock the time of the lines
     * @throws UnusableFileException if it can't be opened
     */
    static AuditLog open(@Nullable Path path, Clock clock) throws UnusableFileException {
        try {
            return new AuditLog(
                    path == null ? null : FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND),
                    clock);
        } catch (IOException e) {
            throw new UnusableFileException(
                    "admin.audit_log: " + path + ": can't be written (" + e + "); name a file that can be appended to");
        }
    }

    /** Writes down changes and what became of them. */
    void write(AdminRequest request, List<Draft.Change> changes, String result) {
        for (Draft.Change change : changes) {
            JsonObject line = new JsonObject()
                    .with("at", clock.instant().truncatedTo(ChronoUnit.MILLIS).toString())
                    .with("actor", request.caller().actor())
                    .with("peer", request.caller().peer())
                    .with("route", request.route().toString())
                    .with("key", change.key())
                    .with("before", AdminJson.shown(change.before()))
                    .with("after", AdminJson.shown(change.after()))
                    .with("result", result);
            write(line);
        }
    }

    private void write(JsonObject line) {
        if (file == null) {
            log(line, null);
            return;
        }
        byte[] json = AdminJson.print(line);
        ByteBuffer bytes =
                ByteBuffer.allocate(json.length + 1).put(json).put((byte) '\n').flip();
        try {
            append(file, bytes);
        } catch (IOException e) {
            log(line, e);
        }
    }

    private synchronized void append(FileChannel file, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
    }

    private static void log(JsonObject line, @Nullable IOException reason) {
        LoggingEventBuilder event =
                reason == null ? LOG.atInfo() : LOG.atError().setCause(reason);
        for (Map.Entry<String, @Nullable Object> member : line.members().entrySet()) {
            event = event.addKeyValue(member.getKey(), plain(member.getValue()));
        }
        event.log("admin change");
    }

    /** A log line has no values within values. */
    private static @Nullable Object plain(@Nullable Object value) {
        return value instanceof Map || value instanceof List
                ? new String(AdminJson.print(value), StandardCharsets.UTF_8)
                : value;
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
