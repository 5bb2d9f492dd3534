package io.ethryx.server.gateway;

import io.ethryx.core.line.FailureKind;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Node;

/** Hears what becomes of clients' calls to nodes. On the request path, on IO threads. */
interface NodeOutcomes {

    /** A node answered, whatever the answer. */
    void answered(ChainId chain, Node node);

    /** A call to a node failed. */
    void failed(ChainId chain, Node node, FailureKind kind);
}
