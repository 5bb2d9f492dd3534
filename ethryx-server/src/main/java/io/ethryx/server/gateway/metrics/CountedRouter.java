package io.ethryx.server.gateway.metrics;

import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.line.Attempt;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.NodeReply;
import io.ethryx.core.line.Router;
import io.ethryx.core.line.RoutingDecision;
import io.ethryx.core.topology.ChainId;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Decides as another router does, and counts the decisions to ask one more node: each is a retry, and where the node before
 * had failed also a failover. Thread-safe; a first decision costs one comparison more.
 */
final class CountedRouter implements Router, MetricFamilies {

    private static final String NO_STATE = "no_state";
    private static final String NEEDS_NATIVE = "needs_native";
    private static final String NO_ANSWER = "no_answer";

    private final Router router;
    private final ConcurrentMap<ChainId, ChainRetries> chains = new ConcurrentHashMap<>();

    /** The retries of one chain. */
    private static final class ChainRetries {

        private final ConcurrentMap<String, LongAdder> byReason = new ConcurrentHashMap<>(8);
        private final LongAdder failovers = new LongAdder();
    }

    CountedRouter(Router router) {
        this.router = router;
    }

    @Override
    public RoutingDecision route(CallFacts facts, List<Attempt> attempts) {
        RoutingDecision decision = router.route(facts, attempts);
        if (!attempts.isEmpty() && decision instanceof RoutingDecision.Forward) {
            count(facts.chain(), attempts.get(attempts.size() - 1).reply());
        }
        return decision;
    }

    /** A chain that a node was asked for is a known one, so that there are no more series than those. */
    private void count(ChainId chain, NodeReply reply) {
        ChainRetries retries = chains.computeIfAbsent(chain, unseen -> new ChainRetries());
        retries.byReason
                .computeIfAbsent(reason(reply), unseen -> new LongAdder())
                .increment();
        if (reply instanceof NodeReply.Failed) {
            retries.failovers.increment();
        }
    }

    private static String reason(NodeReply reply) {
        if (reply instanceof NodeReply.Failed failed) {
            return failed.kind().wireName();
        }
        NodeReply.Answered answer = (NodeReply.Answered) reply;
        if (answer.hasCode(ErrorCatalogue.STATE_BLOCK_NOT_FOUND)) {
            return NO_STATE;
        }
        return answer.hasCode(ErrorCatalogue.COSMOS_PRECOMPILE) ? NEEDS_NATIVE : NO_ANSWER;
    }

    @Override
    public void writeTo(PageText page) {
        String retries = "ethryx_gateway_retries_total";
        page.family(
                retries,
                PageText.Type.COUNTER,
                "Times that one more node was asked for a call, by what the last one said.");
        chains.forEach((chain, counted) -> counted.byReason.forEach((reason, times) ->
                page.sample(retries, PageText.labels("chain_id", chain.toString(), "reason", reason), times.sum())));
        String failovers = "ethryx_gateway_failovers_total";
        page.family(failovers, PageText.Type.COUNTER, "Times that another node was asked because one had failed.");
        chains.forEach((chain, counted) ->
                page.sample(failovers, PageText.labels("chain_id", chain.toString()), counted.failovers.sum()));
    }
}
