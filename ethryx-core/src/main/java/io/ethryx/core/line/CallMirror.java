package io.ethryx.core.line;

import io.ethryx.core.Splice;
import java.util.List;

/** Sends copies of calls elsewhere. On the request path: neither blocks nor fails, and drops a copy rather than wait. */
@FunctionalInterface
public interface CallMirror {

    /** Copies nothing. */
    CallMirror NONE = (facts, rewrite) -> {};

    /**
     * A call that goes on.
     *
     * @param facts the call; its bytes are lent for the time of this call only
     * @param rewrite what is changed in its bytes
     */
    void copy(CallFacts facts, List<Splice> rewrite);
}
