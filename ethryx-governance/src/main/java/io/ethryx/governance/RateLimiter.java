package io.ethryx.governance;

import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Caller;
import io.ethryx.core.line.Governor;
import io.ethryx.core.line.Verdict;
import io.github.bucket4j.TimeMeter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets a method be called so often: a token bucket by method, for the whole process, for each chain or for each client id.
 * Rates can be changed while calls come; a changed rate begins with full buckets.
 *
 * <p>Thread-safe and lock-free on the request path; a call that is limited costs some 100 ns, and by chain or client one small
 * object. Keeps at most some 65,000 buckets in all, about 30 MB; a client that has not called for so long that its bucket would
 * be full anyhow, or before 32,000 others, begins anew with a full one. Only the ticker tells the time: steps of the wall clock
 * are nothing to it.
 */
public final class RateLimiter implements Governor {

    /** Whose calls share a bucket. */
    public enum Per {
        /** All calls of the process. */
        PROCESS,
        /** Those for one chain. */
        CHAIN,
        /** Those of one client id. */
        CLIENT
    }

    private static final int LONGEST_KEY = 128;

    private final Per per;
    private final TimeMeter time;
    private final KeyedBuckets keyed;
    private volatile Map<String, Limit> limits = Map.of();

    /**
     * A limiter.
     *
     * @param rates by method; methods that are not named are not limited
     * @param per whose calls share a bucket
     * @param nanoTicker a clock that counts nanoseconds and never goes back, such as {@link System#nanoTime}
     */
    public RateLimiter(Map<String, Rate> rates, Per per, LongSupplier nanoTicker) {
        this.per = per;
        this.time = new Ticker(nanoTicker);
        this.keyed = new KeyedBuckets(time);
        limitTo(rates);
    }

    @Override
    public Verdict judge(CallFacts facts) {
        Limit limit = limits.get(facts.call().method());
        if (limit == null) {
            return Verdict.ADMITTED;
        }
        TokenBucket bucket = switch (per) {
            case PROCESS -> limit.shared();
            case CHAIN -> keyed.of(limit, facts.chain());
            case CLIENT -> keyed.of(limit, client(facts.caller()));
        };
        return bucket.take() ? Verdict.ADMITTED : new Verdict.Throttled(bucket.untilNext());
    }

    /** A key that is bounded and that two clients don't share. */
    private static String client(Caller caller) {
        String given = caller.field(Caller.CLIENT_ID);
        String id = given == null ? "" : given.strip();
        return id.length() <= LONGEST_KEY ? id : digest(id);
    }

    private static String digest(String id) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(id.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** {@return whose calls share a bucket} */
    public Per per() {
        return per;
    }

    /**
     * The rates that hold now.
     *
     * @return by method, in the order of their names; a copy
     */
    public Map<String, Rate> rates() {
        Map<String, Rate> rates = new TreeMap<>();
        limits.forEach((method, limit) -> rates.put(method, limit.rate()));
        return rates;
    }

    /**
     * Goes by other rates from now on, all at once: no call sees some of the new and some of the old. A method whose rate stays
     * keeps its buckets.
     *
     * @param rates by method; methods that are not named are not limited any more
     */
    public synchronized void limitTo(Map<String, Rate> rates) {
        Map<String, Limit> next = new HashMap<>();
        rates.forEach((method, rate) -> next.put(method, limit(limits.get(method), rate)));
        limits = Map.copyOf(next);
    }

    /**
     * Limits a method from now on, or limits it otherwise. A rate that it already has changes nothing.
     *
     * @param method its name
     * @param rate the new rate
     */
    public synchronized void limit(String method, Rate rate) {
        Map<String, Limit> changed = new HashMap<>(limits);
        changed.put(method, limit(limits.get(method), rate));
        limits = Map.copyOf(changed);
    }

    private Limit limit(@Nullable Limit before, Rate rate) {
        if (before != null && before.rate().equals(rate)) {
            return before;
        }
        Limit made = new Limit(rate, time);
        keyed.keepFor(made);
        return made;
    }

    /**
     * Does not limit a method any more.
     *
     * @param method its name
     * @return whether it was limited
     */
    public synchronized boolean free(String method) {
        Map<String, Limit> changed = new HashMap<>(limits);
        boolean was = changed.remove(method) != null;
        limits = Map.copyOf(changed);
        return was;
    }

    /** How many buckets by key are kept. */
    int buckets() {
        return keyed.size();
    }
}
