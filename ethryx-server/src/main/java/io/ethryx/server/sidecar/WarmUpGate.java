package io.ethryx.server.sidecar;

import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.proxy.ProxyEvents;
import io.ethryx.server.proxy.Tally;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Holds exchanges until the first poll has ended (decision S5). Once open it costs one volatile read. Thread-safe.
 */
final class WarmUpGate {

    private static final int MOST_WAITING = 10_000;
    private static final int UNAVAILABLE = 503;

    private final ProxyEvents events;
    private final Map<ClientExchange, Runnable> waiting = new LinkedHashMap<>();
    private volatile boolean open;
    private boolean closed;

    /**
     * A closed gate.
     *
     * @param events who hears of those that leave before they are let through
     */
    WarmUpGate(ProxyEvents events) {
        this.events = events;
    }

    boolean isOpen() {
        return open;
    }

    /**
     * Lets an exchange through once the gate is open.
     *
     * @param exchange the exchange, in the call of its handler
     * @param layer the layer that it counts for, null where it is not counted
     * @param proceed what to do with it, on its IO thread
     */
    void hold(ClientExchange exchange, @Nullable String layer, Runnable proceed) {
        Tally tally = layer == null ? null : Tally.begin(events, layer, exchange);
        Runnable handedOn = tally == null
                ? proceed
                : () -> {
                    tally.handOver();
                    proceed.run();
                };
        if (enter(exchange, handedOn)) {
            exchange.whenGone(() -> {
                if (leave(exchange)) {
                    exchange.abort();
                }
            });
        } else if (open) {
            handedOn.run();
        } else {
            if (tally != null) {
                tally.headReady(UNAVAILABLE);
            }
            LocalAnswer.text(
                            UNAVAILABLE,
                            "The first poll of the node pair has not ended and too many requests wait for it.\n")
                    .send(exchange);
        }
    }

    private synchronized boolean enter(ClientExchange exchange, Runnable proceed) {
        if (open || waiting.size() >= MOST_WAITING) {
            return false;
        }
        waiting.put(exchange, proceed);
        return true;
    }

    private synchronized boolean leave(ClientExchange exchange) {
        return waiting.remove(exchange) != null;
    }

    /** Nobody is let through any more: those who wait are cut with their connections. Idempotent; any thread. */
    synchronized void close() {
        closed = true;
        waiting.clear();
    }

    /** Opens the gate for good, unless it was closed. Idempotent; any thread. */
    void open() {
        Map<ClientExchange, Runnable> held;
        synchronized (this) {
            if (closed) {
                return;
            }
            open = true;
            held = new LinkedHashMap<>(waiting);
        }
        held.forEach((exchange, proceed) -> exchange.ioThread().execute(() -> {
            if (leave(exchange)) {
                proceed.run();
            }
        }));
    }
}
