package io.ethryx.health;

import io.ethryx.core.line.FailureKind;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Topology;
import io.ethryx.health.NodeStanding.Turn;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Probes the nodes of a topology, and hands out the topology as calls are to find it: with what the probes say of each node,
 * and with heads that they tell (reference section 8; decisions G10, G12, G31).
 *
 * <ul>
 *   <li>A new node joins once a probe passed. Until it does it is probed every 5 s, and past the maximum wait with growing
 *       pauses. Where the start is trusted, nodes that are known before {@link #start} serve at once.
 *   <li>A node that serves is probed at the interval. Two failures in a row, or three calls of clients in a row that fail for
 *       its sake, make it unavailable; one probe that passes brings it back.
 *   <li>A change of state, weight or pool holds at once. A new address or path is probed first, and the old one serves on.
 *       A node that is registered no more is gone at once, with its probes.
 * </ul>
 *
 * <p>Life: {@link #follow} a first topology or not, {@link #start}, {@link #close}. Topologies are handed out one after
 * another: before the start on the thread that calls {@link #follow}, then on the monitor's own daemon thread
 * {@code ethryx-nodes} or the given scheduler. A change of a node is handed out at once, or with those that come within 20
 * ms; a head with those that come within 250 ms. From one topology to the next an unchanged chain, list of nodes and node is
 * the same object.
 *
 * <p>All methods may be called from any thread; none but {@link #close} waits for anything. {@link #answered} and {@link
 * #failed} are for the request path.
 */
public final class NodeMonitor implements AutoCloseable {

    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(1);

    private final ProbeMeans means;
    private final NodeMonitorParts parts;
    private final Consumer<Topology> next;
    private final Publication publication;
    private final FailureStreaks streaks = new FailureStreaks(this::tooManyFailures);
    private final Map<ChainId, WatchedChain> chains = new ConcurrentHashMap<>();
    private final Set<ChainId> changed = new LinkedHashSet<>();
    private final Object beginning = new Object();
    private final ScheduledExecutorService worker;
    private Topology registered = Topology.EMPTY;
    private @Nullable Topology shown;
    private volatile boolean started;
    private volatile boolean closed;

    /**
     * Makes a monitor that knows no nodes.
     *
     * @param settings how to probe and judge
     * @param parts what it works with
     * @param next takes each topology; must not block
     */
    public NodeMonitor(NodeMonitorSettings settings, NodeMonitorParts parts, Consumer<Topology> next) {
        this.parts = Objects.requireNonNull(parts, "parts");
        this.next = Objects.requireNonNull(next, "next");
        worker = parts.scheduler().orElseGet(NodeMonitorParts::ownThread);
        means = new ProbeMeans(
                settings,
                parts.transport(),
                worker,
                new ProbeSlots(settings.mostAtOnce()),
                parts.time(),
                parts.chance());
        publication = new Publication(means, this::show);
    }

    /**
     * Goes by another registration from now on.
     *
     * @param topology what is registered; what it says of probes does not count
     */
    public void follow(Topology topology) {
        Objects.requireNonNull(topology, "topology");
        synchronized (beginning) {
            if (!started) {
                register(topology);
                return;
            }
        }
        onWorker(() -> register(topology));
    }

    /** Begins to probe. Idempotent; does nothing after {@link #close}. */
    public void start() {
        synchronized (beginning) {
            if (!started && !closed) {
                started = true;
                onWorker(() -> chains.values().forEach(WatchedChain::begin));
            }
        }
    }

    private void register(Topology topology) {
        Set<ChainId> ids = new LinkedHashSet<>(registered.chains().keySet());
        ids.addAll(topology.chains().keySet());
        for (ChainId id : ids) {
            ChainTopology after = topology.chain(id);
            if (!Objects.equals(after, registered.chain(id))) {
                changed.add(id);
                register(id, after);
            }
        }
        registered = topology;
        streaks.keepOnly(name -> watched(name) != null);
        if (started) {
            publication.news();
        } else {
            show();
        }
    }

    private void register(ChainId id, @Nullable ChainTopology after) {
        WatchedChain chain = chains.get(id);
        if (after == null) {
            if (chain != null) {
                chain.stop();
                chains.remove(id);
            }
            return;
        }
        if (chain == null) {
            chain = new WatchedChain(means, id, new Turns());
            chains.put(id, chain);
        }
        chain.register(after, means.settings().startTrust() && !started);
        if (started) {
            chain.begin();
        }
    }

    private void show() {
        Map<ChainId, ChainTopology> all = new HashMap<>(shown == null ? Map.of() : shown.chains());
        boolean news = shown == null;
        for (ChainId id : changed) {
            WatchedChain chain = chains.get(id);
            ChainTopology before = chain == null ? all.remove(id) : all.put(id, chain.assemble());
            news |= !Objects.equals(before, all.get(id));
        }
        changed.clear();
        if (news) {
            Topology topology = new Topology(shown == null ? 1 : shown.revision() + 1, all);
            shown = topology;
            guarded(() -> next.accept(topology));
        }
    }

    /**
     * A node answered a client's call.
     *
     * @param chain the chain, or the version of one, that it is registered for
     * @param node the node, as the topology had it
     */
    public void answered(ChainId chain, Node node) {
        streaks.answered(chain, node);
    }

    /**
     * A client's call to a node failed.
     *
     * @param chain see {@link #answered}
     * @param node see {@link #answered}
     * @param kind how; only what is the node's own failure counts against it
     */
    public void failed(ChainId chain, Node node, FailureKind kind) {
        streaks.failed(chain, node, kind);
    }

    private void tooManyFailures(NodePlace place, String detail) {
        onWorker(() -> {
            WatchedNode node = watched(place.name());
            if (node != null && node.current().place().equals(place)) {
                node.current().failedLive(detail);
            }
        });
    }

    /**
     * The chains whose nodes are probed.
     *
     * @return all ids under which anything is registered, versions too; a new set
     */
    public Set<ChainId> chains() {
        return Set.copyOf(chains.keySet());
    }

    /**
     * When the head that calls to a chain go by last moved, whoever told it.
     *
     * @param chain the chain, or the version of one
     * @return by the wall clock; nothing if it has no head and never had one
     */
    public Optional<Instant> headMoved(ChainId chain) {
        WatchedChain watched = chains.get(chain);
        return watched == null ? Optional.empty() : Optional.ofNullable(watched.headMoved());
    }

    /**
     * How the nodes of a chain do. Allocates; not for the request path.
     *
     * @param chain the chain, or the version of one
     * @return in the order of registration; empty if nothing is registered under this id
     */
    public List<NodeReport> reports(ChainId chain) {
        WatchedChain watched = chains.get(chain);
        return watched == null ? List.of() : watched.reports();
    }

    /**
     * How one node does.
     *
     * @param chain the chain, or the version of one, that it is registered for
     * @param node a node of this name, and on the same side of the Native pool
     * @return nothing if it is not registered
     */
    public Optional<NodeReport> report(ChainId chain, Node node) {
        WatchedChain watched = chains.get(chain);
        return watched == null ? Optional.empty() : Optional.ofNullable(watched.report(NodePlace.Name.of(chain, node)));
    }

    /**
     * Probes a node at once rather than at its time, unless a probe is under way.
     *
     * @param chain the chain, or the version of one, that it is registered for
     * @param node a node of this name, and on the same side of the Native pool
     * @return false if it is not registered, or the monitor does not run
     */
    public boolean probeNow(ChainId chain, Node node) {
        WatchedNode known = watched(NodePlace.Name.of(chain, node));
        if (known == null || !started || closed) {
            return false;
        }
        onWorker(known::hurry);
        return true;
    }

    private @Nullable WatchedNode watched(NodePlace.Name name) {
        WatchedChain chain = chains.get(name.chain());
        return chain == null ? null : chain.node(name);
    }

    private void onWorker(Runnable task) {
        try {
            worker.execute(() -> {
                if (!closed) {
                    guarded(task);
                }
            });
        } catch (RejectedExecutionException over) {
            closed = true;
        }
    }

    private void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException unexpected) {
            parts.listener().unexpected(unexpected);
        }
    }

    /** Ends all probes, within a second. Idempotent. */
    @Override
    public void close() {
        synchronized (beginning) {
            if (closed) {
                return;
            }
            closed = true;
        }
        try {
            worker.execute(this::stop);
        } catch (RejectedExecutionException over) {
            return;
        }
        if (parts.scheduler().isEmpty()) {
            NodeMonitorParts.end(worker, CLOSE_LIMIT);
        }
    }

    private void stop() {
        publication.cancel();
        chains.values().forEach(WatchedChain::stop);
    }

    private final class Turns implements WatchedNode.Owner {

        @Override
        public void turned(WatchedNode node, Turn turn) {
            guarded(() -> tell(node, turn));
            if (turn != Turn.NONE && turn != Turn.OVERDUE) {
                changed.add(node.name().chain());
                publication.news();
            }
        }

        @Override
        public void headTold(WatchedNode node) {
            changed.add(node.name().chain());
            publication.head();
        }

        private void tell(WatchedNode node, Turn turn) {
            NodeListener listener = parts.listener();
            ChainId chain = node.name().chain();
            ProbedPlace newest = node.newest();
            Optional<NodeTrouble> trouble = newest.probes().trouble();
            switch (turn) {
                case JOINED -> listener.joined(chain, node.view(), newest.waited());
                case NONE -> trouble.ifPresent(why -> listener.notJoined(chain, node.registered(), why));
                case OVERDUE ->
                    trouble.ifPresent(why -> listener.overdue(chain, node.registered(), why, newest.waited()));
                case EJECTED ->
                    node.current().probes().trouble().ifPresent(why -> listener.ejected(chain, node.view(), why));
                case RETURNED -> listener.returned(chain, node.view());
            }
        }
    }
}
