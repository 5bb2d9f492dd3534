package io.ethryx.governance;

import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The buckets of all limits by key, never more than twice {@link #GENERATION} however many keys and limits there are. When so
 * many have come, or so long has passed that an idle one is full again, a new generation begins; a bucket that is not used in
 * the course of a whole one is dropped. Thread-safe; a bucket of this generation costs one look-up, without a lock.
 */
final class KeyedBuckets {

    static final int GENERATION = 32_768;

    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofHours(1);

    private final TimeMeter time;
    private volatile long lifetimeNanos = SHORTEST.toNanos();
    private volatile Generations generations;

    KeyedBuckets(TimeMeter time) {
        this.time = time;
        long now = time.currentTimeNanos();
        this.generations = new Generations(new Generation(now), new Generation(now));
    }

    private record Generations(Generation young, Generation old) {}

    /** Limits are told apart by identity: one that was changed has other buckets. */
    private record Key(Limit limit, Object of) {}

    private static final class Generation {
        private final Map<Key, TokenBucket> buckets = new ConcurrentHashMap<>();
        private final AtomicInteger size = new AtomicInteger();
        private final long bornNanos;

        private Generation(long bornNanos) {
            this.bornNanos = bornNanos;
        }
    }

    /** Keeps idle buckets of a limit so long that dropping them gives nothing away. */
    void keepFor(Limit limit) {
        Duration full = limit.fullAfter();
        long nanos = (full.compareTo(LONGEST) > 0 ? LONGEST : full).toNanos();
        lifetimeNanos = Math.max(lifetimeNanos, nanos);
    }

    TokenBucket of(Limit limit, Object keyed) {
        Key key = new Key(limit, keyed);
        Generations now = generations;
        TokenBucket known = now.young().buckets.get(key);
        return known == null ? join(now, key) : known;
    }

    private TokenBucket join(Generations now, Key key) {
        Generation young = now.young();
        if (young.size.get() >= GENERATION || time.currentTimeNanos() - young.bornNanos > lifetimeNanos) {
            now = turn(now);
        }
        TokenBucket before = now.old().buckets.get(key);
        TokenBucket joining = before == null ? key.limit().fresh() : before;
        TokenBucket first = now.young().buckets.putIfAbsent(key, joining);
        if (first != null) {
            return first;
        }
        now.young().size.incrementAndGet();
        return joining;
    }

    private synchronized Generations turn(Generations seen) {
        if (generations.young() == seen.young()) {
            generations = new Generations(new Generation(time.currentTimeNanos()), seen.young());
        }
        return generations;
    }

    /** How many buckets are kept. */
    int size() {
        Generations now = generations;
        return now.young().buckets.size() + now.old().buckets.size();
    }
}
