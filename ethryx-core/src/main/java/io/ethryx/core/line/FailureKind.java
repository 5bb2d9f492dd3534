package io.ethryx.core.line;

/** How an attempt failed. What matters is whether the node may have seen the call. */
public enum FailureKind {
    /** No connection: refused, unreachable, unresolved, or not in time. */
    CONNECT("connect", true),
    /** No connection was free in time. */
    POOL_EXHAUSTED("pool_exhausted", true),
    /** The connection broke before a byte of the request was written. */
    UNSENT("unsent", true),
    /** The connection broke after the request was written, before a byte of the answer went to the caller. */
    CLOSED("closed", false),
    /** The connection broke amid an answer of which the caller has a part. */
    BROKEN("broken", false),
    /** What came is no HTTP. */
    MALFORMED("malformed", false),
    /** The call's deadline passed. */
    DEADLINE("deadline", false),
    /** The caller went away. */
    CALLER_GONE("caller_gone", false);

    private final String wireName;
    private final boolean unsent;

    FailureKind(String wireName, boolean unsent) {
        this.wireName = wireName;
        this.unsent = unsent;
    }

    /** {@return how metrics and logs write it} */
    public String wireName() {
        return wireName;
    }

    /** {@return whether the node provably did not see the call, so that even a method that submits may be sent again} */
    public boolean unsent() {
        return unsent;
    }

    /** {@return whether another node may still answer: nothing went to the caller, and the caller is there in time} */
    public boolean retriable() {
        return this != BROKEN && this != DEADLINE && this != CALLER_GONE;
    }
}
