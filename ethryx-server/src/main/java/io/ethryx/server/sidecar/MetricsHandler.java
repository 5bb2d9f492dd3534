package io.ethryx.server.sidecar;

import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.ExchangeHandler;

/** The handler of the listener that {@code --metrics-listen} adds: local answers and the live page, and nothing is forwarded. */
final class MetricsHandler implements ExchangeHandler {

    private static final LocalAnswer UNKNOWN =
            LocalAnswer.text(404, "This listener serves GET /livez, /readyz, /healthz, /metrics and /ui.\n");

    private final RouteTable routes;
    private final LocalAnswers local;
    private final PairPage page;

    MetricsHandler(RouteTable routes, LocalAnswers local, PairPage page) {
        this.routes = routes;
        this.local = local;
        this.page = page;
    }

    @Override
    public void handle(ClientExchange exchange) {
        if (page.answers(exchange)) {
            return;
        }
        Route route = routes.of(exchange.method(), exchange.target());
        switch (route) {
            case LIVEZ, READYZ, HEALTHZ, METRICS -> local.send(route, exchange);
            case NODE_HEALTH, VALIDATOR_DUTY, MEV_RELAY, EL_INSPECTED, EL_WEBSOCKET, EL, CL_WEBSOCKET, CL ->
                UNKNOWN.send(exchange);
        }
    }
}
