package io.ethryx.server.gateway.intake;

import io.ethryx.core.Body;
import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.RpcId;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Target;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Node;
import io.ethryx.server.gateway.call.RpcMeans;
import io.ethryx.server.gateway.call.SubscriptionCall;
import io.ethryx.server.gateway.edge.Visit;
import io.ethryx.server.gateway.socket.MessageExchange;
import io.ethryx.server.gateway.socket.NodeSocket;
import io.ethryx.server.gateway.socket.SocketCalls;
import io.ethryx.server.listener.ClientExchange;
import java.util.Set;

/**
 * What clients ask over WebSockets: every message goes the way of a request over HTTP, but for calls about subscriptions, which
 * go to the node that the socket's subscriptions live on. Thread-safe.
 */
public final class GatewaySocketCalls implements SocketCalls {

    private static final String SUBSCRIBE = "eth_subscribe";
    private static final Set<String> OF_SUBSCRIPTIONS = Set.of(SUBSCRIBE, "eth_unsubscribe");

    private final RpcMeans means;
    private final RpcDispatch dispatch;

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
        String segment = ChainSpellings.decoded(RpcHandler.onlySegment(exchange.target()));
        return ChainId.parse(segment).filter(this::hasNodes).isPresent();
    }

    private boolean hasNodes(ChainId asked) {
        Target target = Target.of(means.topologies().get(), asked);
        ChainTopology chain = target.topology().chains().get(target.effective());
        return chain != null && chain.nodes().stream().anyMatch(Node::joined);
    }

    @Override
    public void call(MessageExchange exchange, Body message, NodeSocket node) {
        exchange.ifBroken(() -> ErrorCatalogue.UPSTREAM_FAILED.toBody(RpcId.NULL));
        Visit visit = means.door().open(exchange);
        if (visit != null) {
            String segment = RpcHandler.onlySegment(exchange.target());
            dispatch.begin(
                    new RpcDispatch.Arrived(visit, segment, means.usage().begin(visit.exchange(), segment)),
                    message,
                    (seen, facts, startNanos) -> begin(exchange, seen, new Single(facts, startNanos), node));
        }
    }

    private record Single(CallFacts facts, long startNanos) {}

    private void begin(MessageExchange exchange, Visit visit, Single single, NodeSocket node) {
        RpcId id = single.facts().call().id();
        if (id != null) {
            exchange.ifBroken(() -> ErrorCatalogue.UPSTREAM_FAILED.toBody(id));
        }
        String method = single.facts().call().method();
        if (OF_SUBSCRIPTIONS.contains(method) && (method.equals(SUBSCRIBE) || node.isPinned())) {
            new SubscriptionCall(means, visit, means.line().start(single.facts(), single.startNanos()), node).begin();
        } else {
            dispatch.overHttp(visit, single.facts(), single.startNanos());
        }
    }
}
