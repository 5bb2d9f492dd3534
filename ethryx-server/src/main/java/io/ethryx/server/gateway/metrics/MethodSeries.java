package io.ethryx.server.gateway.metrics;

import io.ethryx.core.AnswerError;
import io.ethryx.core.RpcCall;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.CallMetrics;
import io.ethryx.core.line.CallOutcome;
import io.ethryx.core.line.Caller;
import io.ethryx.governance.LatestBlockRewrite;
import java.util.concurrent.atomic.LongAdder;

/** The series of one method at one host and chain. Thread-safe. */
final class MethodSeries implements CallMetrics.Series {

    final String labels;
    final DappCounts started;
    final LongAdder finished = new LongAdder();
    final LongAdder cacheHits = new LongAdder();
    final Buckets time = Buckets.ofMillis();
    final Buckets requestSizes = Buckets.ofBytes();
    final Buckets responseSizes = Buckets.ofBytes();
    final StatusCounts statuses = new StatusCounts();
    final FailureCounts failed;

    /**
     * Series without a value yet.
     *
     * @param labels those of its chain, and its own
     * @param bounds what it shares with others
     */
    MethodSeries(String labels, SeriesBounds bounds) {
        this.labels = labels;
        started = new DappCounts(bounds);
        failed = new FailureCounts(bounds);
    }

    @Override
    public void started(CallFacts facts) {
        started.count(facts.caller().field(Caller.SOURCE_APP));
    }

    @Override
    public void ended(CallFacts facts, CallOutcome outcome) {
        RpcCall call = facts.call();
        time.observeNanos(outcome.elapsedNanos());
        requestSizes.observe(
                call.batched() ? call.to() - call.from() : call.body().length());
        AnswerError error = outcome.error();
        if (error == null) {
            finished(call, outcome);
        } else {
            failed.count(error, outcome.routed(), outcome.node());
        }
        if (!call.batched()) {
            statuses.count(outcome.httpStatus());
        }
    }

    private void finished(RpcCall call, CallOutcome outcome) {
        finished.increment();
        if (outcome.httpStatus() / 100 == 2 && outcome.answerBytes() > 0) {
            responseSizes.observe(outcome.answerBytes());
        }
        if (outcome.rewritten() && call.method().equals(LatestBlockRewrite.METHOD)) {
            cacheHits.increment();
        }
    }
}
