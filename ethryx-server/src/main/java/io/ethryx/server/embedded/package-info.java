/**
 * Netty handlers on an XNIO connection: their channel reads, writes and runs its tasks on the IO thread that the connection
 * belongs to, so that a codec of Netty's serves a call without a thread of its own and without a hand-off.
 *
 * <p>Start at {@link io.ethryx.server.embedded.ConnectionChannel}. Everything here is confined to one IO thread.
 */
@NullMarked
package io.ethryx.server.embedded;

import org.jspecify.annotations.NullMarked;
