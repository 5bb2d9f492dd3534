/**
 * What a client's connection needs whatever it speaks: its place in the roster of its IO thread, an end that the client can
 * hear, and the faults for which it is refused. Start at {@link io.ethryx.server.listener.connection.Roster}. Everything happens
 * on the connection's IO thread.
 */
@NullMarked
package io.ethryx.server.listener.connection;

import org.jspecify.annotations.NullMarked;
