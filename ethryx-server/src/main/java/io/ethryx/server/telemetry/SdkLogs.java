package io.ethryx.server.telemetry;

import java.util.logging.Handler;
import java.util.logging.Logger;
import org.slf4j.bridge.SLF4JBridgeHandler;

/** What the SDK has to say, which it says through java.util.logging, in this program's log. */
final class SdkLogs implements AutoCloseable {

    /** Held, because java.util.logging forgets loggers, and what was set on them, that nobody holds. */
    private final Logger source = Logger.getLogger("io.opentelemetry");

    private final Handler handler = new SLF4JBridgeHandler();

    private SdkLogs() {}

    static SdkLogs divert() {
        SdkLogs logs = new SdkLogs();
        logs.source.setUseParentHandlers(false);
        logs.source.addHandler(logs.handler);
        return logs;
    }

    @Override
    public void close() {
        source.removeHandler(handler);
        source.setUseParentHandlers(true);
    }
}
