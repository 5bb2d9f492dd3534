/**
 * What surrounds the serving of a request: who looks on while it is served, and what is added to the head of its answer.
 * Start at {@link io.ethryx.server.gateway.edge.Door}, through which every request comes in; where nobody looks on, it costs
 * a few comparisons. Everything of a request happens on the IO thread of its client's connection.
 */
@NullMarked
package io.ethryx.server.gateway.edge;

import org.jspecify.annotations.NullMarked;
