package io.ethryx.server.proxy;

import io.ethryx.server.listener.ClientExchange;
import org.jspecify.annotations.Nullable;

/**
 * Tells the events of an exchange that is answered here in an upstream's stead, so that it is counted and logged as one of
 * that upstream's. Confined to the exchange's IO thread.
 */
public final class Tally {

    private static final int CLIENT_LEFT = 499;

    private final ProxyEvents events;
    private final String layer;
    private final ClientExchange exchange;
    private final long startNanos = System.nanoTime();
    private long headNanos;
    private boolean clientLeft;
    private boolean handedOver;
    private ProtocolSwitch.@Nullable Passage passage;

    private Tally(ProxyEvents events, String layer, ClientExchange exchange) {
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
    public static Tally begin(ProxyEvents events, String layer, ClientExchange exchange) {
        Tally tally = new Tally(events, layer, exchange);
        exchange.whenEnded(tally::ended);
        return tally;
    }

    /**
     * As {@link #begin}, for a request that asks for another protocol.
     *
     * @param events who hears of it
     * @param layer the layer that it counts for, {@code EL} or {@code CL}
     * @param exchange the exchange, not ended
     * @return its tally
     */
    public static Tally ofRefusedSwitch(ProxyEvents events, String layer, ClientExchange exchange) {
        Tally tally = begin(events, layer, exchange);
        tally.passage = new ProtocolSwitch.Passage(0, 0, null);
        return tally;
    }

    /**
     * The head of the answer is about to be sent.
     *
     * @param status its status
     */
    public void headReady(int status) {
        headNanos = Math.max(1, System.nanoTime() - startNanos);
        events.headReady(layer, exchange.sentMethod(), status, headNanos);
    }

    /**
     * The client left before its answer, or broke its request in a way that the listener has answered. To be called before
     * the exchange is ended; counts once.
     */
    public void clientLeft() {
        if (clientLeft) {
            return;
        }
        clientLeft = true;
        if (exchange.refusedWith() == 0) {
            events.clientAborted();
        } else if (headNanos == 0) {
            headReady(exchange.refusedWith());
        }
    }

    /** Someone else tells of this exchange from now on. */
    public void handOver() {
        handedOver = true;
    }

    private void ended() {
        if (!handedOver) {
            tellEnd();
        }
    }

    private void tellEnd() {
        if (headNanos == 0) {
            // Whoever has this tally answers each client that stays.
            clientLeft();
        }
        if (events.wantsEnded()) {
            long total = System.nanoTime() - startNanos;
            events.ended(new EndedExchange(
                    exchange,
                    layer,
                    status(),
                    new EndedExchange.Times(headNanos == 0 ? total : headNanos, total),
                    false,
                    passage));
        }
    }

    private int status() {
        if (!clientLeft) {
            return exchange.answer().status();
        }
        return exchange.refusedWith() == 0 ? CLIENT_LEFT : exchange.refusedWith();
    }
}
