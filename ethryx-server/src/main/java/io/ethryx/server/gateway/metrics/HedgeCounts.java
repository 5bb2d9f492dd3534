package io.ethryx.server.gateway.metrics;

import io.ethryx.core.topology.ChainId;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts the calls that were sent to a second node while the first took long, and those that the second answered. Thread-safe. */
public final class HedgeCounts implements MetricFamilies {

    private final ConcurrentMap<ChainId, ChainHedges> chains = new ConcurrentHashMap<>();

    /** The hedges of one chain. */
    private static final class ChainHedges {

        private final LongAdder sent = new LongAdder();
        private final LongAdder won = new LongAdder();
    }

    /** Counts of nothing yet. */
    public HedgeCounts() {}

    /**
     * A second node is asked.
     *
     * @param chain a chain that has nodes, so that there are no more series than those
     */
    public void sent(ChainId chain) {
        of(chain).sent.increment();
    }

    /**
     * The second node answered first.
     *
     * @param chain as for {@link #sent}
     */
    public void won(ChainId chain) {
        of(chain).won.increment();
    }

    private ChainHedges of(ChainId chain) {
        return chains.computeIfAbsent(chain, unseen -> new ChainHedges());
    }

    @Override
    public void writeTo(PageText page) {
        String sent = "ethryx_gateway_hedges_total";
        page.family(sent, PageText.Type.COUNTER, "Calls sent to a second node because the first took long.");
        chains.forEach(
                (chain, hedges) -> page.sample(sent, PageText.labels("chain_id", chain.toString()), hedges.sent.sum()));
        String won = "ethryx_gateway_hedges_won_total";
        page.family(won, PageText.Type.COUNTER, "Calls that the second node answered before the first.");
        chains.forEach(
                (chain, hedges) -> page.sample(won, PageText.labels("chain_id", chain.toString()), hedges.won.sum()));
    }
}
