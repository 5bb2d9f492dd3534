/**
 * How a connection to an upstream comes about, whatever is spoken over it: its addresses, the attempts at them, TLS (decision
 * S19), and one pool an IO thread. Start at {@link io.ethryx.server.upstream.connect.ConnectAttempt}. Names are looked up and TLS
 * is negotiated off the IO threads; all else happens on the IO thread of a pool.
 */
@NullMarked
package io.ethryx.server.upstream.connect;

import org.jspecify.annotations.NullMarked;
