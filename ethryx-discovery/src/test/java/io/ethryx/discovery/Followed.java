package io.ethryx.discovery;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Topology;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A started source, and all that was heard of it. */
final class Followed implements AutoCloseable, DiscoveryListener {

    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(4);
    private static final Duration MAX_BACKOFF = Duration.ofMillis(400);

    final List<Topology> topologies = new CopyOnWriteArrayList<>();
    final List<String> disconnections = new CopyOnWriteArrayList<>();
    final List<String> resyncs = new CopyOnWriteArrayList<>();
    final List<Fault> faults = new CopyOnWriteArrayList<>();
    final List<String> fileFailures = new CopyOnWriteArrayList<>();
    final List<String> unexpected = new CopyOnWriteArrayList<>();
    final AtomicInteger repeatedFaults = new AtomicInteger();
    final AtomicInteger synced = new AtomicInteger();
    final AtomicInteger connections = new AtomicInteger();
    volatile Instant applied;
    final EtcdSource source;

    private Followed(EtcdSettings settings) {
        source = new EtcdSource(settings.withTimes(CALL_TIMEOUT, MAX_BACKOFF), this::changed, this);
    }

    static Followed follow(EtcdSettings settings) {
        Followed followed = new Followed(settings);
        followed.source.start();
        return followed;
    }

    static Followed follow(EtcdServer server) {
        return follow(EtcdSettings.of(List.of(server.endpoint())));
    }

    private void changed(Topology topology) {
        if (!topologies.isEmpty()
                && topology.revision() <= topologies.get(topologies.size() - 1).revision()) {
            unexpected.add("revision " + topology.revision() + " came late");
        }
        topologies.add(topology);
    }

    /** The keys of the chain's nodes, in their order. */
    List<String> nodes(String chain) {
        ChainTopology known = source.topology().chain(ChainId.parse(chain).orElseThrow());
        return known == null ? List.of() : known.nodes().stream().map(Node::key).toList();
    }

    ChainTopology chain(String chain) {
        return source.topology().chain(ChainId.parse(chain).orElseThrow());
    }

    Followed awaitNodes(String chain, String... keys) {
        Await.until(
                () -> nodes(chain).equals(List.of(keys)),
                () -> "nodes of " + chain + " are " + nodes(chain) + ", awaited " + List.of(keys) + "; " + this);
        return this;
    }

    Followed awaitConnected() {
        Await.until(source::connected, () -> "not connected: " + this);
        return this;
    }

    Followed awaitDisconnected() {
        Await.until(() -> !source.connected(), () -> "still connected");
        return this;
    }

    @Override
    public void connected(long revision) {
        connections.incrementAndGet();
    }

    @Override
    public void disconnected(String reason, boolean first) {
        disconnections.add(reason);
    }

    @Override
    public void synced(long revision, int keys) {
        synced.incrementAndGet();
    }

    @Override
    public void resyncing(String reason) {
        resyncs.add(reason);
    }

    @Override
    public void applied(long revision, Instant at) {
        applied = at;
    }

    @Override
    public void badValue(Fault fault, boolean again) {
        if (again) {
            repeatedFaults.incrementAndGet();
        } else {
            faults.add(fault);
        }
    }

    @Override
    public void snapshotFileFailed(String reason) {
        fileFailures.add(reason);
    }

    @Override
    public void close() {
        source.close();
    }

    @Override
    public String toString() {
        return "disconnections " + disconnections + ", resyncs " + resyncs + ", faults " + faults;
    }
}
