package io.ethryx.server.mock;

import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.proxy.ProxyEvents;
import io.ethryx.server.proxy.Tally;
import io.undertow.connector.ByteBufferPool;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Answers in the consensus layer's stead that need no look into a body (decisions S3 and S17). Thread-safe. */
public final class StandIns {

    private static final StandIn SUCCESS = StandIn.json(200, "{\"code\":200,\"message\":\"success\"}");
    private static final StandIn NO_STATUS =
            StandIn.json(400, "{\"code\":400,\"message\":\"syncing_status is no final status, 200 to 599\"}");
    private static final String LAYER = "CL";

    private final ProxyEvents events;
    private final ByteBufferPool buffers;
    private final ToIntFunction<@Nullable String> nodeHealth;

    /**
     * The answers.
     *
     * @param events who hears of them
     * @param buffers where buffers come from
     * @param nodeHealth from the query of {@code /eth/v1/node/health}, without its question mark, to the status
     */
    public StandIns(ProxyEvents events, ByteBufferPool buffers, ToIntFunction<@Nullable String> nodeHealth) {
        this.events = events;
        this.buffers = buffers;
        this.nodeHealth = nodeHealth;
    }

    /**
     * Answers that a validator's duty was taken note of. The body of the request is read to its end first, so that the
     * connection lives on; one that is long, or that the client has not begun to send, is left unread and the connection
     * closed.
     *
     * @param exchange the exchange, on its IO thread, nothing of it read or written
     */
    public void success(ClientExchange exchange) {
        Tally tally = Tally.begin(events, LAYER, exchange);
        UnreadBody body = new UnreadBody(exchange, buffers);
        exchange.whenGone(() -> {
            body.stop();
            tally.clientLeft();
            exchange.abort();
        });
        body.drain(() -> SUCCESS.send(exchange, tally));
    }

    /**
     * Answers {@code /eth/v1/node/health} by the verdict on the pair.
     *
     * @param exchange the exchange, on its IO thread, nothing of it read or written
     */
    public void nodeHealth(ClientExchange exchange) {
        String target = exchange.target();
        int query = target.indexOf('?');
        int status = nodeHealth.applyAsInt(query < 0 ? null : target.substring(query + 1));
        StandIn answer = status == 400 ? NO_STATUS : StandIn.empty(status);
        answer.send(exchange, Tally.begin(events, LAYER, exchange));
    }
}
