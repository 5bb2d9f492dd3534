package io.ethryx.server.upstream.http2;

import io.ethryx.server.upstream.connect.UpstreamTls;
import org.jspecify.annotations.Nullable;

/**
 * What an upstream over HTTP/2 needs besides where it is.
 *
 * @param tls how to secure its connections, or null for cleartext with prior knowledge
 * @param timing when a connection is taken for dead
 * @param http11Required told, on an IO thread, that the peer asks for HTTP/1.1 (RFC 9113 section 7); must not block
 */
public record Http2Hop(@Nullable UpstreamTls tls, Http2Timing timing, Runnable http11Required) {}
