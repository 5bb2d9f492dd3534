package io.ethryx.routing;

import java.util.Random;

/** The same chance at each run: a seed, and the numbers that come of it. For one thread. */
final class SeededChance implements Randomness {

    private final Random random;

    SeededChance(long seed) {
        this.random = new Random(seed);
    }

    @Override
    public long below(long bound) {
        return random.nextLong(bound);
    }
}
