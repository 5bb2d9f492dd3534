package io.ethryx.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.NodeStatus;
import io.ethryx.core.topology.Pool;
import io.ethryx.core.topology.Topology;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/** A monitor of nodes over scripted nodes and time that moves by hand. Ports name the nodes' behaviour. */
final class MonitoredNodes implements NodeListener, AutoCloseable {

    static final Duration TIMEOUT = Duration.ofSeconds(3);
    static final Duration MAX_WAIT = Duration.ofSeconds(30);
    static final Duration INTERVAL = Duration.ofSeconds(10);
    static final ChainId ONE = new ChainId("1", "");

    final HandDrivenScheduler scheduler = new HandDrivenScheduler(Instant.ofEpochSecond(1_000));
    final ScriptedNodes nodes = new ScriptedNodes();
    final List<String> events = new ArrayList<>();
    final List<Topology> shown = new ArrayList<>();
    final NodeMonitor monitor;
    private final Map<ChainId, ChainTopology> registered = new LinkedHashMap<>();
    private long revision;

    MonitoredNodes(boolean startTrust, boolean tracksHeads, int mostAtOnce) {
        this(NodeProbeChoice.official(Map.of()), startTrust, tracksHeads, mostAtOnce);
    }

    MonitoredNodes(NodeProbeChoice choice, boolean startTrust, boolean tracksHeads, int mostAtOnce) {
        NodeMonitorSettings settings = new NodeMonitorSettings(
                new NodeMonitorSettings.Pace(TIMEOUT, MAX_WAIT, INTERVAL),
                choice,
                startTrust,
                tracksHeads,
                chain -> 64,
                mostAtOnce);
        monitor = new NodeMonitor(
                settings,
                new NodeMonitorParts(nodes, this, Optional.of(scheduler), scheduler.time(), new Random(1)),
                shown::add);
    }

    /** Of etcd's kind, started. */
    static MonitoredNodes started() {
        MonitoredNodes monitored = new MonitoredNodes(false, false, 100);
        monitored.start();
        return monitored;
    }

    void start() {
        monitor.start();
        scheduler.runDue();
    }

    static Node node(String key, int port) {
        return node(key, Pool.STATE, port, Node.AVAILABLE, 100);
    }

    static Node node(String key, Pool pool, int port, int stateType, int weight) {
        String source = pool == Pool.NATIVE ? "native" : "official";
        return new Node(key, pool, "10.0.0.1", port, null, weight, stateType, source, NodeStatus.READY);
    }

    /** Registers exactly these nodes for the chain, leaves other chains as they are, and lets what is due happen. */
    void register(ChainId chain, Node... wanted) {
        ChainTopology before = registered.getOrDefault(chain, ChainTopology.empty(chain));
        put(chain, before.withNodes(List.of(wanted)));
    }

    void registerHead(ChainId chain, OptionalLong head) {
        put(chain, registered.getOrDefault(chain, ChainTopology.empty(chain)).withHead(head));
    }

    void put(ChainId chain, ChainTopology topology) {
        registered.put(chain, topology);
        follow();
    }

    void forget(ChainId chain) {
        registered.remove(chain);
        follow();
    }

    private void follow() {
        monitor.follow(new Topology(++revision, registered));
        scheduler.runDue();
    }

    void pass(Duration time) {
        scheduler.advance(time);
    }

    /** So long that each joined node is probed at least once more. */
    void passAnInterval() {
        pass(INTERVAL.multipliedBy(6).dividedBy(5));
    }

    Topology now() {
        return shown.get(shown.size() - 1);
    }

    ChainTopology chain(ChainId id) {
        ChainTopology chain = now().chain(id);
        assertThat(chain).isNotNull();
        return chain;
    }

    /** Key, pool, port and status of each node of chain 1, as calls find them. */
    List<String> view() {
        pass(Publication.BETWEEN_HEADS);
        return view(ONE);
    }

    List<String> view(ChainId id) {
        ChainTopology chain = now().chain(id);
        return chain == null
                ? List.of()
                : chain.nodes().stream()
                        .map(node -> node.key() + " " + node.pool().wireName() + " " + node.port() + " "
                                + node.status().wireName())
                        .toList();
    }

    @Override
    public void joined(ChainId chain, Node node, Duration waited) {
        events.add("joined " + chain + "/" + node.key() + ":" + node.port() + " after " + waited.toSeconds() + " s");
    }

    @Override
    public void notJoined(ChainId chain, Node node, NodeTrouble trouble) {
        events.add("retry " + node.key() + ":" + node.port() + " "
                + trouble.fault().wireName());
    }

    @Override
    public void overdue(ChainId chain, Node node, NodeTrouble trouble, Duration waited) {
        events.add("overdue " + node.key() + " after " + waited.toSeconds() + " s");
    }

    @Override
    public void ejected(ChainId chain, Node node, NodeTrouble trouble) {
        events.add("ejected " + node.key() + ": " + trouble.fault().wireName());
    }

    @Override
    public void returned(ChainId chain, Node node) {
        events.add("returned " + node.key());
    }

    @Override
    public void unexpected(RuntimeException problem) {
        throw problem;
    }

    /** Whatever a test did, nothing is left of it. */
    @Override
    public void close() {
        monitor.close();
        scheduler.advance(Duration.ofMinutes(20));
        assertThat(nodes.open).as("open probes").isZero();
        assertThat(scheduler.waitingTasks()).as("tasks left").isZero();
    }
}
