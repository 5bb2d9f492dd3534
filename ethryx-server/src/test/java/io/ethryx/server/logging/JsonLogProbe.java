package io.ethryx.server.logging;

import com.dslplatform.json.DslJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Logs into memory and reads the lines back. */
public final class JsonLogProbe implements AutoCloseable {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final JsonLogging logging;

    JsonLogProbe(LogFilter filter) {
        logging = JsonLogging.to(out, filter);
    }

    public static JsonLogProbe at(LogLevel level, boolean accessLog) {
        return new JsonLogProbe(LogFilter.of(level, accessLog, Map.of()));
    }

    public static JsonLogProbe with(String directives) {
        return new JsonLogProbe(LogFilter.of(LogLevel.INFO, false, Map.of("ETHRYX_LOG", directives)));
    }

    public String text() {
        if (!logging.flush(Duration.ofSeconds(10))) {
            throw new AssertionError("the log was not written in ten seconds");
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    public List<Map<?, ?>> lines() {
        return text().lines().<Map<?, ?>>map(JsonLogProbe::read).toList();
    }

    Map<?, ?> line() {
        List<Map<?, ?>> lines = lines();
        if (lines.size() != 1) {
            throw new AssertionError("not one line but " + lines);
        }
        return lines.get(0);
    }

    Map<?, ?> fields() {
        return (Map<?, ?>) line().get("fields");
    }

    private static Map<?, ?> read(String line) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        try {
            return new DslJson<>().deserialize(Map.class, bytes, bytes.length);
        } catch (IOException e) {
            throw new UncheckedIOException(line, e);
        }
    }

    @Override
    public void close() {
        logging.close();
    }
}
