package io.ethryx.core.line;

import io.ethryx.core.RpcError;
import io.ethryx.core.Splice;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the driver of a call does next. */
public sealed interface CallStep {

    /**
     * Ask a node, and tell the run the reply.
     *
     * @param decision which node, and why
     * @param rewrite what to change in the call's bytes
     */
    record Ask(RoutingDecision.Forward decision, List<Splice> rewrite) implements CallStep {

        /**
         * Copies the list.
         *
         * @param decision see the record
         * @param rewrite see the record
         */
        public Ask {
            Objects.requireNonNull(decision, "decision");
            rewrite = List.copyOf(rewrite);
        }
    }

    /**
     * Answer with an error of our own, and tell the run the end. A notification gets no answer.
     *
     * @param error the error
     * @param retryAfter when the caller may come again, or null to say nothing of it
     */
    record Answer(RpcError error, @Nullable Duration retryAfter) implements CallStep {

        /**
         * Checks the error.
         *
         * @param error see the record
         * @param retryAfter see the record
         */
        public Answer {
            Objects.requireNonNull(error, "error");
        }
    }

    /**
     * Hand the caller what the node answered last, byte for byte, and tell the run the end. A notification gets no answer.
     *
     * @param reply what the node answered
     */
    record Relay(NodeReply.Answered reply) implements CallStep {

        /**
         * Checks the reply.
         *
         * @param reply see the record
         */
        public Relay {
            Objects.requireNonNull(reply, "reply");
        }
    }
}
