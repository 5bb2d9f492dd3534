package io.ethryx.routing;

/**
 * Where chance comes from, so that the same inputs give the same decision. Called from the caller's thread; an
 * implementation that many threads share has to be safe for that.
 */
@FunctionalInterface
public interface Randomness {

    /**
     * A number that is as likely as any other below the bound.
     *
     * @param bound 1 or more
     * @return 0 to {@code bound - 1}
     */
    long below(long bound);

    /**
     * The chance of production: a generator per thread, without contention and without allocation.
     *
     * @return safe for any number of threads
     */
    static Randomness perThread() {
        return new ChancePerThread();
    }
}
