package io.ethryx.core.line;

import io.ethryx.core.AnswerError;
import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.RpcError;

/** What callers are told of replies that are no answers. */
final class OwnAnswers {

    private static final int GATEWAY_TIMEOUT = 504;

    private OwnAnswers() {}

    /** Whether a node's answer is no JSON-RPC answer. */
    @SuppressWarnings("ReferenceEquality") // A node may say the same; only the constant says that it said nothing.
    static boolean isNone(NodeReply reply) {
        return reply instanceof NodeReply.Answered answered && answered.error() == AnswerError.NO_ANSWER;
    }

    /** The reply of a node whose answer can't be read. */
    static NodeReply unread(NodeReply reply) {
        return reply instanceof NodeReply.Answered answered
                ? new NodeReply.Answered(answered.httpStatus(), AnswerError.NO_ANSWER, answered.elapsedNanos())
                : reply;
    }

    /** The reply to a notification, which needs no answer: saying nothing is no failure if the status is none. */
    static NodeReply withoutNeed(NodeReply reply) {
        return isNone(reply) && reply instanceof NodeReply.Answered answered && answered.httpStatus() < 400
                ? new NodeReply.Answered(answered.httpStatus(), null, answered.elapsedNanos())
                : reply;
    }

    /** What a caller is told of a failure, or of an answer that is none. */
    static RpcError to(NodeReply reply) {
        return reply instanceof NodeReply.Answered answered
                ? to(answered.httpStatus())
                : to(((NodeReply.Failed) reply).kind());
    }

    static RpcError to(FailureKind kind) {
        return kind == FailureKind.DEADLINE ? ErrorCatalogue.UPSTREAM_TIMEOUT : ErrorCatalogue.UPSTREAM_FAILED;
    }

    /** What a caller is told whose request ends so: without room for an answer, it is to come again. */
    static RpcError toEnd(FailureKind kind) {
        return kind == FailureKind.POOL_EXHAUSTED ? ErrorCatalogue.OVERLOADED : to(kind);
    }

    /** The node's status is kept if it tells of a failure. */
    private static RpcError to(int httpStatus) {
        if (httpStatus == GATEWAY_TIMEOUT) {
            return ErrorCatalogue.UPSTREAM_TIMEOUT;
        }
        RpcError error = ErrorCatalogue.UPSTREAM_FAILED;
        return httpStatus < 400 ? error : new RpcError(httpStatus, error.code(), error.message(), error.data());
    }
}
