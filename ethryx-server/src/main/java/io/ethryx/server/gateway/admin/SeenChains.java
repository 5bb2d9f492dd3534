package io.ethryx.server.gateway.admin;

import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Topology;
import io.ethryx.discovery.TopologyListener;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListSet;

/** The chains that have nodes, or had some: they stay listed. Beyond a bound only those that have some now. Thread-safe. */
final class SeenChains implements TopologyListener {

    private static final int MOST = 100_000;

    private final ConcurrentSkipListSet<String> ids = new ConcurrentSkipListSet<>();

    @Override
    public void changed(Topology topology) {
        if (ids.size() > MOST) {
            ids.clear();
        }
        for (ChainTopology chain : topology.chains().values()) {
            if (!chain.nodes().isEmpty()) {
                ids.add(chain.id().toString());
            }
        }
    }

    /** In the order of their texts. */
    List<String> ids() {
        return List.copyOf(ids);
    }
}
