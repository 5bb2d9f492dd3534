package io.ethryx.discovery;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** How long to wait before another attempt: doubling from one bound to the other, a fifth more or less. Not thread-safe. */
final class Backoff {

    private final Duration least;
    private final Duration most;
    private final RandomGenerator random;
    private int failures;

    Backoff(Duration least, Duration most, RandomGenerator random) {
        this.least = least;
        this.most = most;
        this.random = random;
    }

    /** The wait after one more failure. */
    Duration next() {
        double doubled = (double) least.toNanos() * Math.pow(2, Math.min(failures++, 30));
        double bounded = Math.min(doubled, (double) most.toNanos());
        return Duration.ofNanos((long) (bounded * random.nextDouble(0.8, 1.2)));
    }

    /** Things are well again. */
    void reset() {
        failures = 0;
    }

    boolean failedBefore() {
        return failures > 0;
    }
}
