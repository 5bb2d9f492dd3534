package io.ethryx.governance;

import io.github.bucket4j.TimeMeter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Buckets of one rate by key, never more than twice {@link #GENERATION}: when as many keys have come since the last change
 * of generations, the buckets that nobody used meanwhile are dropped. Thread-safe.
 */
final class KeyedBuckets {

    static final int GENERATION = 32_768;

    private final Rate rate;
    private final TimeMeter time;
    private volatile Generations generations = new Generations(new Generation(), new Generation());

    KeyedBuckets(Rate rate, TimeMeter time) {
        this.rate = rate;
        this.time = time;
    }

    private record Generations(Generation young, Generation old) {}

    private static final class Generation {
        private final Map<String, TokenBucket> buckets = new ConcurrentHashMap<>();
        private final AtomicInteger size = new AtomicInteger();
    }

    TokenBucket of(String key) {
        Generations now = generations;
        TokenBucket known = now.young().buckets.get(key);
        return known == null ? join(now, key) : known;
    }

    private TokenBucket join(Generations now, String key) {
        if (now.young().size.get() >= GENERATION) {
            now = turn(now);
        }
        TokenBucket before = now.old().buckets.get(key);
        TokenBucket joining = before == null ? new TokenBucket(rate, time) : before;
        TokenBucket first = now.young().buckets.putIfAbsent(key, joining);
        if (first != null) {
            return first;
        }
        now.young().size.incrementAndGet();
        return joining;
    }

    private synchronized Generations turn(Generations seen) {
        if (generations.young() == seen.young()) {
            generations = new Generations(new Generation(), seen.young());
        }
        return generations;
    }

    /** How many buckets are kept. */
    int size() {
        Generations now = generations;
        return now.young().buckets.size() + now.old().buckets.size();
    }
}
