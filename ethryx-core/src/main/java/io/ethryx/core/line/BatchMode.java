package io.ethryx.core.line;

/** How the elements of a batch are spread over pools. */
public enum BatchMode {
    /** A sub-batch for each pool, all at the same time. */
    SPLIT,
    /** All to the pool that the oldest element needs. */
    WHOLE
}
