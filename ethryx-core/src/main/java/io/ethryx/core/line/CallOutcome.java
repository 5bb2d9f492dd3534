package io.ethryx.core.line;

import io.ethryx.core.AnswerError;
import io.ethryx.core.topology.Node;
import org.jspecify.annotations.Nullable;

/**
 * How a call ended.
 *
 * @param httpStatus the status of the answer as a call of its own, 100 to 599
 * @param error the JSON-RPC error that answered it, a node's or our own, or null if it succeeded
 * @param routed whether a node was looked for: errors from then on count as related to the nodes
 * @param node the node that was asked last, or null if none was
 * @param rewritten whether something was changed in its bytes
 * @param elapsedNanos from the request's arrival to the end of the answer, 0 and above
 * @param answerBytes how many bytes answered it, 0 and above
 */
public record CallOutcome(
        int httpStatus,
        @Nullable AnswerError error,
        boolean routed,
        @Nullable Node node,
        boolean rewritten,
        long elapsedNanos,
        long answerBytes) {

    /** {@return whether it counts as failed: it was answered with a JSON-RPC error} */
    public boolean failed() {
        return error != null;
    }
}
