package io.ethryx.server.page;

import io.ethryx.server.figures.Samples;
import io.ethryx.server.figures.Span;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The page of metrics, read at most once a second while somebody looks, and what rates and quantiles were at the last looks. After
 * a minute without a look it begins anew. Thread-safe.
 */
final class History {

    private static final int MOST_POINTS = 90;
    private static final int MOST_LINES = 1_000;
    private static final long LEAST_NANOS = 1_000_000_000L;
    private static final long FORGET_NANOS = 60_000_000_000L;

    private final Supplier<byte[]> metrics;
    private final LongSupplier ticker;
    private final Map<String, Deque<Double>> lines = new HashMap<>();
    private Span span = new Span(Samples.NONE, Samples.NONE, Duration.ZERO);
    private long readNanos;

    History(Supplier<byte[]> metrics, LongSupplier ticker) {
        this.metrics = metrics;
        this.ticker = ticker;
    }

    /** What happened between the last two looks. */
    synchronized Span look() {
        long now = ticker.getAsLong();
        long since = now - readNanos;
        boolean first = span.now().equals(Samples.NONE);
        if (!first && since < LEAST_NANOS) {
            return span;
        }
        Samples page = Samples.read(new String(metrics.get(), StandardCharsets.UTF_8));
        boolean stale = first || since > FORGET_NANOS;
        if (stale) {
            lines.clear();
        }
        span = stale
                ? new Span(page, Samples.NONE, Duration.ZERO)
                : new Span(page, span.now(), Duration.ofNanos(since));
        readNanos = now;
        return span;
    }

    /** Adds a point to a line unless this look has added one, and tells the line. */
    synchronized List<Double> line(String name, double value) {
        Deque<Double> line = lines.get(name);
        if (line == null) {
            if (lines.size() >= MOST_LINES) {
                return List.of();
            }
            line = new ArrayDeque<>();
            lines.put(name, line);
        }
        line.add(value);
        if (line.size() > MOST_POINTS) {
            line.remove();
        }
        return List.copyOf(line);
    }
}
