package io.ethryx.server.gateway.calllog;

import io.ethryx.core.line.AfterCall;
import io.ethryx.core.line.CallRecorder;
import io.ethryx.governance.SlowLogPolicy;
import io.ethryx.server.gateway.settings.GatewaySettings;
import io.ethryx.server.gateway.settings.GovernanceSettings;
import java.util.function.LongSupplier;

/**
 * Those who write calls down, as a configuration file wishes. Thread-safe.
 *
 * @param slow writes slow and failed calls down, at level info
 * @param record writes every call down twice, as it comes and as it ended, while the level is debug
 */
public record CallLogs(AfterCall slow, CallRecorder record) {

    /**
     * Puts them together.
     *
     * @param settings what the file says
     * @param nanoTicker a clock that counts nanoseconds and never goes back
     * @return the logs
     */
    public static CallLogs of(GatewaySettings settings, LongSupplier nanoTicker) {
        GovernanceSettings.SlowLog slow = settings.governance().slow();
        GatewaySettings.Sampling sampling = settings.logging().sampling();
        if (!slow.enabled()) {
            return new CallLogs(AfterCall.NONE, new CallRecord(sampling, nanoTicker));
        }
        SlowLogPolicy policy =
                new SlowLogPolicy(slow.slow().usual(), slow.slow().byMethod(), slow.errors());
        return new CallLogs(new SlowCallLog(policy, sampling, nanoTicker), new CallRecord(sampling, nanoTicker));
    }
}
