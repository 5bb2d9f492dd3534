package io.ethryx.server.sidecar;

import io.ethryx.server.listener.ClientStream;
import io.ethryx.server.proxy.Destination;
import io.ethryx.server.proxy.Forwarder;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;

/** The main listeners' handler: a request is routed, and answered here or forwarded. Holds no rule of its own. */
final class PairHandler implements HttpHandler {

    private final RouteTable routes;
    private final LocalAnswers local;
    private final WarmUpGate gate;
    private final Upstreams upstreams;

    PairHandler(RouteTable routes, LocalAnswers local, WarmUpGate gate, Upstreams upstreams) {
        this.routes = routes;
        this.local = local;
        this.gate = gate;
        this.upstreams = upstreams;
    }

    /**
     * What requests are forwarded with.
     *
     * @param forwarder forwards
     * @param el the execution layer
     * @param cl the consensus layer
     */
    record Upstreams(Forwarder forwarder, Destination el, Destination cl) {}

    @Override
    public void handleRequest(HttpServerExchange exchange) {
        Route route =
                routes.of(exchange.getRequestMethod(), ClientStream.of(exchange).target());
        switch (route) {
            case LIVEZ, READYZ, METRICS -> local.send(route, exchange);
            case HEALTHZ -> whenWarm(exchange, () -> local.send(route, exchange));
            case EL -> whenWarm(exchange, () -> forward(exchange, upstreams.el()));
            case CL -> whenWarm(exchange, () -> forward(exchange, upstreams.cl()));
        }
    }

    private void forward(HttpServerExchange exchange, Destination destination) {
        upstreams.forwarder().forward(exchange, destination);
    }

    private void whenWarm(HttpServerExchange exchange, Runnable proceed) {
        if (gate.isOpen()) {
            proceed.run();
        } else {
            gate.hold(exchange, proceed);
        }
    }
}
