package io.ethryx.server.gateway.socket;

import io.ethryx.core.Body;
import io.ethryx.server.listener.ClientExchange;

/** Answers what is asked over sockets. Called on IO threads; must not block. */
public interface SocketCalls {

    /**
     * Whether a socket may be opened.
     *
     * @param exchange the handshake
     * @return true if there is somebody to answer its calls
     */
    boolean hasNodes(ClientExchange exchange);

    /**
     * Answers a message.
     *
     * @param exchange the message as a request; what its answer carries is sent as one message, and nothing where that is empty
     * @param message the message's bytes, lent until the exchange has ended
     * @param node the node that the socket's subscriptions live on
     */
    void call(MessageExchange exchange, Body message, NodeSocket node);
}
