package io.ethryx.routing;

import java.util.concurrent.ThreadLocalRandom;

/**
 * The chance of production: a generator per thread, without contention and without allocation. A bound of up to 31 bits
 * costs a multiplication: the upper half of bound times 32 random bits, where the few products that would favour some
 * numbers are drawn anew, so that each number is exactly as likely as any other.
 *
 * @see <a href="https://doi.org/10.1145/3230636">D. Lemire, Fast Random Integer Generation in an Interval</a>
 */
final class ChancePerThread implements Randomness {

    private static final long LOW = 0xFFFF_FFFFL;

    @Override
    public long below(long bound) {
        ThreadLocalRandom bits = ThreadLocalRandom.current();
        return bound > Integer.MAX_VALUE ? bits.nextLong(bound) : below((int) bound, bits);
    }

    private static long below(int bound, ThreadLocalRandom bits) {
        long product = (bits.nextInt() & LOW) * bound;
        if ((product & LOW) < bound) {
            long unfair = (LOW + 1 - bound) % bound;
            while ((product & LOW) < unfair) {
                product = (bits.nextInt() & LOW) * bound;
            }
        }
        return product >>> 32;
    }
}
