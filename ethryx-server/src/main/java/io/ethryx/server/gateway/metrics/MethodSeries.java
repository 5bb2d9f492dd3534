package io.ethryx.server.gateway.metrics;

import io.ethryx.core.AnswerError;
import io.ethryx.core.RpcCall;
import io.ethryx.core.apart.ApartCounts;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.CallMetrics;
import io.ethryx.core.line.CallOutcome;
import io.ethryx.core.line.Caller;
import io.ethryx.governance.LatestBlockRewrite;

/** The series of one method at one host and chain; what each call counts stands close together. Thread-safe. */
final class MethodSeries implements CallMetrics.Series {

    private static final int STARTED = 0;
    private static final int FINISHED = 1;
    private static final int CACHE_HITS = 2;
    private static final int TIME = 3;
    private static final int REQUEST_SIZES = TIME + Buckets.sizeOfMillis();
    private static final int RESPONSE_SIZES = REQUEST_SIZES + Buckets.sizeOfBytes();

    private final ApartCounts counts = new ApartCounts(RESPONSE_SIZES + Buckets.sizeOfBytes());
    final String labels;
    final DappCounts started;
    final Buckets time;
    final Buckets requestSizes;
    final Buckets responseSizes;
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
        started = new DappCounts(bounds, counts, STARTED);
        time = Buckets.ofMillis(counts, TIME);
        requestSizes = Buckets.ofBytes(counts, REQUEST_SIZES);
        responseSizes = Buckets.ofBytes(counts, RESPONSE_SIZES);
        failed = new FailureCounts(bounds);
    }

    /** How many ended well. */
    long finished() {
        return counts.sum(FINISHED);
    }

    /** How many were made one for the head. */
    long cacheHits() {
        return counts.sum(CACHE_HITS);
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
        counts.add(FINISHED, 1);
        if (outcome.httpStatus() / 100 == 2 && outcome.answerBytes() > 0) {
            responseSizes.observe(outcome.answerBytes());
        }
        if (outcome.rewritten() && call.method().equals(LatestBlockRewrite.METHOD)) {
            counts.add(CACHE_HITS, 1);
        }
    }
}
