package io.ethryx.core.line;

import io.ethryx.core.topology.Node;
import java.util.Objects;

/**
 * A node that was asked, and what came of it.
 *
 * @param node the node
 * @param reply what came of it
 */
public record Attempt(Node node, NodeReply reply) {

    /**
     * Checks the parts.
     *
     * @param node see the record
     * @param reply see the record
     */
    public Attempt {
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(reply, "reply");
    }
}
