package io.ethryx.routing;

import io.ethryx.core.line.PoolReason;
import io.ethryx.core.line.RoutingDecision.Forward;
import io.ethryx.core.topology.Node;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The decisions that traffic gets: for each candidate and reason one object, made when it is first needed and then handed
 * out for as long as the table lives.
 */
final class PreparedDecisions {

    private final Node[] candidates;
    private final Map<PoolReason, AtomicReferenceArray<@Nullable Forward>> prepared = new EnumMap<>(PoolReason.class);

    PreparedDecisions(Node[] candidates) {
        this.candidates = candidates;
        for (PoolReason reason : PoolReason.values()) {
            prepared.put(reason, new AtomicReferenceArray<>(candidates.length));
        }
    }

    Forward at(int candidate, PoolReason reason) {
        AtomicReferenceArray<@Nullable Forward> row = Objects.requireNonNull(prepared.get(reason));
        Forward decision = row.getPlain(candidate);
        if (decision == null) {
            decision = new Forward(candidates[candidate], reason, List.of(), List.of());
            row.setRelease(candidate, decision);
        }
        return decision;
    }
}
