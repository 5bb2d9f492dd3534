package io.ethryx.core.line;

/** Counts calls. On the request path: never blocks. */
public interface CallMetrics {

    /** Counts nothing. */
    CallMetrics NONE = new CallMetrics() {
        @Override
        public void started(CallFacts facts) {}

        @Override
        public void ended(CallFacts facts, CallOutcome outcome) {}

        @Override
        public void batchEnded(Target target, Caller caller, int httpStatus, long elapsedNanos) {}
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

    /**
     * A batch ended, each of its calls having been counted by itself.
     *
     * @param target the chain that it was for
     * @param caller from whom it came
     * @param httpStatus the status of its answer, 100 to 599
     * @param elapsedNanos from its arrival to the end of its answer, 0 and above
     */
    void batchEnded(Target target, Caller caller, int httpStatus, long elapsedNanos);
}
