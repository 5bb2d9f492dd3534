package io.ethryx.routing;

import io.ethryx.core.line.CandidateReason;
import java.util.function.IntPredicate;

/**
 * Picks one out of a fixed row of nodes, by its index in the row. Never blocks; any number of threads may pick. A row is
 * replaced with the topology, what a pick goes by beyond it (turns, loads) lives on.
 */
interface Selector {

    /** The index of a row in which no one can be picked. */
    int NOBODY = -1;

    /** A row in which no one can be picked. */
    Selector EMPTY = new Selector() {
        @Override
        public int pick() {
            return NOBODY;
        }

        @Override
        public int pickBeside(IntPredicate tried) {
            return NOBODY;
        }

        @Override
        public CandidateReason reason() {
            return CandidateReason.WEIGHT;
        }
    };

    /** Picks one, on the request path. */
    int pick();

    /** Picks one of those that were not tried; costs a pass over the row. */
    int pickBeside(IntPredicate tried);

    /** Why the picked one is picked. */
    CandidateReason reason();
}
