package io.ethryx.server.gateway.calllog;

import io.ethryx.core.AnswerError;
import io.ethryx.core.RpcCall;
import io.ethryx.core.line.AfterCall;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.CallOutcome;
import io.ethryx.governance.LatestBlockRewrite;
import io.ethryx.governance.SlowLogPolicy;
import io.ethryx.server.gateway.settings.GatewaySettings;
import io.ethryx.server.logging.Targets;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes slow and failed calls down in the members of the replaced program (reference section 10.8), and which chain and node
 * they were for. Thread-safe.
 */
final class SlowCallLog implements AfterCall {

    private static final Logger LOG = LoggerFactory.getLogger(Targets.CALLS);
    private static final String NO_TRACE = "0".repeat(32);
    private static final int TRACE_PARENT = 55;
    private static final int TRACE_FROM = 3;
    private static final int TRACE_TO = 35;
    private static final Map<String, String> SOURCES = Map.of(
            "Host", "host",
            "SourceBiz", "x-dbk-biz",
            "SourceHost", "x-dbk-source-host",
            "SourceIP", "x-dbk-source",
            "SourceEnv", "x-dbk-env",
            "SourceServerVersion", "x-dbk-server-version");

    private final SlowLogPolicy policy;
    private final LineSampling slow;
    private final LineSampling failed;

    SlowCallLog(SlowLogPolicy policy, GatewaySettings.Sampling sampling, LongSupplier ticker) {
        this.policy = policy;
        this.slow = new LineSampling(sampling, ticker);
        this.failed = new LineSampling(sampling, ticker);
    }

    @Override
    public void ended(CallFacts facts, CallOutcome outcome) {
        if (policy.wants(facts, outcome)
                && LOG.isInfoEnabled()
                && (policy.slow(facts.call().method(), outcome.elapsedNanos()) ? slow : failed).takes()) {
            LOG.atInfo()
                    .addKeyValue("TraceId", trace(facts.caller().field("traceparent")))
                    .addKeyValue("Attributes", attributes(facts, outcome))
                    .log("observability log");
        }
    }

    /** The trace that the caller says it belongs to. */
    private static String trace(@Nullable String parent) {
        if (parent == null || parent.length() < TRACE_PARENT || parent.charAt(TRACE_TO) != '-') {
            return NO_TRACE;
        }
        String id = parent.substring(TRACE_FROM, TRACE_TO);
        return id.chars().allMatch(c -> Character.digit(c, 16) >= 0) ? id : NO_TRACE;
    }

    private static Map<String, String> attributes(CallFacts facts, CallOutcome outcome) {
        RpcCall call = facts.call();
        Map<String, String> all = new TreeMap<>();
        SOURCES.forEach((name, field) -> {
            String value = facts.caller().field(field);
            all.put(name, value == null ? "" : LoggedCall.text(value));
        });
        all.put("Start", Long.toString(startNanos(outcome.elapsedNanos())));
        all.put("Target", "native");
        all.put("Method", LoggedCall.method(call));
        all.put("RequestBody", LoggedCall.body(call));
        all.put(
                "RequestBodySize",
                Integer.toString(
                        call.batched() ? call.to() - call.from() : call.body().length()));
        all.put("ResponseBodySize", Long.toString(outcome.answerBytes()));
        all.put("Cached", Boolean.toString(outcome.rewritten() && call.method().equals(LatestBlockRewrite.METHOD)));
        all.put("duration", Long.toString(TimeUnit.NANOSECONDS.toMillis(outcome.elapsedNanos())));
        all.put("ChainId", LoggedCall.text(facts.chain().toString()));
        all.put("Status", Integer.toString(outcome.httpStatus()));
        all.put("Node", outcome.node() == null ? "" : outcome.node().hostPort());
        AnswerError error = outcome.error();
        if (error != null) {
            all.put("ErrorCode", Integer.toString(error.code()));
            all.put("ErrorMessage", LoggedCall.text(error.message()));
        }
        return all;
    }

    private static long startNanos(long elapsedNanos) {
        Instant start = Instant.now().minusNanos(elapsedNanos);
        return TimeUnit.SECONDS.toNanos(start.getEpochSecond()) + start.getNano();
    }
}
