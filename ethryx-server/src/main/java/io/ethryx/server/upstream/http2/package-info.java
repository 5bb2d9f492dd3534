/**
 * Upstreams that are spoken to in HTTP/2 (RFC 9113). Start at {@link io.ethryx.server.upstream.http2.Http2Upstream}: a pool
 * gives calls streams of its links, Netty's codec does the frames, and a call has two sides, what it sends and what it
 * receives. Everything happens on the IO thread of the call.
 */
@NullMarked
package io.ethryx.server.upstream.http2;

import org.jspecify.annotations.NullMarked;
