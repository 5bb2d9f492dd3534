package io.ethryx.routing;

import io.ethryx.core.line.Attempt;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Candidate;
import io.ethryx.core.line.CandidateReason;
import io.ethryx.core.line.PoolReason;
import io.ethryx.core.line.RoutingDecision;
import io.ethryx.core.line.RoutingDecision.Forward;
import io.ethryx.core.line.RoutingDecision.Settled;
import io.ethryx.core.line.RoutingDecision.Unroutable;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Pool;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes notes of one decision: of each node of the chain, why it was taken or not, and who would be asked next. */
final class ReasonRecorder implements DecisionTrace {

    private final SelectionStrategy strategy;
    private @Nullable ChainTable table;
    private @Nullable Pool chosen;

    ReasonRecorder(SelectionStrategy strategy) {
        this.strategy = strategy;
    }

    @Override
    public void looksAt(ChainTable from, Pool pool) {
        table = from;
        chosen = pool;
    }

    @Override
    public RoutingDecision complete(CallFacts facts, List<Attempt> attempts, RoutingDecision decision) {
        if (table == null) {
            return decision;
        }
        Node taken = decision instanceof Forward forward ? forward.node() : null;
        Pool pool = taken == null ? chosen : taken.pool();
        List<Candidate> candidates = candidates(table, facts, decision, pool, TriedNodes.of(attempts));
        if (decision instanceof Forward forward) {
            return new Forward(forward.node(), forward.reason(), fallbacks(candidates, table, facts), candidates);
        }
        return decision instanceof Unroutable unroutable
                ? new Unroutable(unroutable.error(), candidates)
                : new Settled(candidates);
    }

    private List<Candidate> candidates(
            ChainTable from, CallFacts facts, RoutingDecision decision, @Nullable Pool pool, TriedNodes tried) {
        Forward forward = decision instanceof Forward there ? there : null;
        Eligibility eligibility = eligibility(from, facts);
        List<Candidate> candidates = new ArrayList<>();
        for (Node node : from.pools().nodes()) {
            CandidateReason reason =
                    forward != null && node.sameEntry(forward.node()) ? takenBy(forward.reason()) : null;
            candidates.add(new Candidate(
                    node, reason != null, reason == null ? refusal(from, eligibility, node, pool, tried) : reason));
        }
        return candidates;
    }

    private Eligibility eligibility(ChainTable from, CallFacts facts) {
        return new Eligibility(
                strategy,
                from.pools().gateway(),
                facts.call().batched()
                        ? null
                        : from.pools().gateway().routes().get(facts.call().method()));
    }

    private CandidateReason takenBy(PoolReason reason) {
        if (reason == PoolReason.FILTER_HOME) {
            return CandidateReason.FILTER_HOME;
        }
        return switch (strategy) {
            case RANDOM -> CandidateReason.WEIGHT;
            case ROUND_ROBIN -> CandidateReason.TURN;
            case LEAST_LATENCY -> CandidateReason.LATENCY;
        };
    }

    private static CandidateReason refusal(
            ChainTable from, Eligibility eligibility, Node node, @Nullable Pool pool, TriedNodes tried) {
        if (tried.contains(node)) {
            return CandidateReason.TRIED;
        }
        if (node.pool() != pool) {
            return CandidateReason.POOL_NOT_CHOSEN;
        }
        if (!node.joined()) {
            return CandidateReason.NOT_JOINED;
        }
        if (!node.available() && !from.pools().of(pool).available().isEmpty()) {
            return CandidateReason.NOT_AVAILABLE;
        }
        CandidateReason refusal = eligibility.refusal(node);
        return refusal == null ? CandidateReason.NOT_DRAWN : refusal;
    }

    /** Who would be asked next: available nodes of the pool, those of the other pool, and then the others of both. */
    private List<Node> fallbacks(List<Candidate> candidates, ChainTable from, CallFacts facts) {
        Eligibility eligibility = eligibility(from, facts);
        List<Node> left = candidates.stream()
                .filter(candidate -> !candidate.taken() && candidate.reason() != CandidateReason.TRIED)
                .map(Candidate::node)
                .filter(node -> isEligible(eligibility, node))
                .toList();
        List<Node> next = new ArrayList<>();
        for (boolean available : new boolean[] {true, false}) {
            for (boolean inPool : new boolean[] {true, false}) {
                left.stream()
                        .filter(node -> node.available() == available && (node.pool() == chosen) == inPool)
                        .forEach(next::add);
            }
        }
        return next;
    }

    private boolean isEligible(Eligibility eligibility, Node node) {
        boolean inPlace = (node.pool() == Pool.NATIVE) == (chosen == Pool.NATIVE);
        return inPlace && node.joined() && eligibility.refusal(node) == null;
    }
}
