package io.ethryx.routing;

import java.util.Arrays;

/**
 * The order in which a weighted rotation takes its turns: turn {@code t} goes to {@link #at at(t)}, and after as many turns as
 * the weights sum up to each index had exactly its weight of them.
 *
 * <p>Up to a sum of {@value #LONGEST_WRITTEN_OUT} (and for equal weights always) the order is that of smooth weighted
 * round-robin: each index begins with its weight, each turn adds every index its weight, the greatest takes the turn (the
 * first of equals) and pays the sum.
 * Beyond it the turns of an index are spread over the cycle by a golden-ratio stride instead.
 *
 * <p>Immutable. A turn costs an array read, beyond the limit two and a short binary search.
 */
final class SmoothCycle {

    static final int LONGEST_WRITTEN_OUT = 4096;

    private static final double GOLDEN = 0.6180339887498949;

    private final int length;
    private final long period;
    private final int @org.jspecify.annotations.Nullable [] writtenOut;
    private final int[] ends;
    private final int[] guide;
    private final long stride;

    /**
     * Builds the order, once a swap.
     *
     * @param weights one or more, each 1 or more; their sum is below 2^31
     * @throws IllegalArgumentException if a weight is below 1 or the sum too large
     */
    SmoothCycle(long[] weights) {
        long divisor = commonDivisor(weights);
        this.length = weights.length;
        this.ends = new int[length];
        long sum = 0;
        for (int i = 0; i < length; i++) {
            sum += weights[i] / divisor;
            if (sum > Integer.MAX_VALUE) {
                throw new IllegalArgumentException("the weights sum up to more than " + Integer.MAX_VALUE);
            }
            ends[i] = (int) sum;
        }
        this.period = sum;
        this.writtenOut = period > length && period <= LONGEST_WRITTEN_OUT ? writeOut() : null;
        this.stride = coprimeNear(Math.round(period * GOLDEN));
        this.guide = guide();
    }

    private static long commonDivisor(long[] weights) {
        long divisor = 0;
        for (long weight : weights) {
            if (weight < 1) {
                throw new IllegalArgumentException("a weight of " + weight);
            }
            divisor = gcd(divisor, weight);
        }
        return divisor;
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    private long coprimeNear(long candidate) {
        long step = Math.max(1, candidate);
        while (gcd(period, step) != 1) {
            step++;
        }
        return step;
    }

    private int[] writeOut() {
        int[] order = new int[(int) period];
        long[] due = new long[length];
        for (int i = 0; i < length; i++) {
            due[i] = weight(i);
        }
        for (int turn = 0; turn < order.length; turn++) {
            int best = 0;
            for (int i = 0; i < length; i++) {
                due[i] += weight(i);
                if (due[i] > due[best]) {
                    best = i;
                }
            }
            due[best] -= period;
            order[turn] = best;
        }
        return order;
    }

    private long weight(int index) {
        return index == 0 ? ends[0] : ends[index] - ends[index - 1];
    }

    /** How many turns it takes until the order repeats. */
    long period() {
        return period;
    }

    /**
     * Whose turn it is.
     *
     * @param turn 0 or more
     */
    int at(long turn) {
        long place = turn % period;
        if (period == length) {
            return (int) place;
        }
        int[] order = writtenOut;
        return order != null ? order[(int) place] : indexOf(place * stride % period);
    }

    /** Cuts the cycle in as many equal parts as there are weights: where the weight at the begin of each stands. */
    private int[] guide() {
        int[] first = new int[length + 1];
        int index = 0;
        for (int part = 0; part <= length; part++) {
            while (index < length - 1 && ends[index] <= part * period / length) {
                index++;
            }
            first[part] = index;
        }
        return first;
    }

    private int indexOf(long point) {
        int part = (int) (point * length / period);
        int found = Arrays.binarySearch(ends, guide[part], guide[part + 1] + 1, (int) point);
        return found >= 0 ? found + 1 : -found - 1;
    }
}
