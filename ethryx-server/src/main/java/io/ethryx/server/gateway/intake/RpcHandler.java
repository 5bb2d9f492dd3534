package io.ethryx.server.gateway.intake;

import io.ethryx.server.fields.ExactMethod;
import io.ethryx.server.gateway.body.OwnAnswer;
import io.ethryx.server.gateway.call.RpcMeans;
import io.ethryx.server.gateway.edge.Visit;
import io.ethryx.server.gateway.socket.ClientSockets;
import io.ethryx.server.gateway.usage.MeteredRequest;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.ExchangeHandler;
import io.ethryx.server.tunnel.WebSockets;
import io.undertow.util.Methods;

/** The listener's handler: a POST to {@code /{chainId}} is a request, and there WebSockets are opened; all else is declined. Holds no rule of its own. */
public final class RpcHandler implements ExchangeHandler {

    private final RpcMeans means;
    private final RpcDispatch dispatch;
    private final ChainPaths paths = new ChainPaths();
    private final ClientSockets sockets;

    /**
     * Serves requests with some means.
     *
     * @param means what requests are served with
     * @param sockets who opens WebSockets
     */
    public RpcHandler(RpcMeans means, ClientSockets sockets) {
        this.means = means;
        dispatch = new RpcDispatch(means);
        this.sockets = sockets;
    }

    @Override
    public void handle(ClientExchange arrived) {
        Visit visit = means.door().open(arrived);
        if (visit != null) {
            serve(visit);
        }
    }

    private void serve(Visit visit) {
        ClientExchange exchange = visit.exchange();
        boolean webSocket = WebSockets.isAskedFor(exchange);
        if (exchange.protocol() != null && !webSocket) {
            OwnAnswer.text(exchange, 501, "There is no such protocol here.");
            return;
        }
        ChainPath path = paths.of(exchange.target());
        String segment = path.segment();
        String withoutSlash = segment.isEmpty() ? ChainPath.withoutLastSlash(exchange.target()) : "";
        if (!withoutSlash.isEmpty()) {
            OwnAnswer.elsewhere(exchange, withoutSlash);
            return;
        } else if (segment.isEmpty()) {
            OwnAnswer.text(
                    exchange,
                    404,
                    "There is nothing here; calls go to /CHAIN, such as /1, and /openapi.json lists admin calls.");
            return;
        } else if (webSocket) {
            open(exchange);
            return;
        }
        MeteredRequest metered = means.usage().begin(exchange, segment);
        if (!ExactMethod.is(exchange.method(), Methods.POST)) {
            OwnAnswer.notAllowed(exchange);
        } else {
            new RpcExchange(means, dispatch, new RpcDispatch.Arrived(visit, path, metered)).begin();
        }
    }

    private void open(ClientExchange exchange) {
        if (means.door().admitsToSocket(exchange)) {
            sockets.open(exchange);
        } else {
            OwnAnswer.text(exchange, 403, "Pages need their origin in cors.allowed_origins to open a WebSocket.");
        }
    }
}
