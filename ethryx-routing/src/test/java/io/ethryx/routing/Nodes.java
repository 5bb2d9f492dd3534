package io.ethryx.routing;

import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.GatewaySettings;
import io.ethryx.core.topology.MethodRoute;
import io.ethryx.core.topology.MirrorTarget;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.NodeStatus;
import io.ethryx.core.topology.Pool;
import io.ethryx.core.topology.Topology;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** Topologies of one chain, written down in a few words. */
final class Nodes {

    private final List<Node> nodes = new ArrayList<>();
    private final Map<String, Integer> weights = new HashMap<>();
    private final Map<String, MethodRoute> routes = new HashMap<>();
    private OptionalLong head = OptionalLong.of(20_000_000);
    private long revision = 1;

    static Nodes of(Node... nodes) {
        Nodes chain = new Nodes();
        chain.nodes.addAll(List.of(nodes));
        return chain;
    }

    static Node state(String key) {
        return node(key, Pool.STATE, 100, Node.AVAILABLE, NodeStatus.READY);
    }

    static Node archive(String key) {
        return node(key, Pool.ARCHIVE, 100, Node.AVAILABLE, NodeStatus.READY);
    }

    static Node ofNative(String key) {
        return node(key, Pool.NATIVE, 100, Node.AVAILABLE, NodeStatus.READY);
    }

    static Node offline(Node node) {
        return node(node.key(), node.pool(), node.weight(), Node.OFFLINE, node.probed());
    }

    static Node unreachable(Node node) {
        return node.withProbed(NodeStatus.UNREACHABLE);
    }

    static Node unjoined(Node node) {
        return node.withProbed(NodeStatus.UNKNOWN);
    }

    static Node weighing(int weight, Node node) {
        return node(node.key(), node.pool(), weight, node.stateType(), node.probed());
    }

    private static Node node(String key, Pool pool, int weight, int stateType, NodeStatus probed) {
        return new Node(key, pool, "10.0.0.1", 8545, null, weight, stateType, "manual", probed);
    }

    Nodes head(long height) {
        head = OptionalLong.of(height);
        return this;
    }

    Nodes unknownHead() {
        head = OptionalLong.empty();
        return this;
    }

    Nodes weight(String key, int weight) {
        weights.put(key, weight);
        return this;
    }

    Nodes include(String method, String... keys) {
        routes.put(method, new MethodRoute(Set.of(keys), Set.of()));
        return this;
    }

    Nodes exclude(String method, String... keys) {
        routes.put(method, new MethodRoute(Set.of(), Set.of(keys)));
        return this;
    }

    Nodes revision(long number) {
        revision = number;
        return this;
    }

    Topology topology() {
        GatewaySettings gateway = weights.isEmpty() && routes.isEmpty() ? null : new GatewaySettings(weights, routes);
        ChainTopology chain = new ChainTopology(Requests.CHAIN, nodes, head, gateway, List.<MirrorTarget>of(), "");
        return new Topology(revision, Map.of(Requests.CHAIN, chain));
    }
}
