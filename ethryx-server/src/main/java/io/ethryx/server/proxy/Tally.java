package io.ethryx.server.proxy;

import io.ethryx.server.listener.ClientStream;
import io.undertow.server.ExchangeCompletionListener;
import io.undertow.server.HttpServerExchange;

/**
 * Tells the events of an exchange that is answered here in an upstream's stead, so that it is counted and logged as one of
 * that upstream's. Confined to the exchange's IO thread.
 */
public final class Tally implements ExchangeCompletionListener {

    private static final int CLIENT_LEFT = 499;

    private final ProxyEvents events;
    private final String layer;
    private final HttpServerExchange exchange;
    private final long startNanos = System.nanoTime();
    private long headNanos;
    private boolean clientLeft;
    private boolean handedOver;

    private Tally(ProxyEvents events, String layer, HttpServerExchange exchange) {
        this.events = events;
        this.layer = layer;
        this.exchange = exchange;
    }

    /**
     * Begins to count an exchange.
     *
     * @param events who hears of it
     * @param layer the layer that it counts for, {@code EL} or {@code CL}
     * @param exchange the exchange, not ended
     * @return its tally
     */
    public static Tally begin(ProxyEvents events, String layer, HttpServerExchange exchange) {
        Tally tally = new Tally(events, layer, exchange);
        exchange.addExchangeCompleteListener(tally);
        return tally;
    }

    /**
     * The head of the answer is about to be sent.
     *
     * @param status its status
     */
    public void headReady(int status) {
        headNanos = Math.max(1, System.nanoTime() - startNanos);
        events.headReady(layer, exchange.getRequestMethod(), status, headNanos);
    }

    /** The client left before its answer. To be called before the exchange is ended; counts once. */
    public void clientLeft() {
        if (!clientLeft) {
            clientLeft = true;
            events.clientAborted();
        }
    }

    /** Someone else tells of this exchange from now on. */
    public void handOver() {
        handedOver = true;
    }

    @Override
    public void exchangeEvent(HttpServerExchange ended, NextListener next) {
        if (!handedOver) {
            tellEnd();
        }
        next.proceed();
    }

    private void tellEnd() {
        if (headNanos == 0) {
            // Whoever has this tally answers each client that stays.
            clientLeft();
        }
        if (events.wantsEnded()) {
            long total = System.nanoTime() - startNanos;
            ClientStream client = ClientStream.of(exchange);
            events.ended(new EndedExchange(
                    exchange,
                    client.target(),
                    layer,
                    clientLeft ? CLIENT_LEFT : exchange.getStatusCode(),
                    headNanos == 0 ? total : headNanos,
                    total,
                    client.bodyBytesIn()));
        }
    }
}
