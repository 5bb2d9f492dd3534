package io.ethryx.core.line;

import io.ethryx.core.Body;

/** Gets the reply to one request. */
@FunctionalInterface
public interface NodeReplyListener {

    /**
     * The reply.
     *
     * @param reply what came of the request
     * @param answer the answer's bytes, or no bytes if there is no answer; borrowed for the time of this call
     */
    void replied(NodeReply reply, Body answer);
}
