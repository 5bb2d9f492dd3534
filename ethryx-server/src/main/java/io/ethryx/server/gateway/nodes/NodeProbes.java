package io.ethryx.server.gateway.nodes;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Topology;
import io.ethryx.health.NodeProbeTransport;
import io.ethryx.health.ProbeCall;
import io.ethryx.health.ProbeListener;
import io.ethryx.server.gateway.settings.GatewaySettings;
import io.ethryx.server.io.IoRuntime;
import io.ethryx.server.probe.ProbeHead;
import io.ethryx.server.probe.UpstreamProbe;
import io.ethryx.server.upstream.Upstream;
import io.undertow.util.Methods;
import java.time.Duration;
import java.util.Optional;

/**
 * Carries probes to nodes, over connections of their own: what traffic does to its connections never looks like a sick node.
 * They are hardly kept, so that each probe also finds out whether a node still takes connections. Thread-safe.
 */
final class NodeProbes implements NodeProbeTransport, AutoCloseable {

    /** Probes of one address at once, on each IO thread: it may be registered for many chains. */
    private static final int CONNECTIONS = 8;

    private static final Duration IDLE = Duration.ofMillis(500);

    private final IoRuntime io;
    private final NodePaths paths;
    private final NodeConnections connections;

    NodeProbes(GatewaySettings.Upstream settings, IoRuntime io, NodePaths paths) {
        this.io = io;
        this.paths = paths;
        connections = new NodeConnections(
                new GatewaySettings.Upstream(
                        settings.timeouts(),
                        CONNECTIONS * io.worker().getIoThreadCount(),
                        IDLE,
                        settings.queueing(),
                        settings.dial()),
                io.resources());
    }

    @Override
    public ProbeCall call(ChainId chain, Node node, String body, ProbeListener listener) {
        Upstream upstream = connections.of(node);
        ProbeHead head = new ProbeHead(
                upstream, Methods.POST, paths.probeTarget(node, chain), null, Optional.of(body), MAX_ANSWER_BYTES);
        UpstreamProbe probe = new UpstreamProbe(io.worker().getIoThread(), io.buffers(), head, listener);
        probe.start();
        return probe;
    }

    /** Closes the connections to nodes that are registered no more. */
    void keepOnly(Topology registered) {
        connections.keepOnly(registered);
    }

    @Override
    public void close() {
        connections.close();
    }
}
