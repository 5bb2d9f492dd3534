package io.ethryx.governance;

import io.ethryx.core.RpcCall;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.CallOutcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Says which calls are logged as slow or failed, and what of their parameters may be written. Immutable; a question costs
 * one look-up.
 */
public final class SlowLogPolicy {

    /** How much of the parameters is written, in bytes. */
    public static final int LONGEST_PARAMS = 1_024;

    private static final String RAW_TRANSACTION = "eth_sendRawTransaction";

    private final long usualNanos;
    private final Map<String, Long> nanosByMethod;
    private final boolean errors;

    /**
     * A policy.
     *
     * @param usual from when on a call is slow
     * @param byMethod the same for some methods
     * @param errors whether failed calls are logged however quick they were
     */
    public SlowLogPolicy(Duration usual, Map<String, Duration> byMethod, boolean errors) {
        this.usualNanos = usual.toNanos();
        Map<String, Long> nanos = new HashMap<>();
        byMethod.forEach((method, time) -> nanos.put(method, time.toNanos()));
        this.nanosByMethod = Map.copyOf(nanos);
        this.errors = errors;
    }

    /**
     * Whether a call is logged.
     *
     * @param facts the call
     * @param outcome how it ended
     * @return true if it took as long as its threshold, or failed where failures are logged
     */
    public boolean wants(CallFacts facts, CallOutcome outcome) {
        return (errors && outcome.failed())
                || outcome.elapsedNanos()
                        >= nanosByMethod.getOrDefault(facts.call().method(), usualNanos);
    }

    /**
     * What of a call's parameters may be written to a log.
     *
     * @param call the call
     * @return its params as sent, cut after {@link #LONGEST_PARAMS} bytes and then ending in an ellipsis; a raw transaction
     *     is left out; empty where there are none
     */
    public static String params(RpcCall call) {
        if (call.paramsFrom() == RpcCall.ABSENT) {
            return "";
        }
        if (call.method().equals(RAW_TRANSACTION)) {
            return "[left out]";
        }
        int to = call.paramsFrom() + LONGEST_PARAMS;
        if (call.paramsTo() <= to) {
            return call.body().text(call.paramsFrom(), call.paramsTo());
        }
        while ((call.body().at(to) & 0xC0) == 0x80) {
            to--;
        }
        return call.body().text(call.paramsFrom(), to) + "…";
    }
}
