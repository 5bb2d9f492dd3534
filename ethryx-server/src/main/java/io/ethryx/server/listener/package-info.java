/**
 * The server side: sockets, the sniffing of their protocol, and what of a client's connection the handlers need to know.
 *
 * <p>Start at {@link io.ethryx.server.listener.ClientExchange}, which is what a handler sees. A connection lives on one IO
 * thread; hostile framing is refused here and never reaches a handler.
 */
@NullMarked
package io.ethryx.server.listener;

import org.jspecify.annotations.NullMarked;
