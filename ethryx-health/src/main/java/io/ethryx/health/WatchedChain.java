package io.ethryx.health;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Pool;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One registered chain, with what the probes of its nodes say. Confined to the monitor's thread, but for {@link #reports},
 * {@link #report} and {@link #headMoved}.
 */
final class WatchedChain {

    private final ProbeMeans means;
    private final ChainId id;
    private final WatchedNode.Owner owner;
    private final HeadRule rule = new HeadRule();
    private volatile Map<NodePlace.Name, WatchedNode> nodes = Map.of();
    private volatile long lagFrom = ProbedPlace.NO_HEAD;
    private volatile @Nullable Instant headMoved;
    private ChainTopology registered;
    private ChainTopology shown;
    private boolean begun;

    WatchedChain(ProbeMeans means, ChainId id, WatchedNode.Owner owner) {
        this.means = means;
        this.id = id;
        this.owner = owner;
        registered = ChainTopology.empty(id);
        shown = registered;
    }

    ChainId id() {
        return id;
    }

    /** Takes another registration; nodes that are not in it are stopped and forgotten. */
    void register(ChainTopology next, boolean trusted) {
        if (next.nodes() != registered.nodes()) {
            Map<NodePlace.Name, WatchedNode> before = new HashMap<>(nodes);
            Map<NodePlace.Name, WatchedNode> after = new LinkedHashMap<>();
            for (Node node : next.nodes()) {
                NodePlace.Name name = NodePlace.Name.of(id, node);
                WatchedNode known = before.remove(name);
                if (known != null) {
                    known.register(node);
                    after.put(name, known);
                } else {
                    after.put(name, begunIfBegun(new WatchedNode(means, name, node, trusted, owner)));
                }
            }
            before.values().forEach(WatchedNode::stop);
            nodes = after;
        }
        registered = next;
    }

    private WatchedNode begunIfBegun(WatchedNode node) {
        if (begun) {
            node.begin();
        }
        return node;
    }

    void begin() {
        begun = true;
        nodes.values().forEach(WatchedNode::begin);
    }

    void stop() {
        nodes.values().forEach(WatchedNode::stop);
    }

    @Nullable
    WatchedNode node(NodePlace.Name name) {
        return nodes.get(name);
    }

    /** The chain as calls are to find it; the same object, and its nodes the same list, as long as nothing changes. */
    ChainTopology assemble() {
        OptionalLong told = rule.head(heads(), means.now());
        OptionalLong head = registered.head().isPresent() ? registered.head() : told;
        lagFrom = head.orElse(ProbedPlace.NO_HEAD);
        ChainTopology next = registered.withNodes(seen());
        if (registered.head().isEmpty() && means.settings().tracksHeads()) {
            next = next.withHead(told);
        }
        if (!next.head().equals(shown.head())) {
            headMoved = means.time().wall().instant();
        }
        if (!next.equals(shown)) {
            shown = next;
        }
        return shown;
    }

    private List<Node> seen() {
        List<Node> before = shown.nodes();
        List<Node> after = new ArrayList<>(nodes.size());
        boolean same = before.size() == nodes.size();
        for (WatchedNode node : nodes.values()) {
            same = same && before.get(after.size()).equals(node.view());
            after.add(node.view());
        }
        return same ? before : after;
    }

    /** Native nodes run on a side of their own and are not asked. */
    private long[] heads() {
        return nodes.values().stream()
                .filter(node -> node.view().available() && node.view().pool() != Pool.NATIVE)
                .mapToLong(WatchedNode::head)
                .filter(head -> head != ProbedPlace.NO_HEAD)
                .toArray();
    }

    /** Any thread: when the head that calls go by last moved. */
    @Nullable
    Instant headMoved() {
        return headMoved;
    }

    /** Any thread. */
    List<NodeReport> reports() {
        long head = lagFrom;
        return nodes.values().stream().map(node -> node.report(head)).toList();
    }

    /** Any thread. */
    @Nullable
    NodeReport report(NodePlace.Name name) {
        WatchedNode node = nodes.get(name);
        return node == null ? null : node.report(lagFrom);
    }
}
