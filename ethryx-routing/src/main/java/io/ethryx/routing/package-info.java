/**
 * Pure routing: from a call and its block context to a decision that carries its reasons.
 *
 * <p>Start at {@link io.ethryx.routing.TopologyRouter}, which decides, and {@link io.ethryx.routing.BlockContextReader},
 * which tells it which block a call is about, by the rows of {@link io.ethryx.routing.MethodTable}. What was decided is
 * told by {@link io.ethryx.routing.Explanation}; {@link io.ethryx.routing.RoutingCheck} holds it against expectations.
 *
 * <p>Nothing here owns a thread, waits, or takes a lock; clock, ticker and chance are handed in, so that the same inputs give
 * the same decision. On the request path a decision is read from a table that is compiled when the topology changes, and
 * allocates nothing. Beside the core the package knows HdrHistogram only.
 */
@NullMarked
package io.ethryx.routing;

import org.jspecify.annotations.NullMarked;
