package io.ethryx.core.line;

/** What is done once a call ended: a step that belongs to its method, or the log of slow and failed calls. */
@FunctionalInterface
public interface AfterCall {

    /** Does nothing. */
    AfterCall NONE = (facts, outcome) -> {};

    /**
     * A call ended. On the request path: never blocks.
     *
     * @param facts the call
     * @param outcome how it ended
     */
    void ended(CallFacts facts, CallOutcome outcome);
}
