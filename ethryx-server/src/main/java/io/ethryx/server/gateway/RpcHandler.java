package io.ethryx.server.gateway;

import io.ethryx.server.fields.MethodName;
import io.ethryx.server.gateway.edge.Visit;
import io.ethryx.server.gateway.socket.ClientSockets;
import io.ethryx.server.gateway.usage.MeteredRequest;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.ExchangeHandler;
import io.ethryx.server.tunnel.WebSockets;
import io.undertow.util.Methods;

/** The listener's handler: a POST to {@code /{chainId}} is a request, and there WebSockets are opened; all else is declined. Holds no rule of its own. */
final class RpcHandler implements ExchangeHandler {

    private final RpcMeans means;
    private final ClientSockets sockets;

    RpcHandler(RpcMeans means, ClientSockets sockets) {
        this.means = means;
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
        String segment = onlySegment(exchange.target());
        if (segment.isEmpty()) {
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
        if (!MethodName.is(exchange.method(), Methods.POST)) {
            OwnAnswer.notAllowed(exchange);
        } else {
            new RpcExchange(means, visit, segment, metered).begin();
        }
    }

    private void open(ClientExchange exchange) {
        if (means.door().admitsToSocket(exchange)) {
            sockets.open(exchange);
        } else {
            OwnAnswer.text(exchange, 403, "Pages need their origin in cors.allowed_origins to open a WebSocket.");
        }
    }

    /** The path if it is one segment, else an empty text. */
    static String onlySegment(String target) {
        int query = target.indexOf('?');
        int end = query < 0 ? target.length() : query;
        if (end < 2 || target.charAt(0) != '/' || target.lastIndexOf('/', end - 1) != 0) {
            return "";
        }
        return target.substring(1, end);
    }
}
