package io.ethryx.server.gateway;

import io.ethryx.server.config.ListenAddress;
import io.ethryx.server.listener.DeclinedConnect;
import io.ethryx.server.listener.ListenerEvents;
import io.ethryx.server.listener.Peer;
import io.ethryx.server.logging.Targets;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts client connections and logs what goes wrong with them. Thread-safe. */
final class ConnectionLog implements ListenerEvents {

    private static final Logger LOG = LoggerFactory.getLogger(Targets.ETHRYX);
    private static final Logger PROXY = LoggerFactory.getLogger(Targets.PROXY);

    private final AtomicInteger open = new AtomicInteger();

    /** Client connections open now. */
    int open() {
        return open.get();
    }

    @Override
    public void connectionOpened(Peer peer) {
        open.incrementAndGet();
    }

    @Override
    public void connectionClosed(Peer peer) {
        open.decrementAndGet();
    }

    @Override
    public void connectionRefused() {
        PROXY.debug("connection refused: limits.max_connections are open");
    }

    @Override
    public void connectDeclined(DeclinedConnect declined) {
        PROXY.debug("CONNECT declined");
    }

    @Override
    public void acceptFailed(ListenAddress address, IOException cause) {
        LOG.atWarn()
                .addKeyValue("listen", address.text())
                .addKeyValue("error", String.valueOf(cause))
                .log("accept failed");
    }

    @Override
    public void connectionFailed(Throwable cause) {
        if (cause instanceof IOException) {
            PROXY.atDebug().addKeyValue("error", String.valueOf(cause)).log("connection closed");
        } else {
            PROXY.atError().setCause(cause).log("a request met a fault of Ethryx's own");
        }
    }
}
