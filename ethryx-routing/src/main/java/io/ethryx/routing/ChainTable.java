package io.ethryx.routing;

import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.line.Attempt;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.PoolReason;
import io.ethryx.core.line.RoutingDecision;
import io.ethryx.core.line.RoutingDecision.Forward;
import io.ethryx.core.line.RoutingDecision.Settled;
import io.ethryx.core.line.RoutingDecision.Unroutable;
import io.ethryx.core.topology.Pool;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A chain at one moment, ready to be chosen from. The choice allocates nothing for a first attempt.
 */
final class ChainTable {

    static final Unroutable NO_BACKENDS = new Unroutable(ErrorCatalogue.NO_BACKENDS, List.of());
    static final Unroutable NO_NATIVE_BACKENDS = new Unroutable(ErrorCatalogue.NO_NATIVE_BACKENDS, List.of());

    private final ChainPools pools;
    private final long head;
    private final long window;

    ChainTable(ChainPools pools, long head, long window) {
        this.pools = pools;
        this.head = head;
        this.window = window;
    }

    ChainPools pools() {
        return pools;
    }

    long head() {
        return head;
    }

    long window() {
        return window;
    }

    /** Chooses by the block, at first; elements of a batch for one pool take one turn and go to one node. */
    RoutingDecision first(CallFacts facts, DecisionTrace trace) {
        PoolReason asked = asked(facts);
        Pool pool = poolFor(asked);
        PoolTables wanted = pools.of(pool);
        PoolTables other = pools.of(otherThan(pool));
        boolean stay = !wanted.available().isEmpty() || (other.available().isEmpty() && !wanted.isEmpty());
        Pool chosen = stay ? pool : otherThan(pool);
        trace.looksAt(this, chosen);
        RoutingDecision decision = facts.companion(chosen);
        if (decision == null) {
            PoolTable table = (stay ? wanted : other).preferred();
            decision = table.pick(facts.call(), stay ? asked : whyOther(wanted));
        }
        return decision == null ? NO_BACKENDS : decision;
    }

    private static PoolReason whyOther(PoolTables wanted) {
        return wanted.isEmpty() ? PoolReason.OTHER_POOL_EMPTY : PoolReason.OTHER_POOL_UNAVAILABLE;
    }

    /** Why the call's pool is asked for, whether or not it has nodes. */
    PoolReason asked(CallFacts facts) {
        return facts.caller().archive() ? PoolReason.ARCHIVE_ASKED : BlockRule.judge(facts.context(), head, window);
    }

    static Pool poolFor(PoolReason asked) {
        return BlockRule.asksForArchive(asked) ? Pool.ARCHIVE : Pool.STATE;
    }

    private static Pool otherThan(Pool pool) {
        return pool == Pool.STATE ? Pool.ARCHIVE : Pool.STATE;
    }

    /** Chooses an archive node because another node has not the state; without one the answer stands. */
    RoutingDecision archive(CallFacts facts, List<Attempt> attempts, DecisionTrace trace) {
        trace.looksAt(this, Pool.ARCHIVE);
        RoutingDecision decision = beside(Pool.ARCHIVE, facts, TriedNodes.of(attempts), PoolReason.STATE_NOT_FOUND);
        return decision == null ? Settled.PLAIN : decision;
    }

    /** Chooses a native node because another node can't execute the call. */
    RoutingDecision ofNative(CallFacts facts, List<Attempt> attempts, DecisionTrace trace) {
        trace.looksAt(this, Pool.NATIVE);
        RoutingDecision decision = beside(Pool.NATIVE, facts, TriedNodes.of(attempts), PoolReason.NATIVE_NEEDED);
        return decision == null ? NO_NATIVE_BACKENDS : decision;
    }

    /**
     * Chooses another node because the last one failed: of its pool, then of the other, available ones first. If a node had
     * not the state, every archive node comes first.
     */
    RoutingDecision next(CallFacts facts, List<Attempt> attempts, DecisionTrace trace) {
        Pool pool = attempts.get(attempts.size() - 1).node().pool();
        trace.looksAt(this, pool);
        TriedNodes tried = TriedNodes.of(attempts);
        RoutingDecision decision = pool == Pool.NATIVE || RetryLadder.lackingState(attempts) != null
                ? beside(pool, facts, tried, reasonAfter(attempts, facts, pool))
                : null;
        if (decision == null && pool != Pool.NATIVE) {
            decision = besideAvailableFirst(pool, facts, attempts, tried);
        }
        boolean submits = SubmittingMethods.contains(facts.call().method());
        boolean recall = decision == null && RetryLadder.withoutNext(attempts, submits) == RetryLadder.Step.RECALL;
        return recall ? recall(facts, attempts, trace) : decision == null ? Settled.PLAIN : decision;
    }

    /** Chooses again the node that had not the state, for its answer. */
    RoutingDecision recall(CallFacts facts, List<Attempt> attempts, DecisionTrace trace) {
        Attempt lacking = RetryLadder.lackingState(attempts);
        if (lacking == null) {
            return Settled.PLAIN;
        }
        trace.looksAt(this, lacking.node().pool());
        PoolReason reason = reasonAfter(attempts, facts, lacking.node().pool());
        return new Forward(lacking.node(), reason, List.of(), List.of());
    }

    private @Nullable RoutingDecision besideAvailableFirst(
            Pool pool, CallFacts facts, List<Attempt> attempts, TriedNodes tried) {
        Pool other = otherThan(pool);
        PoolReason here = reasonAfter(attempts, facts, pool);
        PoolReason there = reasonAfter(attempts, facts, other);
        RoutingDecision decision = available(pool, facts, tried, here);
        if (decision == null) {
            decision = available(other, facts, tried, there);
        }
        if (decision == null) {
            decision = pools.of(pool).others().pickBeside(facts.call(), tried, here);
        }
        return decision == null ? pools.of(other).others().pickBeside(facts.call(), tried, there) : decision;
    }

    private PoolReason reasonAfter(List<Attempt> attempts, CallFacts facts, Pool pool) {
        PoolReason asked = asked(facts);
        if (poolFor(asked) == pool || pool == Pool.NATIVE) {
            return pool == Pool.NATIVE ? PoolReason.NATIVE_NEEDED : asked;
        }
        if (pool == Pool.ARCHIVE && RetryLadder.lackingState(attempts) != null) {
            return PoolReason.STATE_NOT_FOUND;
        }
        boolean tried = attempts.stream().anyMatch(attempt -> attempt.node().pool() == poolFor(asked));
        return tried ? PoolReason.OTHER_POOL_FAILED : whyOther(pools.of(poolFor(asked)));
    }

    /** An available node that was not tried; elements of a batch stay together. */
    private @Nullable Forward available(Pool pool, CallFacts facts, TriedNodes tried, PoolReason reason) {
        Forward companion = facts.companion(pool);
        return companion != null && !tried.contains(companion.node())
                ? companion
                : pools.of(pool).available().pickBeside(facts.call(), tried, reason);
    }

    private @Nullable RoutingDecision beside(Pool pool, CallFacts facts, TriedNodes tried, PoolReason reason) {
        RoutingDecision decision = available(pool, facts, tried, reason);
        return decision == null ? pools.of(pool).others().pickBeside(facts.call(), tried, reason) : decision;
    }

    /** Chooses a second node of the pool of one that has not answered yet, or null if there is none available. */
    @Nullable
    Forward hedge(CallFacts facts, Forward first) {
        TriedNodes asked = first.node()::sameEntry;
        return pools.of(first.pool()).available().pickBeside(facts.call(), asked, first.reason());
    }
}
