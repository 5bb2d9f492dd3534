package io.ethryx.governance;

import io.github.bucket4j.TimeMeter;
import java.time.Duration;

/** The limit of one method: its rate, and the bucket that all of its calls share where there is but one. Thread-safe. */
final class Limit {

    private final Rate rate;
    private final TimeMeter time;
    private final TokenBucket shared;

    Limit(Rate rate, TimeMeter time) {
        this.rate = rate;
        this.time = time;
        this.shared = fresh();
    }

    Rate rate() {
        return rate;
    }

    TokenBucket shared() {
        return shared;
    }

    /** A full bucket for one more key. */
    TokenBucket fresh() {
        return new TokenBucket(rate, time);
    }

    /** How long an empty bucket takes to be full again: then it is as good as a new one. */
    Duration fullAfter() {
        return Duration.ofMillis((long) Math.ceil(1_000 * Math.min(rate.burst() / rate.perSecond(), 1e9)));
    }
}
