package io.ethryx.server.gateway.nodes;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Topology;
import io.ethryx.server.logging.Targets;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports version overrides that name no registered node, and so do not count (decision G13): once each. Thread-safe. */
final class OverrideLog {

    private static final Logger LOG = LoggerFactory.getLogger(Targets.ETHRYX);

    private Map<ChainId, String> reported = Map.of();

    synchronized void follow(Topology registered) {
        Map<ChainId, String> idle = new HashMap<>();
        for (ChainId id : registered.idleOverrides()) {
            ChainTopology chain = registered.chain(id);
            if (chain != null) {
                idle.put(id, chain.override());
            }
        }
        idle.forEach((chain, version) -> {
            if (!version.equals(reported.get(chain))) {
                LOG.atWarn()
                        .addKeyValue("chain_id", chain.toString())
                        .addKeyValue("version", version)
                        .log("version override ignored, no node is registered for it");
            }
        });
        reported = idle;
    }
}
