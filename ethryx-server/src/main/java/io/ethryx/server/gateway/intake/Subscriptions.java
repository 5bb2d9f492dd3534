package io.ethryx.server.gateway.intake;

import io.ethryx.core.RpcCall;
import io.ethryx.server.gateway.socket.NodeSocket;

/** Which calls over a WebSocket are about subscriptions. */
final class Subscriptions {

    private static final String SUBSCRIBE = "eth_subscribe";
    private static final String UNSUBSCRIBE = "eth_unsubscribe";

    private Subscriptions() {}

    /** Whether a call goes to the node that the socket's subscriptions live on; where none live, there is none to end. */
    static boolean concerns(RpcCall call, NodeSocket socket) {
        String method = call.method();
        return method.equals(SUBSCRIBE) || (method.equals(UNSUBSCRIBE) && socket.isPinned());
    }
}
