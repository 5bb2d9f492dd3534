package io.ethryx.discovery;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.MirrorTarget;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Pool;
import io.ethryx.core.topology.Topology;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Lays nodes and mirror targets of this process alone over the topologies of a source: added ones, ones in the place of the
 * source's, and ones that are not to be seen. Each edit holds until the source changes the entry that it lies over, or the
 * process ends. Give it to a source as its listener.
 *
 * <p>Thread-safe; topologies are handed on one after another, by the thread that caused them.
 */
public final class LocalOverlay implements TopologyListener {

    private record ChainEdits(EntryOverlay<Node> nodes, EntryOverlay<MirrorTarget> mirrors) {

        ChainEdits() {
            this(new EntryOverlay<>(LocalOverlay::name), new EntryOverlay<>(MirrorTarget::key));
        }

        void rebase(ChainTopology chain) {
            nodes.rebase(chain.nodes());
            mirrors.rebase(chain.mirrors());
        }

        boolean isEmpty() {
            return nodes.isEmpty() && mirrors.isEmpty();
        }
    }

    private final TopologyListener next;
    private final Map<ChainId, ChainEdits> edits = new HashMap<>();
    private Topology base = Topology.EMPTY;
    private volatile Topology topology = Topology.EMPTY;

    /**
     * Makes an overlay without edits.
     *
     * @param next takes the topologies as they are to be seen
     */
    public LocalOverlay(TopologyListener next) {
        this.next = Objects.requireNonNull(next, "next");
    }

    @Override
    public synchronized void changed(Topology topology) {
        base = topology;
        edits.forEach((id, chain) -> chain.rebase(baseOf(id)));
        edits.values().removeIf(ChainEdits::isEmpty);
        Set<ChainId> all = new HashSet<>(topology.chains().keySet());
        all.addAll(this.topology.chains().keySet());
        all.addAll(edits.keySet());
        publish(all);
    }

    /**
     * Puts a node, in the place of the one of that name if there is one.
     *
     * @param chain the chain
     * @param node the node
     */
    public synchronized void putNode(ChainId chain, Node node) {
        edit(chain).nodes().put(node);
        publish(Set.of(chain));
    }

    /**
     * Lets a node be seen no more, whoever registered it.
     *
     * @param chain the chain
     * @param nodeKey the node's key; a native node only if no other is called so
     * @return false if there is no such node
     */
    public synchronized boolean deleteNode(ChainId chain, String nodeKey) {
        EntryOverlay<Node> nodes = edit(chain).nodes();
        boolean seen = nodes.hide(nodeKey) || nodes.hide(nativeName(nodeKey));
        publish(Set.of(chain));
        return seen;
    }

    /**
     * Puts a mirror target, in the place of the one of that name if there is one.
     *
     * @param chain the chain
     * @param target the target
     */
    public synchronized void putMirror(ChainId chain, MirrorTarget target) {
        edit(chain).mirrors().put(target);
        publish(Set.of(chain));
    }

    /**
     * Lets a mirror target be seen no more, whoever registered it.
     *
     * @param chain the chain
     * @param key the target's key
     * @return false if there is no such target
     */
    public synchronized boolean deleteMirror(ChainId chain, String key) {
        boolean seen = edit(chain).mirrors().hide(key);
        publish(Set.of(chain));
        return seen;
    }

    /** {@return the newest topology as it is to be seen} */
    public Topology topology() {
        return topology;
    }

    private ChainEdits edit(ChainId id) {
        return edits.computeIfAbsent(id, key -> {
            ChainEdits made = new ChainEdits();
            made.rebase(baseOf(key));
            return made;
        });
    }

    private ChainTopology baseOf(ChainId id) {
        ChainTopology chain = base.chain(id);
        return chain == null ? ChainTopology.empty(id) : chain;
    }

    /** Makes these chains anew; the others, and those that come out the same, stay the same objects. */
    private void publish(Set<ChainId> ids) {
        Map<ChainId, ChainTopology> chains = new HashMap<>(topology.chains());
        for (ChainId id : ids) {
            ChainTopology before = topology.chain(id);
            ChainTopology after = laidOver(id);
            if (after.equals(ChainTopology.empty(id)) && base.chain(id) == null) {
                chains.remove(id);
            } else if (!after.equals(before)) {
                chains.put(id, after);
            }
        }
        if (!chains.equals(topology.chains())) {
            topology = new Topology(topology.revision() + 1, chains);
            next.changed(topology);
        }
    }

    private ChainTopology laidOver(ChainId id) {
        ChainEdits chain = edits.get(id);
        ChainTopology under = baseOf(id);
        if (chain == null) {
            return under;
        }
        List<Node> nodes = chain.nodes().entries();
        List<MirrorTarget> mirrors = chain.mirrors().entries();
        return under.withNodes(nodes).withMirrors(mirrors);
    }

    private static String name(Node node) {
        return node.pool() == Pool.NATIVE ? nativeName(node.key()) : node.key();
    }

    private static String nativeName(String key) {
        return "native\n" + key;
    }
}
