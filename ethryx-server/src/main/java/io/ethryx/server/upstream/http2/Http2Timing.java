package io.ethryx.server.upstream.http2;

import java.time.Duration;

/**
 * When a connection over HTTP/2 is taken for dead.
 *
 * @param pingAfter silence with open streams after which the peer is asked whether it lives
 * @param pingTimeout how long it may take to answer
 * @param goAwayGrace how long streams may take to end after the peer has given the connection up with an error
 */
public record Http2Timing(Duration pingAfter, Duration pingTimeout, Duration goAwayGrace) {

    /** 10 s of silence, 10 s for the answer, 5 s of grace. */
    public static final Http2Timing USUAL =
            new Http2Timing(Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofSeconds(5));
}
