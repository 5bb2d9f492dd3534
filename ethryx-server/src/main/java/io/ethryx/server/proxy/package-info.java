/**
 * The data plane: one client request becomes one upstream call, streamed both ways in bounded memory.
 *
 * <p>Start at {@link io.ethryx.server.proxy.Forwarder}; {@link io.ethryx.server.proxy.ForwardedCall} is the straight line
 * of one request. Everything runs on the IO thread of the client's connection.
 */
@NullMarked
package io.ethryx.server.proxy;

import org.jspecify.annotations.NullMarked;
