package io.ethryx.governance;

import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;

/** One bucket: full at first, refilled evenly. Lock-free. */
final class TokenBucket {

    /** The library counts whole tokens; a slow rate is counted in thousandths of calls. */
    private static final long FINE = 1_000;

    private static final double FINE_BELOW = 100_000;
    private static final double FASTEST = 1e9;

    private final Bucket bucket;
    private final long tokensACall;

    TokenBucket(Rate rate, TimeMeter time) {
        tokensACall = rate.perSecond() < FINE_BELOW ? FINE : 1;
        bucket = Bucket.builder()
                .addLimit(limit(rate))
                .withCustomTimePrecision(time)
                .build();
    }

    private Bandwidth limit(Rate rate) {
        double perSecond = Math.min(rate.perSecond(), FASTEST) * tokensACall;
        long capacity = Math.round(Math.min(rate.burst(), FASTEST) * tokensACall);
        // a rate below one token a second is told over as long as one token takes
        long seconds = perSecond >= 1 ? 1 : (long) Math.min(1e6, Math.ceil(1 / perSecond));
        return Bandwidth.builder()
                .capacity(capacity)
                .refillGreedy(Math.max(1, Math.round(perSecond * seconds)), Duration.ofSeconds(seconds))
                .build();
    }

    /** Takes what one call needs, if it is there. */
    boolean take() {
        return bucket.tryConsume(tokensACall);
    }

    /** When one call could go. */
    Duration untilNext() {
        long nanos = bucket.estimateAbilityToConsume(tokensACall).getNanosToWaitForRefill();
        return Duration.ofNanos(Math.max(1, nanos));
    }
}
