package org.example.zones;

import io.ethryx.core.Body;
import io.ethryx.core.JsonRpcReader;
import io.ethryx.core.RpcCall;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Caller;
import io.ethryx.core.line.RoutingDecision.Forward;
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
import io.ethryx.routing.TopologyRouter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Where a thousand calls go, with the near node up and with it down. */
public final class ZoneDemo {

    private static final ChainId CHAIN = new ChainId("1", "");

    public static void main(String[] args) {
        System.out.println("near node up:   " + counted(NodeStatus.READY));
        System.out.println("near node down: " + counted(NodeStatus.UNREACHABLE).keySet());
    }

    private static Map<String, Integer> counted(NodeStatus near) {
        List<Node> nodes = List.of(
                node("far-1", "10.2.0.1", NodeStatus.READY),
                node("far-2", "10.2.0.2", NodeStatus.READY),
                node("near", "10.1.0.1", near));
        Topology topology =
                new Topology(1, Map.of(CHAIN, ChainTopology.empty(CHAIN).withNodes(nodes)));
        TopologyRouter router = new TopologyRouter(RoutingSettings.DEFAULT, Randomness.perThread(), System::nanoTime);
        router.prepare(topology);
        ZoneFirst zoned = new ZoneFirst(router, node -> node.address().startsWith("10.1."));
        Map<String, Integer> calls = new TreeMap<>();
        for (int i = 0; i < 1000; i++) {
            Forward decision = (Forward) zoned.route(call(topology), List.of());
            calls.merge(decision.node().key(), 1, Integer::sum);
        }
        return calls;
    }

    private static Node node(String key, String address, NodeStatus status) {
        return new Node(key, Pool.STATE, address, 8545, null, 100, Node.AVAILABLE, "manual", status);
    }

    private static CallFacts call(Topology topology) {
        String text = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_blockNumber\"}";
        RpcCall call = (RpcCall) new JsonRpcReader().read(Body.of(text.getBytes(StandardCharsets.UTF_8)));
        return new CallFacts(
                call, Target.of(topology, CHAIN), Caller.ANONYMOUS, new BlockContextReader(MethodTable.standard()));
    }
}
