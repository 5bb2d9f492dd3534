package io.ethryx.server.page;

import io.ethryx.core.BlockContext;
import io.ethryx.core.line.Attempt;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Router;
import io.ethryx.core.line.RoutingDecision;
import io.ethryx.core.topology.ChainId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;

/**
 * Remembers the last hundred decisions while somebody looks at the page, and for a minute after. For any number of threads, without
 * locks; costs a call one volatile read while nobody looks, and one small object otherwise.
 */
public final class RecentDecisions {

    private static final int KEPT = 100;
    private static final long FORGET_NANOS = 60_000_000_000L;

    private final LongSupplier ticker;
    private final AtomicReferenceArray<Entry> entries = new AtomicReferenceArray<>(KEPT);
    private final AtomicLong written = new AtomicLong();
    private volatile boolean watched;
    private volatile long lookedNanos;

    /**
     * One decision.
     *
     * @param atMillis when, since the epoch
     * @param method the call's
     * @param chain that serves it
     * @param context the block that it is about
     * @param decision where it went
     * @param attempt which attempt it was, from 1
     */
    record Entry(
            long atMillis, String method, ChainId chain, BlockContext context, RoutingDecision decision, int attempt) {}

    /**
     * Remembers nothing yet.
     *
     * @param ticker nanoseconds that never go back
     */
    public RecentDecisions(LongSupplier ticker) {
        this.ticker = ticker;
    }

    /**
     * A router whose decisions are remembered.
     *
     * @param router decides
     * @return decides the same
     */
    public Router of(Router router) {
        return (facts, attempts) -> {
            RoutingDecision decision = router.route(facts, attempts);
            if (watched) {
                remember(facts, attempts, decision);
            }
            return decision;
        };
    }

    private void remember(CallFacts facts, List<Attempt> attempts, RoutingDecision decision) {
        if (ticker.getAsLong() - lookedNanos > FORGET_NANOS) {
            watched = false;
        } else if (!(decision instanceof RoutingDecision.Settled)) {
            Entry entry = new Entry(
                    System.currentTimeMillis(),
                    facts.call().method(),
                    facts.chain(),
                    facts.context(),
                    decision,
                    attempts.size() + 1);
            entries.set((int) (written.getAndIncrement() % KEPT), entry);
        }
    }

    /** The newest first. From now on there will be some. */
    List<Entry> look() {
        lookedNanos = ticker.getAsLong();
        watched = true;
        List<Entry> newest = new ArrayList<>(KEPT);
        long last = written.get();
        for (long i = last - 1; i >= Math.max(0, last - KEPT); i--) {
            Entry entry = entries.get((int) (i % KEPT));
            if (entry != null) {
                newest.add(entry);
            }
        }
        return newest;
    }
}
