package io.ethryx.server.gateway.edge;

import io.ethryx.server.upstream.UpstreamRequest;

/** Looks on while one node is asked. As {@link RequestWatch}; the last three are told at most once, one of them. */
public interface AttemptWatch {

    /** Looks away. */
    AttemptWatch NOBODY = new AttemptWatch() {};

    /**
     * The head of the request to the node is written.
     *
     * @param sink takes fields that are added to it
     */
    default void addFields(UpstreamRequest.FieldSink sink) {}

    /**
     * The node answered.
     *
     * @param status the status of its answer
     */
    default void answered(int status) {}

    /**
     * The node did not answer.
     *
     * @param kind what happened, in a word, such as {@code connect}
     */
    default void failed(String kind) {}

    /** The attempt is given up, since another node answered or the client has left. */
    default void givenUp() {}
}
