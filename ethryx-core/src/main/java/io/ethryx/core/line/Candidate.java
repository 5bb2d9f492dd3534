package io.ethryx.core.line;

import io.ethryx.core.topology.Node;
import java.util.Objects;

/**
 * A node that a decision looked at.
 *
 * @param node the node
 * @param taken whether it was chosen
 * @param reason why, or why not
 */
public record Candidate(Node node, boolean taken, CandidateReason reason) {

    /**
     * Checks the parts.
     *
     * @param node see the record
     * @param taken see the record
     * @param reason see the record
     */
    public Candidate {
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(reason, "reason");
    }
}
