package io.ethryx.routing;

import io.ethryx.core.line.CandidateReason;
import java.util.function.IntPredicate;

/**
 * Picks the cheaper of two that chance names, by how long answers took lately and how many calls are in flight. Two
 * choices keep callers that know the same from all going to the same node.
 */
final class PeakEwmaSelector implements Selector {

    private final PeakEwma[] costs;
    private final Randomness chance;

    /**
     * Builds the row.
     *
     * @param costs one or more
     * @param chance names the two
     */
    PeakEwmaSelector(PeakEwma[] costs, Randomness chance) {
        this.costs = costs;
        this.chance = chance;
    }

    @Override
    public int pick() {
        if (costs.length == 1) {
            return 0;
        }
        int one = (int) chance.below(costs.length);
        return cheaper(one, beside(one, (int) chance.below(costs.length - 1)));
    }

    /** A number below the bound of one as it was drawn below the same bound without it. */
    private static int beside(int one, int drawn) {
        return drawn + 1 + ((drawn - one) >> 31);
    }

    /** The other one where it costs less, by its sign and not by a jump. */
    private int cheaper(int one, int other) {
        int sign = (int) (costs[other].compareCost(costs[one]) >> 63);
        return one ^ ((one ^ other) & sign);
    }

    @Override
    public int pickBeside(IntPredicate tried) {
        int[] left = new int[costs.length];
        int count = 0;
        for (int i = 0; i < costs.length; i++) {
            if (!tried.test(i)) {
                left[count++] = i;
            }
        }
        if (count < 2) {
            return count == 0 ? NOBODY : left[0];
        }
        int one = (int) chance.below(count);
        return cheaper(left[one], left[beside(one, (int) chance.below(count - 1))]);
    }

    @Override
    public CandidateReason reason() {
        return CandidateReason.LATENCY;
    }
}
