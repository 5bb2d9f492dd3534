package io.ethryx.server.gateway.mirror;

import io.ethryx.core.topology.ChainId;
import io.ethryx.server.gateway.metrics.MetricFamilies;
import io.ethryx.server.gateway.metrics.PageText;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts copies: each is sent or dropped, and none is both. Thread-safe, lock-free. */
final class MirrorCounts implements MetricFamilies {

    /** Why a copy did not get to its target. */
    enum Drop {
        /** The target has had as many as its rate allows. */
        RATE_LIMITED,
        /** As many wait for the target as may. */
        QUEUE_FULL,
        /** The copies that wait hold as many bytes as they may. */
        MEMORY,
        /** The target can't be connected to. */
        UNREACHABLE,
        /** The target did not take the copy in time. */
        TIMEOUT,
        /** The target failed many times in a row and is left alone for a moment. */
        RESTING,
        /** The target was taken out of the topology. */
        TARGET_GONE
    }

    private final ConcurrentMap<ChainId, OfChain> chains = new ConcurrentHashMap<>();

    /** The copies of one chain's calls. */
    static final class OfChain {

        private final LongAdder sent = new LongAdder();
        private final Map<Drop, LongAdder> dropped = new EnumMap<>(Drop.class);

        private OfChain() {
            for (Drop reason : Drop.values()) {
                dropped.put(reason, new LongAdder());
            }
        }

        /** A copy was written to its last byte. */
        void sent() {
            sent.increment();
        }

        void dropped(Drop reason) {
            Objects.requireNonNull(dropped.get(reason)).increment();
        }
    }

    /** A chain with targets is a known one, so that there are no more series than those. */
    OfChain of(ChainId chain) {
        OfChain known = chains.get(chain);
        return known == null ? chains.computeIfAbsent(chain, unseen -> new OfChain()) : known;
    }

    @Override
    public void writeTo(PageText page) {
        String sent = "ethryx_gateway_mirror_sent_total";
        page.family(sent, PageText.Type.COUNTER, "Copies of requests that were written to a mirror target.");
        chains.forEach(
                (chain, counts) -> page.sample(sent, PageText.labels("chain_id", chain.toString()), counts.sent.sum()));
        String dropped = "ethryx_gateway_mirror_dropped_total";
        page.family(dropped, PageText.Type.COUNTER, "Copies of requests that a mirror target did not get.");
        chains.forEach((chain, counts) -> {
            counts.dropped.forEach((reason, times) -> {
                if (times.sum() > 0) {
                    String word = reason.name().toLowerCase(Locale.ROOT);
                    page.sample(dropped, PageText.labels("chain_id", chain.toString(), "reason", word), times.sum());
                }
            });
        });
    }
}
