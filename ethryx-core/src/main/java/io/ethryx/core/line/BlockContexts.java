package io.ethryx.core.line;

import io.ethryx.core.BlockContext;
import io.ethryx.core.RpcCall;

/** Finds out which block a call is about. */
@FunctionalInterface
public interface BlockContexts {

    /**
     * Reads the block context. A pure function of the call's bytes; on the request path, at most once a call.
     *
     * @param call the call
     * @return its context, {@link BlockContext.None} if it has none
     */
    BlockContext of(RpcCall call);
}
