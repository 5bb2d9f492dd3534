package io.ethryx.server.sidecar;

import io.ethryx.health.CheckName;
import io.ethryx.health.PairListener;
import io.ethryx.health.PairSnapshot;
import io.ethryx.health.Readiness;
import io.ethryx.health.ReadinessCheck;
import io.ethryx.health.Transition;
import io.ethryx.health.TransportSwitch;
import io.ethryx.server.logging.Targets;
import io.ethryx.server.metrics.HealthMetrics;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/** Where what happens to the pair becomes log lines and metrics. Thread-safe. */
final class HealthEvents implements PairListener {

    private static final Logger LOG = LoggerFactory.getLogger(Targets.HEALTH);

    private static final List<CheckName> PAIR =
            List.of(CheckName.PAIR_CHAIN_ID, CheckName.PAIR_OPTIMISTIC, CheckName.PAIR_EL_OFFLINE, CheckName.PAIR_HEAD);

    private final HealthMetrics metrics;

    HealthEvents(HealthMetrics metrics) {
        this.metrics = metrics;
    }

    @Override
    public void onPoll(PairSnapshot snapshot, Readiness readiness) {
        metrics.polled(snapshot.took());
        LOG.atDebug()
                .addKeyValue("status", readiness.ready() ? "ready" : "not_ready")
                .log("health poll");
    }

    @Override
    public void onTransition(Transition transition) {
        if (!transition.reported()) {
            return;
        }
        Readiness now = transition.readiness();
        if (now.ready()) {
            LOG.info(transition.message());
        } else {
            LoggingEventBuilder line = LOG.atLevel(Level.WARN)
                    .addKeyValue("reason", now.reason().toString())
                    .addKeyValue("el_syncing", now.detail(CheckName.EL_SYNCING))
                    .addKeyValue("cl_syncing", now.detail(CheckName.CL_SYNCING))
                    .addKeyValue("el_block", now.detail(CheckName.EL_BLOCK_FRESH))
                    .addKeyValue("cl_slot", now.detail(CheckName.CL_SLOT_FRESH));
            for (CheckName name : PAIR) {
                ReadinessCheck check = now.check(name).orElse(null);
                if (check != null) {
                    line = line.addKeyValue(name.wireName(), check.detail());
                }
            }
            line.log(transition.message());
        }
    }

    @Override
    public void onTransportSwitch(TransportSwitch change) {
        LOG.info(change.message());
    }
}
