/**
 * Clients that speak HTTP/2 (RFC 9113), over the codec of {@code io.ethryx.server.http2}. Start at {@link
 * io.ethryx.server.listener.http2.Http2Start}: {@code Http2Connection} lives from turn to turn, {@code FrameIntake} reads,
 * {@code Http2Streams} knows what streams there are, {@code Http2Exchange} is what a handler sees of one. Everything happens on the connection's IO thread.
 */
@NullMarked
package io.ethryx.server.listener.http2;

import org.jspecify.annotations.NullMarked;
