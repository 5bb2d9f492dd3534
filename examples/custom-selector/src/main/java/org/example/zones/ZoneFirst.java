package org.example.zones;

import io.ethryx.core.line.Attempt;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Router;
import io.ethryx.core.line.RoutingDecision;
import io.ethryx.core.line.RoutingDecision.Forward;
import io.ethryx.core.topology.Node;
import io.ethryx.routing.TopologyRouter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Takes a node of one's own zone where the router would have taken another node of the same pool; everything else (which pool,
 * who is available, retries) stays the router's business.
 */
public final class ZoneFirst implements Router {

    private final Router router;
    private final Predicate<Node> near;

    public ZoneFirst(TopologyRouter router, Predicate<Node> near) {
        // Decisions with their fall-backs; they cost a pass over the pool.
        this.router = router.explaining();
        this.near = near;
    }

    @Override
    public RoutingDecision route(CallFacts facts, List<Attempt> attempts) {
        RoutingDecision decision = router.route(facts, attempts);
        if (!attempts.isEmpty() || !(decision instanceof Forward forward) || near.test(forward.node())) {
            return decision;
        }
        return forward.fallbacks().stream()
                .filter(node -> node.pool() == forward.pool() && node.available() && near.test(node))
                .findFirst()
                .<RoutingDecision>map(node -> instead(forward, node))
                .orElse(decision);
    }

    private static Forward instead(Forward forward, Node node) {
        List<Node> after = new ArrayList<>(forward.fallbacks());
        after.remove(node);
        after.add(0, forward.node());
        return new Forward(node, forward.reason(), after, forward.candidates());
    }
}
