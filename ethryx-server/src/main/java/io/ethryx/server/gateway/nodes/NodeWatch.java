package io.ethryx.server.gateway.nodes;

import io.ethryx.core.line.FailureKind;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Topology;
import io.ethryx.health.NodeMonitor;
import io.ethryx.health.NodeMonitorParts;
import io.ethryx.health.NodeMonitorSettings;
import io.ethryx.health.NodeProbeChoice;
import io.ethryx.server.gateway.metrics.GatewayMetrics;
import io.ethryx.server.gateway.metrics.NodeFamilies;
import io.ethryx.server.gateway.rules.RoutingWords;
import io.ethryx.server.gateway.settings.DiscoverySettings;
import io.ethryx.server.gateway.settings.GatewaySettings;
import io.ethryx.server.io.IoRuntime;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Between a source of topologies and the calls: nodes are probed, logged and counted (decisions G10, G12, G31).
 *
 * <p>Nodes of a topology that is written down serve from the start on, so that a gateway without etcd serves as soon as its
 * port is open, and are taken out by failing probes; nodes that come later, and those of etcd, are probed first.
 *
 * <p>Life: {@link #follow}, {@link #start}, {@link #close}, by one thread; outcomes come from any.
 */
public final class NodeWatch implements NodeOutcomes, AutoCloseable {

    private final NodeProbes probes;
    private final NodeMonitor monitor;
    private final OverrideLog overrides = new OverrideLog();

    /**
     * Watches nothing yet.
     *
     * @param settings the gateway's
     * @param io the IO threads, which carry probes
     * @param metrics shows how nodes do
     * @param next takes each topology, with how its nodes do
     */
    public NodeWatch(GatewaySettings settings, IoRuntime io, GatewayMetrics metrics, Consumer<Topology> next) {
        probes = new NodeProbes(settings.upstream(), io, NodePaths.of(settings));
        NodeFamilies families = new NodeFamilies(this::monitor);
        monitor = new NodeMonitor(settings(settings), NodeMonitorParts.of(probes, new NodeLog(families)), next);
        metrics.add(families);
    }

    static NodeMonitorSettings settings(GatewaySettings settings) {
        boolean etcd = settings.discovery().source() instanceof DiscoverySettings.Etcd;
        Map<ChainId, String> byChain = new HashMap<>();
        settings.routing()
                .chains()
                .forEach((chain, differs) -> ChainId.parse(chain)
                        .ifPresent(id -> differs.probe().ifPresent(method -> byChain.put(id, method))));
        GatewaySettings.Probing probing = settings.probing();
        return new NodeMonitorSettings(
                new NodeMonitorSettings.Pace(probing.timeout(), probing.maxWait(), probing.interval()),
                etcd ? NodeProbeChoice.official(byChain) : NodeProbeChoice.stock(byChain),
                !etcd,
                settings.discovery().headTracking(),
                RoutingWords.settings(settings)::windowOf,
                NodeMonitorSettings.USUALLY_AT_ONCE);
    }

    /**
     * Who knows how nodes do.
     *
     * @return always the same
     */
    public NodeMonitor monitor() {
        return monitor;
    }

    /**
     * Goes by another registration from now on.
     *
     * @param registered the nodes that there are
     */
    public void follow(Topology registered) {
        monitor.follow(registered);
        probes.keepOnly(registered);
        overrides.follow(registered);
    }

    /** Begins to probe. */
    public void start() {
        monitor.start();
    }

    @Override
    public void answered(ChainId chain, Node node) {
        monitor.answered(chain, node);
    }

    @Override
    public void failed(ChainId chain, Node node, FailureKind kind) {
        monitor.failed(chain, node, kind);
    }

    @Override
    public void close() {
        monitor.close();
        probes.close();
    }
}
