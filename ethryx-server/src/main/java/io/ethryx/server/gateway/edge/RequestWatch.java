package io.ethryx.server.gateway.edge;

import io.ethryx.core.line.RoutingDecision;
import io.ethryx.core.line.Target;
import io.ethryx.server.fields.FieldBlock;

/** Looks on while one request is served. Told of everything on the IO thread of the request; never throws. */
public interface RequestWatch {

    /** Looks away. */
    RequestWatch NOBODY = new RequestWatch() {};

    /** What stands for the method of a batch. */
    String BATCH = "batch";

    /**
     * The request is a call, or a batch of them.
     *
     * @param target the chain that it is for
     * @param method the call's method, {@link #BATCH} for a batch; as long as the caller made it
     */
    default void calls(Target target, String method) {}

    /**
     * A node is about to be asked.
     *
     * @param decision which one, and why
     * @return looks on at this attempt
     */
    default AttemptWatch asks(RoutingDecision.Forward decision) {
        return AttemptWatch.NOBODY;
    }

    /**
     * The head of the answer is about to go.
     *
     * @param status its status
     * @param fields its fields, to which some may be added, and some dropped
     */
    default void answers(int status, FieldBlock fields) {}

    /** The client has left before the end of its answer. */
    default void clientLeft() {}

    /** The exchange is over. */
    default void ended() {}
}
