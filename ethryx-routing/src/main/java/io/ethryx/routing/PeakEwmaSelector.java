package io.ethryx.routing;

import io.ethryx.core.line.CandidateReason;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;

/**
 * Picks the cheaper of two that chance names, by how long answers took lately and how many calls are in flight. Two
 * choices keep callers that know the same from all going to the same node.
 */
final class PeakEwmaSelector implements Selector {

    private final NodeLoad[] loads;
    private final Randomness chance;
    private final LongSupplier ticker;

    /**
     * Builds the row.
     *
     * @param loads one or more
     * @param ticker nanoseconds, as the loads are told
     */
    PeakEwmaSelector(NodeLoad[] loads, Randomness chance, LongSupplier ticker) {
        this.loads = loads;
        this.chance = chance;
        this.ticker = ticker;
    }

    @Override
    public int pick() {
        if (loads.length == 1) {
            return 0;
        }
        int one = (int) chance.below(loads.length);
        int other = (int) chance.below(loads.length - 1);
        return cheaper(one, other < one ? other : other + 1);
    }

    private int cheaper(int one, int other) {
        long now = ticker.getAsLong();
        return loads[other].cost(now) < loads[one].cost(now) ? other : one;
    }

    @Override
    public int pickBeside(IntPredicate tried) {
        int[] left = new int[loads.length];
        int count = 0;
        for (int i = 0; i < loads.length; i++) {
            if (!tried.test(i)) {
                left[count++] = i;
            }
        }
        if (count < 2) {
            return count == 0 ? NOBODY : left[0];
        }
        int one = (int) chance.below(count);
        int other = (int) chance.below(count - 1);
        return cheaper(left[one], left[other < one ? other : other + 1]);
    }

    @Override
    public CandidateReason reason() {
        return CandidateReason.LATENCY;
    }
}
