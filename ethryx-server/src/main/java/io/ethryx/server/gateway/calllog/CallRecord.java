package io.ethryx.server.gateway.calllog;

import io.ethryx.core.AnswerError;
import io.ethryx.core.RpcCall;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.CallOutcome;
import io.ethryx.core.line.CallRecorder;
import io.ethryx.governance.SlowLogPolicy;
import io.ethryx.server.gateway.settings.GatewaySettings;
import io.ethryx.server.logging.Targets;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/** Writes every call down as it comes and as it ended, at level debug. Thread-safe; costs a volatile read where that is off. */
final class CallRecord implements CallRecorder {

    private static final Logger LOG = LoggerFactory.getLogger(Targets.CALLS);
    private static final double NANOS_A_MILLI = 1e6;

    private final LineSampling requests;
    private final LineSampling answers;

    CallRecord(GatewaySettings.Sampling sampling, LongSupplier ticker) {
        this.requests = new LineSampling(sampling, ticker);
        this.answers = new LineSampling(sampling, ticker);
    }

    @Override
    public void request(CallFacts facts) {
        if (LOG.isDebugEnabled() && requests.takes()) {
            about(facts)
                    .addKeyValue("params", SlowLogPolicy.params(facts.call()))
                    .log("call came");
        }
    }

    @Override
    public void answer(CallFacts facts, CallOutcome outcome) {
        if (!LOG.isDebugEnabled() || !answers.takes()) {
            return;
        }
        LoggingEventBuilder line = about(facts)
                .addKeyValue("ms", Math.round(outcome.elapsedNanos() / NANOS_A_MILLI * 1_000) / 1_000.0)
                .addKeyValue("status", outcome.httpStatus())
                .addKeyValue("has_error", outcome.failed())
                .addKeyValue("bytes", outcome.answerBytes())
                .addKeyValue(
                        "node", outcome.node() == null ? null : outcome.node().hostPort());
        AnswerError error = outcome.error();
        if (error != null) {
            line = line.addKeyValue("error_code", error.code()).addKeyValue("error", LoggedCall.text(error.message()));
        }
        line.log("call ended");
    }

    private static LoggingEventBuilder about(CallFacts facts) {
        RpcCall call = facts.call();
        return LOG.atDebug()
                .addKeyValue("method", LoggedCall.method(call))
                .addKeyValue("chain", LoggedCall.text(facts.chain().toString()))
                .addKeyValue("id", LoggedCall.id(call));
    }
}
