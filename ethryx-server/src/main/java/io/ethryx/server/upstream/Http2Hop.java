package io.ethryx.server.upstream;

import org.jspecify.annotations.Nullable;

/**
 * What an upstream over HTTP/2 needs besides where it is.
 *
 * @param engine what its connections run on; closed by whoever made it
 * @param tls how to secure them, or null for cleartext with prior knowledge
 * @param timing when a connection is taken for dead
 * @param http11Required told, on the engine's thread, that the peer asks for HTTP/1.1 (RFC 9113 section 7)
 */
public record Http2Hop(Http2Engine engine, @Nullable UpstreamTls tls, Http2Timing timing, Runnable http11Required) {}
