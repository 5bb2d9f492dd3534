/**
 * What of an HTTP/2 connection only the protocol's own package can change. Start at
 * {@link io.undertow.protocols.http2.InboundHttp2Channel}.
 */
package io.undertow.protocols.http2;
