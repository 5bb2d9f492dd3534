package io.ethryx.core.line;

import java.util.List;
import java.util.Objects;

/**
 * The straight line, and the only place that knows its order. Before a node is asked: record, deny list, name check,
 * metrics, rate limit, rewrite, mirror. Then: route and ask, again as long as the router says so. After the answer, also of
 * a call that a step stopped: read the answer, record, the step of its method, log, metrics.
 *
 * <p>Immutable, for any number of threads; the state of a call is its {@link CallRun}, that of a batch its {@link BatchRun}.
 * Neither waits: each event that its driver tells yields what to do next.
 */
public final class RpcPipeline {

    private final Governance governance;
    private final CallMirror mirror;
    private final Router router;
    private final Watchers watchers;

    /**
     * Lays the line.
     *
     * @param governance the steps that may stop a call
     * @param mirror who gets copies
     * @param router who says where a call goes
     * @param watchers who looks on
     */
    public RpcPipeline(Governance governance, CallMirror mirror, Router router, Watchers watchers) {
        this.governance = Objects.requireNonNull(governance, "governance");
        this.mirror = Objects.requireNonNull(mirror, "mirror");
        this.router = Objects.requireNonNull(router, "router");
        this.watchers = Objects.requireNonNull(watchers, "watchers");
    }

    /**
     * Takes a call as far as it goes before a node has to be asked.
     *
     * @param facts the call
     * @param nowNanos this moment, on the clock that tells the run's other moments
     * @return the run, whose first step stands ready
     */
    public CallRun start(CallFacts facts, long nowNanos) {
        CallRun run = new CallRun(this, facts, watchers.metrics().of(facts), nowNanos);
        if (passes(facts, run)) {
            mirror.copy(facts, run.rewrite());
            run.route();
        }
        return run;
    }

    /**
     * Takes the elements of a batch as far as they go before nodes have to be asked.
     *
     * @param batch the batch
     * @param nowNanos this moment, on the clock that tells the run's other moments
     * @return the run, whose first sub-batches stand ready
     */
    public BatchRun start(BatchRequest batch, long nowNanos) {
        BatchRun run = new BatchRun(this, batch, nowNanos);
        run.begin();
        return run;
    }

    /** As {@link #start} for an element of a batch, whose copies are made of all elements together. */
    CallRun startElement(CallFacts facts, long nowNanos) {
        CallRun run = new CallRun(this, facts, watchers.metrics().of(facts), nowNanos);
        if (passes(facts, run)) {
            run.route();
        }
        return run;
    }

    /** Whether no step stops it. */
    private boolean passes(CallFacts facts, CallRun run) {
        watchers.recorder().request(facts);
        if (run.stops(governance.denyList()) || run.stops(governance.nameCheck())) {
            return false;
        }
        run.series().started(facts);
        return !run.stops(governance.rateLimit()) && !run.stops(governance.rewrite());
    }

    void copy(List<CallMirror.Copied> going) {
        if (!going.isEmpty()) {
            mirror.copyBatch(going);
        }
    }

    RoutingDecision route(CallFacts facts, List<Attempt> attempts) {
        return router.route(facts, attempts);
    }

    void after(CallRun run, CallOutcome outcome) {
        CallFacts facts = run.facts();
        watchers.recorder().answer(facts, outcome);
        watchers.methodSpecific().ended(facts, outcome);
        watchers.log().ended(facts, outcome);
        run.series().ended(facts, outcome);
    }

    void afterBatch(BatchRequest batch, int httpStatus, long elapsedNanos) {
        watchers.metrics().batchEnded(batch.target(), batch.caller(), httpStatus, elapsedNanos);
    }
}
