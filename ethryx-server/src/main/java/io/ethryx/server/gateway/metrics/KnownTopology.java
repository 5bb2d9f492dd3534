package io.ethryx.server.gateway.metrics;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Topology;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The words for what a topology knows, made once for each (decision G39). Immutable; a look-up allocates nothing. */
final class KnownTopology {

    /** The value of {@code node_addr} where no node was asked. */
    static final String NO_NODE = "unknown";

    private static final ChainLabels OTHER = new ChainLabels(LabelValues.OTHER, "");
    private static final ChainLabels OTHER_VERSION = new ChainLabels(LabelValues.OTHER, LabelValues.OTHER);

    private final Map<ChainId, ChainLabels> chains = new HashMap<>();
    private final Map<String, ChainLabels> unknownVersions = new HashMap<>();
    private final Map<Node, String> addresses = new HashMap<>();

    /**
     * The labels of a chain.
     *
     * @param id its base, or {@code other}
     * @param version its version, or {@code other}, or empty
     */
    record ChainLabels(String id, String version) {

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other
                    || (other instanceof ChainLabels labels && id.equals(labels.id) && version.equals(labels.version));
        }

        /** Looked up for each call: what the compiler would make of it costs far more. */
        @Override
        public int hashCode() {
            return 31 * id.hashCode() + version.hashCode();
        }
    }

    KnownTopology(Topology topology) {
        for (ChainTopology chain : topology.chains().values()) {
            ChainId id = chain.id();
            chains.put(id, new ChainLabels(id.base(), id.version()));
            chains.putIfAbsent(id.withoutVersion(), new ChainLabels(id.base(), ""));
            unknownVersions.put(id.base(), new ChainLabels(id.base(), LabelValues.OTHER));
            chain.nodes().forEach(node -> addresses.put(node, node.hostPort()));
        }
    }

    ChainLabels labels(ChainId chain) {
        ChainLabels known = chains.get(chain);
        if (known != null) {
            return known;
        }
        ChainLabels base = unknownVersions.get(chain.base());
        return base != null ? base : chain.version().isEmpty() ? OTHER : OTHER_VERSION;
    }

    String address(@Nullable Node node) {
        if (node == null) {
            return NO_NODE;
        }
        String known = addresses.get(node);
        return known == null ? node.hostPort() : known;
    }
}
