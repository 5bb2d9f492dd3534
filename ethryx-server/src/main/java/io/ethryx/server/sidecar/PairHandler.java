package io.ethryx.server.sidecar;

import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.ExchangeHandler;
import io.ethryx.server.logging.Targets;
import io.ethryx.server.mock.StandIns;
import io.ethryx.server.mock.SyncingInspector;
import io.ethryx.server.proxy.Destination;
import io.ethryx.server.proxy.Forwarder;
import io.ethryx.server.tunnel.WebSockets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The main listeners' handler: a request is routed, and answered here or forwarded. Holds no rule of its own. */
final class PairHandler implements ExchangeHandler {

    private static final Logger LOG = LoggerFactory.getLogger(Targets.PROXY);

    private final RouteTable routes;
    private final Answers answers;
    private final WarmUpGate gate;
    private final Upstreams upstreams;

    PairHandler(RouteTable routes, Answers answers, WarmUpGate gate, Upstreams upstreams) {
        this.routes = routes;
        this.answers = answers;
        this.gate = gate;
        this.upstreams = upstreams;
    }

    /**
     * What requests are forwarded with.
     *
     * @param forwarder forwards
     * @param el the execution layer
     * @param cl the consensus layer
     * @param mevRelay the relay for blocks; the consensus layer where there is none
     * @param sockets forwards what asks for a WebSocket
     * @param elWebSocket the WebSocket of the execution layer
     * @param elHearing who hears what is said to it, null for nobody
     */
    record Upstreams(
            Forwarder forwarder,
            Destination el,
            Destination cl,
            Destination mevRelay,
            WebSockets sockets,
            Destination elWebSocket,
            WebSockets.@Nullable Hearing elHearing) {}

    /**
     * What answers without forwarding, or before it.
     *
     * @param local answers for Ethryx itself
     * @param standIns answer in the consensus layer's stead
     * @param inspector answers in the execution layer's stead
     */
    record Answers(LocalAnswers local, StandIns standIns, SyncingInspector inspector) {}

    @Override
    public void handle(ClientExchange exchange) {
        if (LOG.isTraceEnabled()) {
            LOG.atTrace()
                    .addKeyValue("method", exchange.sentMethod().toString())
                    .addKeyValue("path", path(exchange.target()))
                    .log("routing request");
        }
        boolean webSocket = WebSockets.isAskedFor(exchange);
        if (exchange.protocol() != null && !webSocket) {
            Destination asked = routes.isCl(exchange.target()) ? upstreams.cl() : upstreams.el();
            upstreams.sockets().declineProtocol(exchange, asked);
            return;
        }
        Route route = webSocket
                ? routes.ofWebSocket(exchange.sentMethod(), exchange.target())
                : routes.of(exchange.method(), exchange.target());
        switch (route) {
            case LIVEZ, READYZ, METRICS -> answers.local().send(route, exchange);
            case HEALTHZ -> whenWarm(exchange, null, () -> answers.local().send(route, exchange));
            case NODE_HEALTH -> answers.standIns().nodeHealth(exchange);
            case VALIDATOR_DUTY -> answers.standIns().success(exchange);
            case MEV_RELAY -> whenWarm(exchange, upstreams.mevRelay(), () -> forward(exchange, upstreams.mevRelay()));
            case EL_INSPECTED ->
                whenWarm(exchange, upstreams.el(), () -> answers.inspector().inspect(exchange));
            case EL_WEBSOCKET -> whenWarm(exchange, upstreams.el(), () -> openElWebSocket(exchange));
            case CL_WEBSOCKET ->
                whenWarm(exchange, upstreams.cl(), () -> upstreams.sockets().open(exchange, upstreams.cl()));
            case EL -> whenWarm(exchange, upstreams.el(), () -> forward(exchange, upstreams.el()));
            case CL -> whenWarm(exchange, upstreams.cl(), () -> forward(exchange, upstreams.cl()));
        }
    }

    private static String path(String target) {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    private void openElWebSocket(ClientExchange exchange) {
        upstreams.sockets().open(exchange, upstreams.elWebSocket(), upstreams.elHearing());
    }

    private void forward(ClientExchange exchange, Destination destination) {
        upstreams.forwarder().forward(exchange, destination);
    }

    private void whenWarm(ClientExchange exchange, @Nullable Destination counted, Runnable proceed) {
        if (gate.isOpen()) {
            proceed.run();
        } else {
            gate.hold(exchange, counted == null ? null : counted.layer(), proceed);
        }
    }
}
