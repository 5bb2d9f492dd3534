package io.ethryx.server.gateway.call;

import io.ethryx.core.line.FailureKind;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Node;
import io.ethryx.server.gateway.nodes.NodeOutcomes;

/**
 * Where what comes of a call to a node is told.
 *
 * @param outcomes who hears of it
 * @param chain the chain, or the version of one, that the node is registered for
 * @param node the node
 */
record NodeAccount(NodeOutcomes outcomes, ChainId chain, Node node) {

    void answered() {
        outcomes.answered(chain, node);
    }

    void failed(FailureKind kind) {
        outcomes.failed(chain, node, kind);
    }
}
