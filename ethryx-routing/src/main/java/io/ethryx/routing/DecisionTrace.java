package io.ethryx.routing;

import io.ethryx.core.line.Attempt;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.RoutingDecision;
import io.ethryx.core.topology.Pool;
import java.util.List;

/** Looks on while a decision is made. Traffic passes {@link #NONE}; who explains passes one that takes notes. */
interface DecisionTrace {

    /** Takes no notes, and gives back the decision as it is. */
    DecisionTrace NONE = new DecisionTrace() {
        @Override
        public void looksAt(ChainTable table, Pool pool) {}

        @Override
        public RoutingDecision complete(CallFacts facts, List<Attempt> attempts, RoutingDecision decision) {
            return decision;
        }
    };

    /** A pool is chosen from. */
    void looksAt(ChainTable table, Pool pool);

    /** The decision is made. */
    RoutingDecision complete(CallFacts facts, List<Attempt> attempts, RoutingDecision decision);
}
