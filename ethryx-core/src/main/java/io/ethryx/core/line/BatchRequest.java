package io.ethryx.core.line;

import io.ethryx.core.RpcBatch;
import io.ethryx.core.RpcCall;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * A batch that comes to the line.
 *
 * @param batch its elements
 * @param target the chain that it is for
 * @param caller from whom it comes
 * @param contexts who finds out block contexts
 * @param mode how it is spread over pools
 * @param alone tells the calls that go to their node in no company, since its driver has another way for them
 */
public record BatchRequest(
        RpcBatch batch,
        Target target,
        Caller caller,
        BlockContexts contexts,
        BatchMode mode,
        Predicate<RpcCall> alone) {

    /**
     * Checks the parts.
     *
     * @param batch see the record
     * @param target see the record
     * @param caller see the record
     * @param contexts see the record
     * @param mode see the record
     * @param alone see the record
     */
    public BatchRequest {
        Objects.requireNonNull(batch, "batch");
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(caller, "caller");
        Objects.requireNonNull(contexts, "contexts");
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(alone, "alone");
    }

    /**
     * A batch whose calls all go the same way.
     *
     * @param batch see the record
     * @param target see the record
     * @param caller see the record
     * @param contexts see the record
     * @param mode see the record
     */
    public BatchRequest(RpcBatch batch, Target target, Caller caller, BlockContexts contexts, BatchMode mode) {
        this(batch, target, caller, contexts, mode, call -> false);
    }
}
