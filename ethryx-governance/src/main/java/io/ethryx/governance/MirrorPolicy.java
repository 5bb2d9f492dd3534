package io.ethryx.governance;

import io.ethryx.core.line.CallFacts;
import io.ethryx.core.topology.MirrorTarget;
import io.github.bucket4j.TimeMeter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;

/**
 * Says who gets a copy of a request: each mirror target of its chain, if the request is drawn and the target's own rate
 * allows it. A request that submits anything is not copied unless that is wished. Thread-safe and lock-free.
 */
public final class MirrorPolicy {

    /** More targets than any chain has; above it their buckets are made anew. */
    private static final int KEPT = 1_024;

    private final Settings settings;
    private final DoubleSupplier chance;
    private final Map<MirrorTarget, TokenBucket> buckets = new ConcurrentHashMap<>();

    /**
     * What is copied.
     *
     * @param sampleRatio which share of the requests, 0 to 1
     * @param writes whether those that submit are copied too
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
     */
    public MirrorPolicy(Settings settings, DoubleSupplier chance) {
        this.settings = settings;
        this.chance = chance;
    }

    /**
     * Who gets a copy of a request.
     *
     * @param calls the calls of the request that may go on, at least one, all for one chain
     * @return the targets, none in most cases
     */
    public List<MirrorTarget> targets(Collection<CallFacts> calls) {
        CallFacts first = calls.iterator().next();
        List<MirrorTarget> all = first.topology().mirrorsOf(first.chain());
        if (all.isEmpty() || chance.getAsDouble() >= settings.sampleRatio() || !mayBeCopied(calls)) {
            return List.of();
        }
        List<MirrorTarget> allowed = new ArrayList<>(all.size());
        for (MirrorTarget target : all) {
            if (target.rateLimit().isEmpty() || bucket(target).take()) {
                allowed.add(target);
            }
        }
        return allowed;
    }

    private boolean mayBeCopied(Collection<CallFacts> calls) {
        return settings.writes()
                || calls.stream().noneMatch(facts -> submits(facts.call().method()));
    }

    /**
     * Whether a method submits something, or drives a node.
     *
     * @param method its name
     * @return true for {@code eth_send…} and {@code engine_…}
     */
    static boolean submits(String method) {
        return method.startsWith("eth_send") || method.startsWith("engine_");
    }

    private TokenBucket bucket(MirrorTarget target) {
        if (buckets.size() > KEPT) {
            buckets.clear();
        }
        return buckets.computeIfAbsent(
                target, fresh -> new TokenBucket(Rate.of(fresh.rateLimit().orElseThrow()), TimeMeter.SYSTEM_NANOTIME));
    }
}
