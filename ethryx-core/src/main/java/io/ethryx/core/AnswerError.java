package io.ethryx.core;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The JSON-RPC error in an answer, a node's or our own, as far as it was read.
 *
 * @param code its code
 * @param message its message, cut to a bounded length; empty if there is none
 * @param data its data if that is a string, cut to a bounded length; else null
 */
public record AnswerError(
        int code, String message, @Nullable String data) {

    /**
     * Checks the parts.
     *
     * @param code see the record
     * @param message see the record
     * @param data see the record
     */
    public AnswerError {
        Objects.requireNonNull(message, "message");
    }

    /** Stands for an answer that is no JSON-RPC answer, such as a page of a proxy before the node. */
    public static final AnswerError NO_ANSWER =
            new AnswerError(ErrorCatalogue.INVALID_RESPONSE, "invalid response", "response unmarshal failed");

    /**
     * What an error of our own says.
     *
     * @param error the error
     * @return its code, message and data
     */
    public static AnswerError of(RpcError error) {
        return new AnswerError(error.code(), error.message(), error.data());
    }
}
