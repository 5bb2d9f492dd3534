/**
 * How calls come in: over HTTP by {@link io.ethryx.server.gateway.intake.RpcHandler}, over WebSockets by {@link
 * io.ethryx.server.gateway.intake.GatewaySocketCalls}. A body is taken in whole and read; {@code RpcDispatch} then sets what it
 * asks for on its way, or answers what is no request. Everything of a request happens on the IO thread of its client's
 * connection.
 */
@NullMarked
package io.ethryx.server.gateway.intake;

import org.jspecify.annotations.NullMarked;
