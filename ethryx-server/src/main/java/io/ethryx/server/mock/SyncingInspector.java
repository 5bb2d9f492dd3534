package io.ethryx.server.mock;

import io.ethryx.server.budget.ByteBudget;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.Expectation;
import io.ethryx.server.proxy.Destination;
import io.ethryx.server.proxy.Forwarder;
import io.ethryx.server.proxy.ProxyEvents;
import io.undertow.connector.ByteBufferPool;

/**
 * Answers {@code eth_syncing} with false in the execution layer's stead and lets it answer all else (decision S17). Where
 * neither flag is on there is no inspector, and no body is held.
 *
 * <p>A body is held whole, up to 1 MiB, before it goes on: in one pooled buffer, scanned once, if it is an ordinary call.
 * Forwarded without a look are a longer body, one with a content coding, and any body while the budget is spent.
 *
 * <p>Thread-safe; each exchange stays on its IO thread.
 */
public final class SyncingInspector {

    private final Forwarder forwarder;
    private final Destination destination;
    private final Means means;

    /**
     * An inspector.
     *
     * @param forwarder forwards what is not answered here
     * @param destination where to
     * @param means what it works with
     */
    public SyncingInspector(Forwarder forwarder, Destination destination, Means means) {
        this.forwarder = forwarder;
        this.destination = destination;
        this.means = means;
    }

    /**
     * What an inspector works with.
     *
     * @param buffers where buffers come from
     * @param budget how much may be held at once
     * @param events who hears what happens
     */
    public record Means(ByteBufferPool buffers, ByteBudget budget, ProxyEvents events) {}

    /**
     * Answers or forwards one exchange; returns at once.
     *
     * @param exchange the exchange, on its IO thread, nothing of it read or written
     */
    public void inspect(ClientExchange exchange) {
        if (isWorthALook(exchange)) {
            Expectation.goOn(exchange);
            new InspectedCall(forwarder, destination, exchange, means).begin();
        } else {
            forwarder.forward(exchange, destination);
        }
    }

    private static boolean isWorthALook(ClientExchange exchange) {
        long length = exchange.requestLength();
        boolean bounded = length == -1 || (length > 0 && length <= HeldBody.MAX_BYTES);
        return bounded && !exchange.requestFields().has(KnownField.CONTENT_ENCODING);
    }
}
