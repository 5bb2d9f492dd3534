package io.ethryx.server.gateway;

import io.ethryx.health.NodeMonitor;
import io.ethryx.server.gateway.settings.GatewaySettings;
import io.ethryx.server.gateway.topology.TopologySource;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A gateway together with the source of its topology: the gateway as a user runs it. Life: {@link #bind}, {@link #start},
 * {@link #drain}, {@link #close}, by one thread; the rest may be called by any.
 */
public final class LiveGateway implements AutoCloseable {

    private final Gateway gateway;
    private final TopologySource source;

    private LiveGateway(Gateway gateway, GatewaySettings settings) {
        this.gateway = gateway;
        source = TopologySource.of(settings.discovery(), gateway.overlay());
        gateway.readyOnceSynced(source::synced);
        gateway.show(source.families());
    }

    /**
     * Binds the ports. Nobody is served yet.
     *
     * @param settings what it is to do
     * @return the gateway, bound
     * @throws IOException naming the address, if a port can't be bound; nothing is left running then
     */
    public static LiveGateway bind(GatewaySettings settings) throws IOException {
        return new LiveGateway(Gateway.bind(settings, new ConnectionLog()), settings);
    }

    /**
     * Serves metrics and probes, begins to follow the topology, and then serves clients.
     *
     * @return what makes the source useless from the start, one sentence each: clients are not served then; else empty
     */
    public List<String> start() {
        gateway.openProbes();
        List<String> faults = source.start();
        if (faults.isEmpty()) {
            gateway.startProbing();
            gateway.open();
        }
        return faults;
    }

    /**
     * Who probes the nodes: tells how each of them does.
     *
     * @return knows all nodes that the source has registered
     */
    public NodeMonitor nodes() {
        return gateway.nodes();
    }

    /**
     * The addresses that calls come to, in the order of the settings.
     *
     * @return real ports
     * @throws IOException if the listeners are closed
     */
    public List<InetSocketAddress> addresses() throws IOException {
        return gateway.addresses();
    }

    /**
     * The address of metrics and probes.
     *
     * @return a real port
     * @throws IOException if the listener is closed
     */
    public InetSocketAddress probesAddress() throws IOException {
        return gateway.probesAddress();
    }

    /**
     * The address of admin calls.
     *
     * @return a real port, nothing if they come to the first of {@link #addresses}
     * @throws IOException if the listener is closed
     */
    public Optional<InetSocketAddress> adminAddress() throws IOException {
        return gateway.adminAddress();
    }

    /** Says from now on that it is not ready, and goes on serving. Idempotent. */
    public void notReady() {
        gateway.notReady();
    }

    /**
     * Stops accepting and lets calls in flight end; metrics and probes are served on.
     *
     * @return completed when no client is connected any more
     */
    public CompletionStage<Void> drain() {
        return gateway.drain();
    }

    /** Follows no more and ends everything; what is still in flight is cut. Idempotent and bounded. */
    @Override
    public void close() {
        source.close();
        gateway.close();
    }
}
