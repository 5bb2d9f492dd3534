/**
 * WebSockets of the gateway's clients (decision G24): each text message is a call or a batch and goes the way of a request's
 * body, as a {@code ClientExchange} whose answer is a message; subscriptions live on one WebSocket to one node.
 *
 * <p>Start at {@link io.ethryx.server.gateway.socket.ClientSockets}, which opens a {@code ClientSocket} for each client that
 * asks for one. What calls mean is {@link io.ethryx.server.gateway.socket.SocketCalls}' to know; this package knows frames,
 * order and bounds. Everything of a socket happens on the IO thread of its client's connection.
 */
@NullMarked
package io.ethryx.server.gateway.socket;

import org.jspecify.annotations.NullMarked;
