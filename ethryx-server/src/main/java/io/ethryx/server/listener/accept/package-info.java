/**
 * The sockets that clients connect to, and what makes out the protocol of each connection. Start at {@link
 * io.ethryx.server.listener.accept.Listeners}. Connections are accepted and served on IO threads.
 */
@NullMarked
package io.ethryx.server.listener.accept;

import org.jspecify.annotations.NullMarked;
