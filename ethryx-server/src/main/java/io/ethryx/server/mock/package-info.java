/**
 * Answers that Ethryx gives in a node's stead because its operator asked for it (decision S17): what the flags beginning
 * with {@code --mock-} and {@code --trust-upstream} do to a request once it is routed here.
 *
 * <p>Start at {@link io.ethryx.server.mock.SyncingInspector}, which looks into JSON-RPC bodies, and
 * {@link io.ethryx.server.mock.StandIns}, which needs no body. {@link io.ethryx.server.mock.SyncingRule} holds the rule,
 * without any input or output. Everything runs on the IO thread of the client's connection.
 */
@NullMarked
package io.ethryx.server.mock;

import org.jspecify.annotations.NullMarked;
