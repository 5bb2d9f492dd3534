package io.ethryx.server.upstream;

/**
 * Why a call failed. A value: nothing is thrown on the request path.
 *
 * @param kind the kind of failure
 * @param cause one plain phrase such as {@code connection refused}; names no path, query or userinfo
 */
public record UpstreamFailure(Kind kind, String cause) {

    /** The kinds of failure. */
    public enum Kind {
        /** No connection: the name does not resolve, or the connection was refused or reset. Nothing was sent. */
        CONNECT,
        /** No connection within the connect time-out. Nothing was sent. */
        CONNECT_TIMEOUT,
        /** The pool's connections and its queue are full. Nothing was sent. */
        OVERLOADED,
        /** The connection closed before the answer's head. */
        CLOSED,
        /** As {@link #CLOSED}, of a connection that was used before and may have been past use: told only to those who want to know. */
        STALE,
        /** The answer broke off inside its body. */
        TRUNCATED,
        /** The answer is not HTTP, or its framing is ambiguous. */
        MALFORMED,
        /** A field to be sent holds a character that HTTP forbids. Nothing was sent. */
        BAD_REQUEST,
        /** The head is larger than the upstream takes. Nothing was sent. */
        TOO_LARGE
    }
}
