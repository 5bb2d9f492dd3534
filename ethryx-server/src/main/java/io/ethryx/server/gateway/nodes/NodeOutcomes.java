package io.ethryx.server.gateway.nodes;

import io.ethryx.core.line.FailureKind;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Node;

/** Hears what becomes of clients' calls to nodes. On the request path, on IO threads. */
public interface NodeOutcomes {

    /**
     * A node answered, whatever the answer.
     *
     * @param chain which chain it was asked about
     * @param node which
     */
    void answered(ChainId chain, Node node);

    /**
     * A call to a node failed.
     *
     * @param chain which chain it was asked about
     * @param node which
     * @param kind how
     */
    void failed(ChainId chain, Node node, FailureKind kind);
}
