package io.ethryx.routing;

import io.ethryx.core.line.CandidateReason;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntPredicate;

/** Picks whose turn it is. The count of turns is shared with the rows before and after it. */
final class TurnSelector implements Selector {

    private final int size;
    private final SmoothCycle cycle;
    private final AtomicLong turns;

    /**
     * Builds the row.
     *
     * @param weights one or more, each above 0
     * @param turns how many turns were taken
     */
    TurnSelector(long[] weights, AtomicLong turns) {
        this.size = weights.length;
        this.cycle = new SmoothCycle(weights);
        this.turns = turns;
    }

    @Override
    public int pick() {
        return cycle.at(turns.getAndIncrement());
    }

    @Override
    public int pickBeside(IntPredicate tried) {
        int begin = pick();
        for (int i = 0; i < size; i++) {
            int index = (begin + i) % size;
            if (!tried.test(index)) {
                return index;
            }
        }
        return NOBODY;
    }

    @Override
    public CandidateReason reason() {
        return CandidateReason.TURN;
    }
}
