package io.ethryx.core.line;

import java.util.List;

/** Says where a call goes: at first, and again after each attempt that failed or whose answer is an error. */
@FunctionalInterface
public interface Router {

    /**
     * Decides. On the request path: does not block, and allocates nothing for a first decision.
     *
     * @param facts the call
     * @param attempts what was tried for it so far, oldest first; empty at first. Borrowed, and grows later
     * @return the next node, an error, or that what the last attempt gave is the answer
     */
    RoutingDecision route(CallFacts facts, List<Attempt> attempts);
}
