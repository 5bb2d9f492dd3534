package io.ethryx.core.line;

/** Sends a request to a node. */
@FunctionalInterface
public interface NodeClient {

    /**
     * Asks a node. Returns at once; the reply comes within this call or later, just once, on the thread of the caller; to a
     * {@link BlockingRpc} on any thread.
     *
     * @param request what to ask
     * @param listener gets the reply
     */
    void ask(NodeRequest request, NodeReplyListener listener);
}
