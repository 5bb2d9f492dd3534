package io.ethryx.core.line;

import io.ethryx.core.RpcAnswer;
import org.jspecify.annotations.Nullable;

/** A place in the answer to a batch. */
sealed interface BatchSlot permits BatchElement, BatchSlot.NoCall {

    /** What stands there, or null for nothing. */
    @Nullable
    RpcAnswer answer();

    /**
     * What answers an element that is no call.
     *
     * @param answer the error
     */
    record NoCall(RpcAnswer answer) implements BatchSlot {}
}
