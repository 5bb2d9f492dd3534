package io.ethryx.server.listener;

import java.time.Duration;

/**
 * What a client may ask of a listener (decisions S16, S26, S27).
 *
 * @param maxRequestHeadBytes a larger HTTP/1.1 head is refused with 431
 * @param maxConnections over all listeners; one more is accepted, answered 503 and closed
 * @param headTimeout from the first byte (or, on a new connection, from its accept) to the end of the head
 * @param keepAliveTimeout how long a connection may be idle between two requests
 * @param bodyWindow over which the average rate of a request body is taken
 * @param minBodyBytesPerSecond a body slower than this over the window is refused with 408
 * @param http2BodyIdleTimeout a request body of an HTTP/2 stream that stands still this long resets the stream
 */
public record InboundLimits(
        int maxRequestHeadBytes,
        int maxConnections,
        Duration headTimeout,
        Duration keepAliveTimeout,
        Duration bodyWindow,
        int minBodyBytesPerSecond,
        Duration http2BodyIdleTimeout) {

    /** The limits of decision S16. */
    public static final InboundLimits DEFAULT = new InboundLimits(
            128 * 1024,
            10_000,
            Duration.ofSeconds(10),
            Duration.ofSeconds(75),
            Duration.ofSeconds(30),
            100,
            Duration.ofSeconds(60));
}
