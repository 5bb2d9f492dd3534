package io.ethryx.routing;

import io.ethryx.core.line.Attempt;
import io.ethryx.core.topology.Node;
import java.util.List;

/** The nodes that a call was sent to already. */
@FunctionalInterface
interface TriedNodes {

    boolean contains(Node node);

    static TriedNodes of(List<Attempt> attempts) {
        return node -> attempts.stream().anyMatch(attempt -> attempt.node().sameEntry(node));
    }
}
