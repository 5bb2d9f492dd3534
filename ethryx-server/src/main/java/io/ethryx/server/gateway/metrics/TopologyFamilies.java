package io.ethryx.server.gateway.metrics;

import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Pool;
import io.ethryx.core.topology.Topology;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/** The chains and nodes as calls find them now. Thread-safe. */
final class TopologyFamilies implements MetricFamilies {

    private final Supplier<Topology> topologies;

    TopologyFamilies(Supplier<Topology> topologies) {
        this.topologies = topologies;
    }

    @Override
    public void writeTo(PageText page) {
        Topology topology = topologies.get();
        List<ChainTopology> chains = topology.chains().values().stream()
                .sorted(Comparator.comparing(chain -> chain.id().toString()))
                .toList();
        available(page, chains);
        poolSizes(page, chains);
        heads(page, chains);
        page.family(
                "ethryx_gateway_topology_version", PageText.Type.GAUGE, "Rises with each topology that is followed.");
        page.sample("ethryx_gateway_topology_version", "", topology.revision());
    }

    private static void available(PageText page, List<ChainTopology> chains) {
        String name = "ethryx_gateway_node_available";
        page.family(name, PageText.Type.GAUGE, "1 for a node that calls may go to, else 0.");
        for (ChainTopology chain : chains) {
            for (Node node : chain.nodes()) {
                page.sample(
                        name,
                        PageText.labels(
                                "chain_id",
                                chain.id().toString(),
                                "pool",
                                node.pool().wireName(),
                                "node",
                                node.key()),
                        node.available() ? 1 : 0);
            }
        }
    }

    private static void poolSizes(PageText page, List<ChainTopology> chains) {
        String name = "ethryx_gateway_pool_size";
        page.family(name, PageText.Type.GAUGE, "Nodes that have joined a pool.");
        for (ChainTopology chain : chains) {
            for (Pool pool : Pool.values()) {
                page.sample(
                        name,
                        PageText.labels("chain_id", chain.id().toString(), "pool", pool.wireName()),
                        chain.nodes().stream()
                                .filter(node -> node.pool() == pool && node.joined())
                                .count());
            }
        }
    }

    private static void heads(PageText page, List<ChainTopology> chains) {
        String name = "ethryx_gateway_chain_head";
        page.family(name, PageText.Type.GAUGE, "The height of a chain's newest block, where it is known.");
        for (ChainTopology chain : chains) {
            chain.head()
                    .ifPresent(head -> page.sample(
                            name, PageText.labels("chain_id", chain.id().toString()), head));
        }
    }
}
