package io.ethryx.routing;

import io.ethryx.core.line.CandidateReason;
import io.ethryx.core.topology.GatewaySettings;
import io.ethryx.core.topology.MethodRoute;
import io.ethryx.core.topology.Node;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes of a pool may be picked for a method, and with what weight. One rule for the table that traffic goes by and
 * for the reasons that an explanation gives.
 *
 * @param strategy how a node is chosen
 * @param gateway the chain's weights
 * @param route the method's route, or null for none
 */
record Eligibility(
        SelectionStrategy strategy,
        GatewaySettings gateway,
        @Nullable MethodRoute route) {

    /** Why a node may not be picked, or null if it may. */
    @Nullable
    CandidateReason refusal(Node node) {
        if (strategy == SelectionStrategy.ROUND_ROBIN) {
            return null;
        }
        if (route != null && !route.allows(node.key())) {
            return route.include().isEmpty() ? CandidateReason.EXCLUDED : CandidateReason.NOT_INCLUDED;
        }
        return gateway.weightOf(node.key()) == 0 ? CandidateReason.WEIGHT_ZERO : null;
    }

    /** The weight of a node that may be picked, above 0. */
    long weight(Node node) {
        return strategy == SelectionStrategy.ROUND_ROBIN ? Math.max(1, node.weight()) : gateway.weightOf(node.key());
    }
}
