package io.ethryx.core.line;

/** Counts calls. On the request path: never blocks. */
public interface CallMetrics {

    /** Counts nothing. */
    CallMetrics NONE = new CallMetrics() {
        @Override
        public void started(CallFacts facts) {}

        @Override
        public void ended(CallFacts facts, CallOutcome outcome) {}
    };

    /**
     * A call passed the deny list and the name check.
     *
     * @param facts the call
     */
    void started(CallFacts facts);

    /**
     * A call ended, whether it started or not, and whether a node answered it or we did.
     *
     * @param facts the call
     * @param outcome how it ended
     */
    void ended(CallFacts facts, CallOutcome outcome);
}
