/**
 * The words that two Ethryx modules exchange. Start at {@link io.ethryx.core.RpcError}, the catalogue of the JSON-RPC
 * errors that Ethryx makes itself.
 *
 * <p>Values here are immutable and safe to share between threads; nothing blocks and nothing owns a thread.
 */
@NullMarked
package io.ethryx.core;

import org.jspecify.annotations.NullMarked;
