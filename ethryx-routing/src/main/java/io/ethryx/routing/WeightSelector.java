package io.ethryx.routing;

import io.ethryx.core.line.CandidateReason;
import java.util.function.IntPredicate;

/** Picks at random, each with a chance that is exactly its share of the weights. */
final class WeightSelector implements Selector {

    private final long[] weights;
    private final AliasTable table;
    private final Randomness chance;

    /**
     * Builds the row.
     *
     * @param weights one or more, each above 0
     */
    WeightSelector(long[] weights, Randomness chance) {
        this.weights = weights;
        this.table = new AliasTable(weights);
        this.chance = chance;
    }

    @Override
    public int pick() {
        return table.draw(chance);
    }

    @Override
    public int pickBeside(IntPredicate tried) {
        long left = 0;
        for (int i = 0; i < weights.length; i++) {
            left += tried.test(i) ? 0 : weights[i];
        }
        if (left == 0) {
            return NOBODY;
        }
        long point = chance.below(left);
        int index = -1;
        while (point >= 0) {
            index++;
            point -= tried.test(index) ? 0 : weights[index];
        }
        return index;
    }

    @Override
    public CandidateReason reason() {
        return CandidateReason.WEIGHT;
    }
}
