package io.ethryx.server.sidecar;

import io.ethryx.server.listener.ClientExchange;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Holds exchanges until the first poll has ended (decision S5). Once open it costs one volatile read. Thread-safe.
 */
final class WarmUpGate {

    private static final int MOST_WAITING = 10_000;

    private final Map<ClientExchange, Runnable> waiting = new LinkedHashMap<>();
    private volatile boolean open;

    boolean isOpen() {
        return open;
    }

    /**
     * Lets an exchange through once the gate is open.
     *
     * @param exchange the exchange, in the call of its handler
     * @param proceed what to do with it, on its IO thread
     */
    void hold(ClientExchange exchange, Runnable proceed) {
        if (enter(exchange, proceed)) {
            exchange.whenGone(() -> {
                if (leave(exchange)) {
                    exchange.abort();
                }
            });
        } else if (open) {
            proceed.run();
        } else {
            LocalAnswer.text(503, "The first poll of the node pair has not ended and too many requests wait for it.\n")
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

    /** Opens the gate for good. Idempotent; any thread. */
    void open() {
        Map<ClientExchange, Runnable> held;
        synchronized (this) {
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
