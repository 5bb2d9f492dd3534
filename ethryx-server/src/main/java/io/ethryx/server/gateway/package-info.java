/**
 * The gateway: JSON-RPC calls of many chains go to the nodes that can answer them. Start at {@link
 * io.ethryx.server.gateway.Gateway}, which puts it together; {@code RpcHandler} takes a request in, {@code SingleCall} and
 * {@code BatchCall} drive it along the line of {@link io.ethryx.core.line.RpcPipeline}. Everything of a request happens on
 * the IO thread of its client's connection.
 */
@NullMarked
package io.ethryx.server.gateway;

import org.jspecify.annotations.NullMarked;
