package io.ethryx.routing;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Topology;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A topology with a table for each of its chains.
 *
 * @param topology what was compiled
 * @param tables chain to table
 */
record CompiledTopology(Topology topology, Map<ChainId, ChainTable> tables) {

    static final CompiledTopology EMPTY = new CompiledTopology(Topology.EMPTY, Map.of());

    @Nullable
    ChainTable table(ChainId chain) {
        return tables.get(chain);
    }

    /** Compiles a topology, and takes over what did not change. */
    static CompiledTopology of(Topology topology, CompiledTopology before, TableCompiler compiler) {
        Map<ChainId, ChainTable> tables = new HashMap<>();
        for (ChainTopology chain : topology.chains().values()) {
            tables.put(chain.id(), compiler.compile(topology, chain, before.table(chain.id())));
        }
        return new CompiledTopology(topology, tables);
    }

    /** Where its nodes are. */
    Set<NodeLoads.Place> places() {
        Set<NodeLoads.Place> places = new HashSet<>();
        topology.chains()
                .forEach((id, chain) -> chain.nodes().forEach(node -> places.add(NodeLoads.Place.of(id, node))));
        return places;
    }
}
