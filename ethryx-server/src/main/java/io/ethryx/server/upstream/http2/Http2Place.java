package io.ethryx.server.upstream.http2;

import io.ethryx.server.upstream.UpstreamSettings;
import io.ethryx.server.upstream.connect.UpstreamPlace;

/**
 * Where an upstream over HTTP/2 is and what all its connections have in common.
 *
 * @param at its address and how to connect to it
 * @param timing when a connection is taken for dead
 * @param http11Required told that the peer asks for HTTP/1.1
 * @param windowBytes body bytes that one connection may send before credit comes for them
 */
record Http2Place(UpstreamPlace at, Http2Timing timing, Runnable http11Required, int windowBytes) {

    UpstreamSettings settings() {
        return at.settings();
    }
}
