package io.ethryx.core;

import java.util.Objects;

/**
 * What is answered with an error before anything else is done: no call, a malformed one, or a body that is not JSON.
 *
 * @param error the error that answers it
 * @param id the id that the answer carries: the caller's, if it stands once and is of a legal type, else
 *     {@link RpcId#NULL}
 */
public record InvalidCall(RpcError error, RpcId id) implements RpcElement {

    /**
     * Checks the parts.
     *
     * @param error see the record
     * @param id see the record
     */
    public InvalidCall {
        Objects.requireNonNull(error, "error");
        Objects.requireNonNull(id, "id");
    }

    /**
     * Whether it is a batch without an element: nothing was asked for.
     *
     * @return false for anything that holds a call, however broken
     */
    public boolean emptyBatch() {
        return error.equals(RequestRule.BATCH_NOT_EMPTY);
    }
}
