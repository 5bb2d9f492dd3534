package io.ethryx.benchmarks;

import io.ethryx.core.Body;
import io.ethryx.core.JsonRpcReader;
import io.ethryx.core.RpcCall;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Caller;
import io.ethryx.core.line.Target;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.NodeStatus;
import io.ethryx.core.topology.Pool;
import io.ethryx.core.topology.Topology;
import io.ethryx.routing.BlockContextReader;
import io.ethryx.routing.MethodTable;
import io.ethryx.routing.Randomness;
import io.ethryx.routing.RoutingSettings;
import io.ethryx.routing.SelectionStrategy;
import io.ethryx.routing.TopologyRouter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** A chain of so many nodes, a router before it, and calls for it. */
final class GatewayFixture {

    private static final ChainId CHAIN = new ChainId("1", "");

    final TopologyRouter router;
    final BlockContextReader contexts = new BlockContextReader(MethodTable.standard());
    private final Target target;

    GatewayFixture(SelectionStrategy strategy, int stateNodes, int archiveNodes) {
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < stateNodes; i++) {
            nodes.add(node("s" + i, Pool.STATE, 1 + i * 37 % 100));
        }
        for (int i = 0; i < archiveNodes; i++) {
            nodes.add(node("a" + i, Pool.ARCHIVE, 100));
        }
        ChainTopology chain =
                ChainTopology.empty(CHAIN).withNodes(nodes).withHead(OptionalLong.of(20_000_000));
        Topology topology = new Topology(1, Map.of(CHAIN, chain));
        this.router = new TopologyRouter(
                new RoutingSettings(strategy, 64, Map.of(), 3), Randomness.perThread(), System::nanoTime);
        router.prepare(topology);
        this.target = Target.of(topology, CHAIN);
    }

    private static Node node(String key, Pool pool, int weight) {
        return new Node(
                key, pool, "10.0.0.1", 8545, null, weight, Node.AVAILABLE, "manual", NodeStatus.READY);
    }

    CallFacts facts(RpcCall call) {
        return new CallFacts(call, target, Caller.ANONYMOUS, contexts);
    }

    static RpcCall call(String method, String params) {
        String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}";
        return (RpcCall) new JsonRpcReader().read(Body.of(body.getBytes(StandardCharsets.UTF_8)));
    }
}
