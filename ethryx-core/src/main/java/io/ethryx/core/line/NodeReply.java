package io.ethryx.core.line;

import io.ethryx.core.AnswerError;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What came of asking a node. The bytes of an answer are not here: who asked has them.
 */
public sealed interface NodeReply {

    /** {@return how long it took to this reply, in nanoseconds, 0 and above} */
    long elapsedNanos();

    /**
     * An answer began to arrive.
     *
     * @param httpStatus its status, 100 to 599
     * @param error the JSON-RPC error that its first 64 KiB hold, or null if they hold none
     * @param elapsedNanos see {@link NodeReply}
     */
    record Answered(int httpStatus, @Nullable AnswerError error, long elapsedNanos) implements NodeReply {

        /**
         * Whether the answer is a JSON-RPC error of a code.
         *
         * @param code the code
         * @return false if it is no error
         */
        public boolean hasCode(int code) {
            return error != null && error.code() == code;
        }
    }

    /**
     * No answer.
     *
     * @param kind how it failed
     * @param elapsedNanos see {@link NodeReply}
     */
    record Failed(FailureKind kind, long elapsedNanos) implements NodeReply {

        /**
         * Checks the kind.
         *
         * @param kind see the record
         * @param elapsedNanos see the record
         */
        public Failed {
            Objects.requireNonNull(kind, "kind");
        }
    }
}
