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

    private static final String LEFT_OUT = "[left out]";

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
        return (errors && outcome.failed()) || slow(facts.call().method(), outcome.elapsedNanos());
    }

    /**
     * Whether parameters of a method are never written down: transactions on their way in, what is to be signed, passwords.
     *
     * @param method its name
     * @return true for {@code eth_send…}, raw transactions under whatever name, {@code eth_sign…}, {@code personal_…} and bundles
     */
    public static boolean secret(String method) {
        return method.startsWith("eth_send")
                || method.startsWith("eth_sign")
                || method.startsWith("personal_")
                || method.endsWith("sendBundle")
                || method.contains("RawTransaction");
    }

    /**
     * Whether a call's parameters are written otherwise than they were sent: cut or left out.
     *
     * @param call the call
     * @return false where {@link #params} is their very text
     */
    public static boolean changesParams(RpcCall call) {
        return call.paramsFrom() != RpcCall.ABSENT
                && (secret(call.method()) || call.paramsTo() - call.paramsFrom() > LONGEST_PARAMS);
    }

    /**
     * Whether a call took so long that it counts as slow.
     *
     * @param method its method
     * @param elapsedNanos how long it took
     * @return true from its method's threshold on
     */
    public boolean slow(String method, long elapsedNanos) {
        return elapsedNanos >= nanosByMethod.getOrDefault(method, usualNanos);
    }

    /**
     * What of a call's parameters may be written to a log.
     *
     * @param call the call
     * @return its params as sent, cut after {@link #LONGEST_PARAMS} bytes and then ending in an ellipsis; left out where the
     *     method is {@link #secret}; empty where there are none
     */
    public static String params(RpcCall call) {
        if (call.paramsFrom() == RpcCall.ABSENT) {
            return "";
        }
        if (secret(call.method())) {
            return LEFT_OUT;
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
