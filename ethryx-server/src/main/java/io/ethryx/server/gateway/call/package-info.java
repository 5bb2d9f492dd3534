/**
 * Calls on their way to nodes: {@code SingleCall}, {@code BatchCall} and {@code SubscriptionCall} each drive what was asked
 * along a run of {@link io.ethryx.core.line.RpcPipeline}, which says whom to ask and what to answer; {@code NodeAsk} and {@code
 * NodeAttempt} ask one node, {@code AnswerRelay} passes its answer on. Start at {@link
 * io.ethryx.server.gateway.call.SingleCall}. Everything of a call happens on the IO thread of its client's connection.
 */
@NullMarked
package io.ethryx.server.gateway.call;

import org.jspecify.annotations.NullMarked;
