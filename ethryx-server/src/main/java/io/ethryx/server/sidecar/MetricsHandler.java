package io.ethryx.server.sidecar;

import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.ExchangeHandler;

/** The handler of the listener that {@code --metrics-listen} adds: local answers, and nothing is forwarded. */
final class MetricsHandler implements ExchangeHandler {

    private static final LocalAnswer UNKNOWN =
            LocalAnswer.text(404, "This listener serves GET /livez, /readyz, /healthz and /metrics.\n");

    private final RouteTable routes;
    private final LocalAnswers local;

    MetricsHandler(RouteTable routes, LocalAnswers local) {
        this.routes = routes;
        this.local = local;
    }

    @Override
    public void handle(ClientExchange exchange) {
        Route route = routes.of(exchange.method(), exchange.target());
        switch (route) {
            case LIVEZ, READYZ, HEALTHZ, METRICS -> local.send(route, exchange);
            case NODE_HEALTH, VALIDATOR_DUTY, MEV_RELAY, EL_INSPECTED, EL_WEBSOCKET, EL, CL_WEBSOCKET, CL ->
                UNKNOWN.send(exchange);
        }
    }
}
