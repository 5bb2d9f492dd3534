package io.ethryx.routing;

import java.util.Arrays;

/**
 * Draws an index with a chance that is exactly its weight over the sum of the weights, in constant time (Walker's alias
 * method, in integers, so that nothing is rounded). Each index has a column as high as the sum; what a light index leaves
 * free of its column is given to one other index.
 *
 * <p>Immutable; a draw costs two numbers of chance and two array reads.
 */
final class AliasTable {

    private final long total;
    private final long[] ownParts;
    private final int[] others;

    /**
     * Builds the table, once a swap.
     *
     * @param weights none negative; their sum times their number fits a long
     * @throws ArithmeticException if it does not
     */
    AliasTable(long[] weights) {
        int columns = weights.length;
        long sum = 0;
        for (long weight : weights) {
            sum = Math.addExact(sum, weight);
        }
        this.total = sum;
        this.ownParts = new long[columns];
        this.others = new int[columns];
        fill(weights);
    }

    private void fill(long[] weights) {
        int columns = weights.length;
        long[] left = new long[columns];
        int[] pending = new int[columns];
        int light = 0;
        int heavy = columns;
        for (int i = 0; i < columns; i++) {
            left[i] = Math.multiplyExact(weights[i], (long) columns);
            if (left[i] < total) {
                pending[light++] = i;
            } else {
                pending[--heavy] = i;
            }
        }
        while (light > 0 && heavy < columns) {
            int poor = pending[--light];
            int rich = pending[heavy];
            ownParts[poor] = left[poor];
            others[poor] = rich;
            left[rich] -= total - left[poor];
            if (left[rich] < total) {
                heavy++;
                pending[light++] = rich;
            }
        }
        // In whole numbers the columns come out even: whoever is left fills a column alone.
        for (int i = heavy; i < columns; i++) {
            ownParts[pending[i]] = total;
        }
    }

    /** The sum of the weights; nothing can be drawn when it is 0. */
    long total() {
        return total;
    }

    /** An index, by its weight. */
    int draw(Randomness chance) {
        int column = (int) chance.below(ownParts.length);
        return chance.below(total) < ownParts[column] ? column : others[column];
    }

    @Override
    public String toString() {
        return "total " + total + ", own " + Arrays.toString(ownParts) + ", others " + Arrays.toString(others);
    }
}
