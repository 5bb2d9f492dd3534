package io.ethryx.server.gateway.admin;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Topology;
import io.ethryx.discovery.LocalOverlay;
import io.ethryx.health.NodeReport;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What this process knows.
 *
 * @param topologies the topology that calls see, with what probes say of its nodes
 * @param local what is laid over the source's topology here
 * @param probing what probes say of a node
 * @param etcd whether the topology is that of etcd
 * @param weightedByNode whether nodes share by their own weights, and the gateway's do not apply
 */
public record LiveState(
        Supplier<Topology> topologies, LocalOverlay local, Probing probing, boolean etcd, boolean weightedByNode) {

    /** Knows how nodes do. */
    @FunctionalInterface
    public interface Probing {

        /**
         * What probes say of a node.
         *
         * @param chain the chain, or the version of one, that it is registered for
         * @param node the node
         * @return nothing if it is not probed
         */
        Optional<NodeReport> report(ChainId chain, Node node);
    }

    /** A chain as calls see it, an empty one if it is not known. */
    ChainTopology chain(ChainId id) {
        ChainTopology chain = topologies.get().chain(id);
        return chain == null ? ChainTopology.empty(id) : chain;
    }

    /** A chain with this process's own edits, before probes. */
    ChainTopology laidOver(ChainId id) {
        ChainTopology chain = local.topology().chain(id);
        return chain == null ? ChainTopology.empty(id) : chain;
    }

    /** A node of a chain, in whichever pool. */
    Optional<Node> node(ChainId chain, String key) {
        return chain(chain).nodes().stream()
                .filter(node -> node.key().equals(key))
                .findFirst();
    }

    /** The weight that a node is picked by. */
    int weightOf(ChainId chain, Node node) {
        return weightedByNode
                ? node.weight()
                : topologies.get().gatewayOf(chain).weightOf(node.key());
    }
}
