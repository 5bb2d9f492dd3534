package io.ethryx.core.line;

/** Keeps a record of calls, before anything is done with them and after everything was. On the request path: never blocks. */
public interface CallRecorder {

    /** Keeps nothing. */
    CallRecorder NONE = new CallRecorder() {
        @Override
        public void request(CallFacts facts) {}

        @Override
        public void answer(CallFacts facts, CallOutcome outcome) {}
    };

    /**
     * A call came.
     *
     * @param facts the call
     */
    void request(CallFacts facts);

    /**
     * A call ended.
     *
     * @param facts the call
     * @param outcome how it ended
     */
    void answer(CallFacts facts, CallOutcome outcome);
}
