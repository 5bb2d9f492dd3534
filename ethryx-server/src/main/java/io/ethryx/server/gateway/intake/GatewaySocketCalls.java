package io.ethryx.server.gateway.intake;

import io.ethryx.core.Body;
import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.RpcId;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Target;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Node;
import io.ethryx.server.gateway.call.RpcMeans;
import io.ethryx.server.gateway.call.SubscriptionCall;
import io.ethryx.server.gateway.edge.Visit;
import io.ethryx.server.gateway.socket.MessageExchange;
import io.ethryx.server.gateway.socket.NodeSocket;
import io.ethryx.server.gateway.socket.SocketCalls;
import io.ethryx.server.listener.ClientExchange;

/**
 * What clients ask over WebSockets: every message goes the way of a request over HTTP, but for calls about subscriptions, which
 * go to the node that the socket's subscriptions live on. Thread-safe.
 */
public final class GatewaySocketCalls implements SocketCalls {

    private final RpcMeans means;
    private final RpcDispatch dispatch;
    private final ChainPaths paths = new ChainPaths();

    /**
     * Serves what sockets ask with the same means as requests over HTTP.
     *
     * @param means what requests are served with
     */
    public GatewaySocketCalls(RpcMeans means) {
        this.means = means;
        dispatch = new RpcDispatch(means);
    }

    @Override
    public boolean hasNodes(ClientExchange exchange) {
        Target target = paths.of(exchange.target()).target(means.topologies().get());
        ChainTopology chain = target == null ? null : target.topology().chains().get(target.effective());
        return chain != null && chain.nodes().stream().anyMatch(Node::joined);
    }

    @Override
    public void call(MessageExchange exchange, Body message, NodeSocket node) {
        exchange.ifBroken(() -> ErrorCatalogue.UPSTREAM_FAILED.toBody(RpcId.NULL));
        Visit visit = means.door().open(exchange);
        if (visit != null) {
            ChainPath path = paths.of(exchange.target());
            dispatch.begin(
                    new RpcDispatch.Arrived(visit, path, means.usage().begin(visit.exchange(), path.segment())),
                    message,
                    new OverSocket(exchange, node));
        }
    }

    /** The ways of one message. */
    private final class OverSocket implements RpcDispatch.Ways {

        private final MessageExchange exchange;
        private final NodeSocket node;

        OverSocket(MessageExchange exchange, NodeSocket node) {
            this.exchange = exchange;
            this.node = node;
        }

        @Override
        public void single(Visit visit, CallFacts facts, long startNanos) {
            RpcId id = facts.call().id();
            if (id != null) {
                exchange.ifBroken(() -> ErrorCatalogue.UPSTREAM_FAILED.toBody(id));
            }
            if (Subscriptions.concerns(facts.call(), node)) {
                new SubscriptionCall(means, visit, means.line().start(facts, startNanos), node).begin();
            } else {
                dispatch.single(visit, facts, startNanos);
            }
        }

        @Override
        public NodeSocket subscriptions() {
            return node;
        }
    }
}
