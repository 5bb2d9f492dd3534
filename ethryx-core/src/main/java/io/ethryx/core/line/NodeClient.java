package io.ethryx.core.line;

/** Sends a request to a node. */
@FunctionalInterface
public interface NodeClient {

    /**
     * Asks a node. Returns at once; the reply comes on the thread of the caller, within this call or later, just once.
     *
     * @param request what to ask
     * @param listener gets the reply
     */
    void ask(NodeRequest request, NodeReplyListener listener);
}
