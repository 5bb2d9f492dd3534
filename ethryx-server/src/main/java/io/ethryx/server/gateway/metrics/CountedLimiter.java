package io.ethryx.server.gateway.metrics;

import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Governor;
import io.ethryx.core.line.Verdict;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/** Judges as a limiter does, and counts the calls that it holds off. Thread-safe. */
final class CountedLimiter implements Governor, MetricFamilies {

    private static final String NAME = "ethryx_gateway_ratelimited_total";

    private final Governor limiter;
    private final LabelValues methods;
    private final ConcurrentMap<String, LongAdder> byMethod = new ConcurrentHashMap<>();

    CountedLimiter(Governor limiter, LabelValues methods) {
        this.limiter = limiter;
        this.methods = methods;
    }

    @Override
    public Verdict judge(CallFacts facts) {
        Verdict verdict = limiter.judge(facts);
        if (verdict instanceof Verdict.Throttled) {
            String method = methods.of(facts.call().method());
            LongAdder known = byMethod.get(method);
            (known != null ? known : byMethod.computeIfAbsent(method, unseen -> new LongAdder())).increment();
        }
        return verdict;
    }

    @Override
    public void writeTo(PageText page) {
        page.family(NAME, PageText.Type.COUNTER, "Calls that were over their rate limit.");
        byMethod.forEach((method, times) -> page.sample(NAME, PageText.labels("method", method), times.sum()));
    }
}
