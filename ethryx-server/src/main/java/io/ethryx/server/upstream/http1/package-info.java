/**
 * Upstreams that are spoken to in HTTP/1.1 (RFC 9112). Start at {@link io.ethryx.server.upstream.http1.Http1Upstream}: a pool
 * lends connections to calls, and a call has two sides: what it sends (a composer of heads, an encoder for each framing) and
 * what it receives (a parser of heads, a decoder for each framing). Everything happens on the IO thread of the call.
 */
@NullMarked
package io.ethryx.server.upstream.http1;

import org.jspecify.annotations.NullMarked;
