package io.ethryx.core.line;

import io.ethryx.core.Splice;
import java.util.List;

/** Sends copies of calls elsewhere. On the request path: neither blocks nor fails, and drops a copy rather than wait. */
@FunctionalInterface
public interface CallMirror {

    /** Copies nothing. */
    CallMirror NONE = (facts, rewrite) -> {};

    /**
     * A single call that goes on.
     *
     * @param facts the call; its bytes are lent for the time of this call only
     * @param rewrite what is changed in its bytes
     */
    void copy(CallFacts facts, List<Splice> rewrite);

    /**
     * The calls of a batch that go on. Each is copied by itself unless a mirror keeps them together.
     *
     * @param calls in the order of the batch, at least one; their bytes are lent for the time of this call only
     */
    default void copyBatch(List<Copied> calls) {
        calls.forEach(call -> copy(call.facts(), call.rewrite()));
    }

    /**
     * A call of a batch.
     *
     * @param facts the call
     * @param rewrite what is changed in its bytes
     */
    record Copied(CallFacts facts, List<Splice> rewrite) {

        /**
         * Copies the list.
         *
         * @param facts see the record
         * @param rewrite see the record
         */
        public Copied {
            rewrite = List.copyOf(rewrite);
        }
    }
}
