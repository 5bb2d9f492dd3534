/**
 * The client side: calls to one upstream address over pooled connections, on the IO thread of the client's connection.
 *
 * <p>Start at {@link io.ethryx.server.upstream.Upstream}. A call lives on one IO thread: it is begun there, and every
 * callback comes there. Nothing blocks.
 *
 * <p>This package has what callers see. {@code http1} and {@code http2} each speak one protocol and know nothing of each
 * other; how connections come about is {@code connect}'s, for both.
 */
@NullMarked
package io.ethryx.server.upstream;

import org.jspecify.annotations.NullMarked;
