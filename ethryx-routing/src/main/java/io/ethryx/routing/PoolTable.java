package io.ethryx.routing;

import io.ethryx.core.RpcCall;
import io.ethryx.core.line.PoolReason;
import io.ethryx.core.line.RoutingDecision.Forward;
import io.ethryx.core.topology.Node;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Some nodes of a pool at one moment, ready to be picked from: the available ones, or the others. */
final class PoolTable {

    private final Node[] candidates;
    private final Selection everyMethod;
    private final Map<String, Selection> byMethod;
    private final PreparedDecisions decisions;

    /**
     * Binds what was compiled.
     *
     * @param candidates the nodes
     * @param everyMethod who is picked for a method without a route, and for an element of a batch
     * @param byMethod who is picked for a method with a route
     */
    PoolTable(Node[] candidates, Selection everyMethod, Map<String, Selection> byMethod) {
        this.candidates = candidates;
        this.everyMethod = everyMethod;
        this.byMethod = byMethod;
        this.decisions = new PreparedDecisions(candidates);
    }

    boolean isEmpty() {
        return candidates.length == 0;
    }

    /** Picks a node, on the request path; null if none may be picked. */
    @Nullable
    Forward pick(RpcCall call, PoolReason reason) {
        return decision(selectionFor(call).pick(), reason);
    }

    /** Picks a node that was not tried; null if none is left. */
    @Nullable
    Forward pickBeside(RpcCall call, TriedNodes tried, PoolReason reason) {
        return decision(selectionFor(call).pickBeside(candidates, tried), reason);
    }

    private Selection selectionFor(RpcCall call) {
        return call.batched() || byMethod.isEmpty() ? everyMethod : byMethod.getOrDefault(call.method(), everyMethod);
    }

    private @Nullable Forward decision(int candidate, PoolReason reason) {
        return candidate == Selector.NOBODY ? null : decisions.at(candidate, reason);
    }
}
