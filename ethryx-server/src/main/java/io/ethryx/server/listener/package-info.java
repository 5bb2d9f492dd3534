/**
 * The server side, as handlers see it: what of a client's request they need to know, and how they answer.
 *
 * <p>Start at {@link io.ethryx.server.listener.ClientExchange}, which is what a handler sees. A connection lives on one IO
 * thread; hostile framing is refused below this and never reaches a handler. {@code accept} has the sockets, {@code http1} and
 * {@code http2} each speak one protocol and know nothing of each other, {@code connection} has what both need.
 */
@NullMarked
package io.ethryx.server.listener;

import org.jspecify.annotations.NullMarked;
