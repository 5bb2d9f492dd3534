/**
 * The gateway: JSON-RPC calls of many chains go to the nodes that can answer them. Start at {@link
 * io.ethryx.server.gateway.Gateway}, which puts it together out of its rooms: a request comes in through {@code edge} and {@code
 * intake}, {@code call} drives it along the line of {@link io.ethryx.core.line.RpcPipeline} and asks {@code nodes}; {@code
 * topology} says which nodes there are, {@code rules} what calls go by. Everything of a request happens on the IO thread of its
 * client's connection.
 */
@NullMarked
package io.ethryx.server.gateway;

import org.jspecify.annotations.NullMarked;
