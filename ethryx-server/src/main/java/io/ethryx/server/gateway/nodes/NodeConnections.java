package io.ethryx.server.gateway.nodes;

import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Topology;
import io.ethryx.server.gateway.settings.GatewaySettings;
import io.ethryx.server.io.IoResources;
import io.ethryx.server.upstream.NameLookup;
import io.ethryx.server.upstream.Upstream;
import io.ethryx.server.upstream.UpstreamSettings;
import io.ethryx.server.upstream.http1.Http1Upstream;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The connections to nodes, pooled by address. Made when a node is first asked, closed when no chain has it any more. Thread-safe. */
public final class NodeConnections implements AutoCloseable {

    private static final int WAITING = 4_096;

    private final GatewaySettings.Upstream settings;
    private final IoResources io;
    private final Map<NodeAddress, Http1Upstream> open = new ConcurrentHashMap<>();

    /**
     * Has no connections yet.
     *
     * @param settings how to connect
     * @param io the IO threads
     */
    public NodeConnections(GatewaySettings.Upstream settings, IoResources io) {
        this.settings = settings;
        this.io = io;
    }

    /**
     * The way to a node. On the request path: costs a look into a map.
     *
     * @param node the node
     * @return its pool, made if this is the first time
     */
    public Upstream of(Node node) {
        return of(NodeAddress.of(node));
    }

    Upstream of(NodeAddress address) {
        Http1Upstream known = open.get(address);
        return known == null ? open.computeIfAbsent(address, this::make) : known;
    }

    private Http1Upstream make(NodeAddress address) {
        int each = Math.max(1, settings.poolSize() / io.worker().getIoThreadCount());
        return new Http1Upstream(
                new UpstreamSettings(
                        address.host(),
                        address.port(),
                        address.authority(),
                        settings.dial(),
                        each,
                        WAITING,
                        settings.idle(),
                        settings.queueing()),
                io,
                NameLookup.system());
    }

    /**
     * Closes the connections to nodes that are not in a topology; calls that are on their way end first.
     *
     * @param topology what is kept
     */
    public void keepOnly(Topology topology) {
        Set<NodeAddress> there = topology.chains().values().stream()
                .flatMap(chain -> chain.nodes().stream())
                .map(NodeAddress::of)
                .collect(Collectors.toSet());
        open.forEach((address, upstream) -> {
            if (!there.contains(address) && open.remove(address, upstream)) {
                upstream.close();
            }
        });
    }

    /**
     * How many connections are open.
     *
     * @return used ones and idle ones
     */
    public int connections() {
        return open.values().stream()
                .mapToInt(upstream -> upstream.use().open())
                .sum();
    }

    @Override
    public void close() {
        open.values().forEach(Http1Upstream::close);
        open.clear();
    }
}
