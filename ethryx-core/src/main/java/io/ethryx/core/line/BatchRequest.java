package io.ethryx.core.line;

import io.ethryx.core.RpcBatch;
import java.util.Objects;

/**
 * A batch that comes to the line.
 *
 * @param batch its elements
 * @param target the chain that it is for
 * @param caller from whom it comes
 * @param contexts who finds out block contexts
 * @param mode how it is spread over pools
 */
public record BatchRequest(RpcBatch batch, Target target, Caller caller, BlockContexts contexts, BatchMode mode) {

    /**
     * Checks the parts.
     *
     * @param batch see the record
     * @param target see the record
     * @param caller see the record
     * @param contexts see the record
     * @param mode see the record
     */
    public BatchRequest {
        Objects.requireNonNull(batch, "batch");
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(caller, "caller");
        Objects.requireNonNull(contexts, "contexts");
        Objects.requireNonNull(mode, "mode");
    }
}
