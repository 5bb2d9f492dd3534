package io.ethryx.core.line;

/** Counts calls. On the request path: never blocks. */
public interface CallMetrics {

    /** Counts nothing. */
    CallMetrics NONE = new CallMetrics() {
        @Override
        public Series of(CallFacts facts) {
            return Series.NONE;
        }

        @Override
        public void batchEnded(Target target, Caller caller, int httpStatus, long elapsedNanos) {}
    };

    /**
     * The series in which a call is counted, from its beginning to its end: looked up once a call, when it comes.
     *
     * @param facts the call
     * @return those for all calls of its kind; nothing is counted yet
     */
    Series of(CallFacts facts);

    /**
     * A batch ended, each of its calls having been counted by itself.
     *
     * @param target the chain that it was for
     * @param caller from whom it came
     * @param httpStatus the status of its answer, 100 to 599
     * @param elapsedNanos from its arrival to the end of its answer, 0 and above
     */
    void batchEnded(Target target, Caller caller, int httpStatus, long elapsedNanos);

    /** Counts calls of one kind. For any number of threads; on the request path: never blocks. */
    interface Series {

        /** Count nothing. */
        Series NONE = new Series() {
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
}
