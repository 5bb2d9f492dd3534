package io.ethryx.core.line;

/** Says whether a call may go on, and as what. Each step of governance is one. */
@FunctionalInterface
public interface Governor {

    /** Lets every call go on as it is. */
    Governor NONE = facts -> Verdict.ADMITTED;

    /**
     * Judges a call. On the request path, once a call: does not block, and allocates nothing for a call that it admits as
     * it is.
     *
     * @param facts the call; asking for its block context costs more than anything else here
     * @return the verdict
     */
    Verdict judge(CallFacts facts);
}
