package io.ethryx.governance;

import io.ethryx.core.line.CallFacts;
import io.ethryx.core.topology.MirrorTarget;
import io.github.bucket4j.TimeMeter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * Says who gets a copy of a request: each mirror target of its chain, if the request is drawn and the target's own rate
 * allows it. A request that submits anything is not copied unless that is wished. Thread-safe and lock-free.
 */
public final class MirrorPolicy {

    /** More targets than any chain has; above it their buckets are made anew. */
    private static final int KEPT = 1_024;

    private static final List<String> SUBMITTING = List.of(
            "eth_send", "eth_resend", "engine_", "eth_submit", "mev_", "personal_", "admin_", "miner_", "clique_");

    private final Settings settings;
    private final DoubleSupplier chance;
    private final TimeMeter time;
    private final Map<MirrorTarget, TokenBucket> buckets = new ConcurrentHashMap<>();

    /**
     * What is copied.
     *
     * @param sampleRatio which share of the requests, 0 to 1
     * @param writes whether those that submit, or make a filter or subscription, are copied too
     */
    public record Settings(double sampleRatio, boolean writes) {

        /**
         * Checks the share.
         *
         * @param sampleRatio see the record
         * @param writes see the record
         * @throws IllegalArgumentException if it is not between 0 and 1
         */
        public Settings {
            if (!(sampleRatio >= 0 && sampleRatio <= 1)) {
                throw new IllegalArgumentException("a share of " + sampleRatio);
            }
        }
    }

    /**
     * A policy.
     *
     * @param settings what is copied
     * @param chance numbers from 0 to below 1, each as likely as another
     * @param nanoTicker a clock that counts nanoseconds and never goes back, such as {@link System#nanoTime}
     */
    public MirrorPolicy(Settings settings, DoubleSupplier chance, LongSupplier nanoTicker) {
        this.settings = settings;
        this.chance = chance;
        this.time = new Ticker(nanoTicker);
    }

    /**
     * The targets of a request: those of its chain, if the request is drawn.
     *
     * @param request one of its calls; all are for the same chain
     * @return each gets a copy if {@link #allows} says so; none in most cases
     */
    public List<MirrorTarget> targets(CallFacts request) {
        List<MirrorTarget> all = request.topology().mirrorsOf(request.chain());
        return all.isEmpty() || chance.getAsDouble() >= settings.sampleRatio() ? List.of() : all;
    }

    /**
     * Whether a target gets one more copy now; if so, it is counted against the target's own rate.
     *
     * @param target the target
     * @return false if that would be more than its rate
     */
    public boolean allows(MirrorTarget target) {
        return target.rateLimit().isEmpty() || bucket(target).take();
    }

    /**
     * Whether a call may be copied at all.
     *
     * @param method its method
     * @return false for one that submits, unless that is wished
     */
    public boolean mayCopy(String method) {
        return settings.writes() || !submits(method);
    }

    /**
     * Whether a method does something beyond answering: submits, drives a node, or makes what only the node knows that it was
     * made on.
     *
     * @param method its name
     * @return true for {@code eth_send…} and {@code engine_…}, for their relatives, and for filters and subscriptions
     */
    static boolean submits(String method) {
        for (String beginning : SUBMITTING) {
            if (method.startsWith(beginning)) {
                return true;
            }
        }
        return method.contains("RawTransaction")
                || (method.contains("Filter") && method.startsWith("eth_"))
                || method.endsWith("subscribe");
    }

    private TokenBucket bucket(MirrorTarget target) {
        if (buckets.size() > KEPT) {
            buckets.clear();
        }
        return buckets.computeIfAbsent(
                target, fresh -> new TokenBucket(Rate.of(fresh.rateLimit().orElseThrow()), time));
    }
}
