package io.ethryx.routing;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.GatewaySettings;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Pool;
import io.ethryx.core.topology.Topology;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Turns a topology into tables that are chosen from. Keeps what did not change; costs a pass over the nodes that did. */
final class TableCompiler {

    private final RoutingSettings settings;
    private final Randomness chance;
    private final NodeLoads loads;

    TableCompiler(RoutingSettings settings, Randomness chance, NodeLoads loads) {
        this.settings = settings;
        this.chance = chance;
        this.loads = loads;
    }

    /** Compiles a chain. */
    ChainTable compile(Topology topology, ChainTopology chain, @Nullable ChainTable before) {
        GatewaySettings gateway = topology.gatewayOf(chain.id());
        ChainPools pools = before == null ? null : before.pools();
        if (pools == null
                || !pools.nodes().equals(chain.nodes())
                || !pools.gateway().equals(gateway)) {
            pools = pools(chain, gateway, pools == null ? new ChainTurns() : pools.turns());
        }
        long head = chain.head().orElse(BlockRule.UNKNOWN_HEAD);
        return new ChainTable(pools, head, settings.windowOf(chain.id()));
    }

    private ChainPools pools(ChainTopology chain, GatewaySettings gateway, ChainTurns turns) {
        IdentityHashMap<Node, NodeLoad> byNode = new IdentityHashMap<>();
        chain.nodes().forEach(node -> byNode.put(node, loadOf(chain.id(), node)));
        PoolCompiler compiler = new PoolCompiler(gateway, byNode, turns);
        return new ChainPools(
                chain.nodes(),
                gateway,
                turns,
                compiler.pool(chain.nodes(), Pool.STATE),
                compiler.pool(chain.nodes(), Pool.ARCHIVE),
                compiler.pool(chain.nodes(), Pool.NATIVE),
                byNode);
    }

    private NodeLoad loadOf(ChainId chain, Node node) {
        return loads.of(chain, node);
    }

    /** Compiles the pools of one chain. */
    private final class PoolCompiler {

        private final GatewaySettings gateway;
        private final IdentityHashMap<Node, NodeLoad> byNode;
        private final ChainTurns turns;

        PoolCompiler(GatewaySettings gateway, IdentityHashMap<Node, NodeLoad> byNode, ChainTurns turns) {
            this.gateway = gateway;
            this.byNode = byNode;
            this.turns = turns;
        }

        PoolTables pool(List<Node> nodes, Pool pool) {
            return new PoolTables(
                    table(pool, nodes, Node::available),
                    table(pool, nodes, node -> node.joined() && !node.available()));
        }

        private PoolTable table(Pool pool, List<Node> nodes, Predicate<Node> belongs) {
            Node[] candidates = nodes.stream()
                    .filter(node -> node.pool() == pool && belongs.test(node))
                    .toArray(Node[]::new);
            Map<String, Selection> byMethod = new HashMap<>();
            if (settings.strategy() != SelectionStrategy.ROUND_ROBIN) {
                gateway.routes()
                        .forEach((method, route) -> byMethod.put(
                                method,
                                selection(pool, candidates, new Eligibility(settings.strategy(), gateway, route))));
            }
            Eligibility every = new Eligibility(settings.strategy(), gateway, null);
            return new PoolTable(candidates, selection(pool, candidates, every), byMethod);
        }

        private Selection selection(Pool pool, Node[] candidates, Eligibility eligibility) {
            int[] members = IntStream.range(0, candidates.length)
                    .filter(i -> eligibility.refusal(candidates[i]) == null)
                    .toArray();
            if (members.length == 0) {
                return new Selection(members, Selector.EMPTY);
            }
            long[] weights = IntStream.of(members)
                    .mapToLong(i -> eligibility.weight(candidates[i]))
                    .toArray();
            return new Selection(
                    members,
                    switch (settings.strategy()) {
                        case RANDOM -> new WeightSelector(weights, chance);
                        case ROUND_ROBIN -> new TurnSelector(weights, turns.of(pool));
                        case LEAST_LATENCY -> new PeakEwmaSelector(costsOf(members, candidates), chance);
                    });
        }

        private PeakEwma[] costsOf(int[] members, Node[] candidates) {
            return IntStream.of(members)
                    .mapToObj(i ->
                            Objects.requireNonNull(byNode.get(candidates[i])).recent())
                    .toArray(PeakEwma[]::new);
        }
    }
}
