package io.ethryx.server.logging;

import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * What libraries say through java.util.logging, in this program's log instead of on stderr, for as long as this is open. It
 * costs nothing unless they have something to say. Each package is diverted once at a time.
 */
public final class DivertedLogs implements AutoCloseable {

    /** Held, because java.util.logging forgets loggers, and what was set on them, that nobody holds. */
    private final List<Logger> sources;

    private final Handler handler = new SLF4JBridgeHandler();

    private DivertedLogs(List<Logger> sources) {
        this.sources = sources;
    }

    /**
     * Takes over from here on.
     *
     * @param packages whose loggers, and those below, such as {@code io.grpc}
     * @return to be closed when they are no longer used
     */
    public static DivertedLogs of(String... packages) {
        DivertedLogs logs =
                new DivertedLogs(Stream.of(packages).map(Logger::getLogger).toList());
        for (Logger source : logs.sources) {
            source.setUseParentHandlers(false);
            source.addHandler(logs.handler);
        }
        return logs;
    }

    /** Gives them back to where they went before. Idempotent. */
    @Override
    public void close() {
        for (Logger source : sources) {
            source.removeHandler(handler);
            source.setUseParentHandlers(true);
        }
    }
}
