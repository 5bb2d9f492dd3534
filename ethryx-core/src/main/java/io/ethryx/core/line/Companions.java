package io.ethryx.core.line;

import io.ethryx.core.topology.Pool;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where the elements of a batch go in one round: to one node of each pool. Used by one thread. */
final class Companions {

    private final Map<Pool, RoutingDecision.Forward> chosen = new EnumMap<>(Pool.class);

    RoutingDecision.@Nullable Forward of(Pool pool) {
        return chosen.get(pool);
    }

    /** An element was routed. */
    void note(CallStep step) {
        if (step instanceof CallStep.Ask ask && ask.decision().reason() != PoolReason.FILTER_HOME) {
            chosen.putIfAbsent(ask.decision().pool(), ask.decision());
        }
    }

    /**
     * Where an element goes that was noted: with the first of its pool, or all with those that need the oldest blocks; what
     * asks for a filter goes where that is.
     */
    RoutingDecision.Forward decisionFor(CallStep.Ask ask, boolean whole) {
        if (ask.decision().reason() == PoolReason.FILTER_HOME) {
            return ask.decision();
        }
        Pool pool = whole && chosen.containsKey(Pool.ARCHIVE)
                ? Pool.ARCHIVE
                : ask.decision().pool();
        return chosen.getOrDefault(pool, ask.decision());
    }
}
