/**
 * The client side: calls to one upstream address over pooled connections, on the IO thread of the client's connection.
 *
 * <p>Start at {@link io.ethryx.server.upstream.Upstream}. A call lives on one IO thread: it is begun there, and every
 * callback comes there. Nothing blocks.
 *
 * <p>{@link io.ethryx.server.upstream.Http1Upstream} speaks HTTP/1.1. Inside it, a pool lends connections to calls, and a
 * call has two sides: what it sends (a composer of heads, an encoder for each framing) and what it receives (a parser of
 * heads, a decoder for each framing).
 */
@NullMarked
package io.ethryx.server.upstream;

import org.jspecify.annotations.NullMarked;
