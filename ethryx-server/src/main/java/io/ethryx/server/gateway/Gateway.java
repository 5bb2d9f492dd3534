package io.ethryx.server.gateway;

import io.ethryx.core.line.BatchMode;
import io.ethryx.core.line.CallMirror;
import io.ethryx.core.line.RpcPipeline;
import io.ethryx.core.line.Watchers;
import io.ethryx.core.topology.Topology;
import io.ethryx.routing.BlockContextReader;
import io.ethryx.routing.Randomness;
import io.ethryx.routing.TopologyRouter;
import io.ethryx.server.budget.ByteBudget;
import io.ethryx.server.gateway.settings.GatewaySettings;
import io.ethryx.server.io.HeapBuffers;
import io.ethryx.server.io.IoRuntime;
import io.ethryx.server.listener.InboundLimits;
import io.ethryx.server.listener.ListenerEvents;
import io.ethryx.server.listener.ListenerSettings;
import io.ethryx.server.listener.Listeners;
import io.ethryx.server.proxy.ForwardedFields;
import io.undertow.connector.ByteBufferPool;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The gateway, put together. Life: {@link #bind}, {@link #follow} a first topology, {@link #open}, {@link #drain}, {@link
 * #close}. Thread-safe once it is open.
 */
public final class Gateway implements AutoCloseable {

    private final IoRuntime io;
    private final NodeConnections connections;
    private final TopologyRouter router;
    private final Listeners rpc;
    private volatile Topology topology = Topology.EMPTY;

    private Gateway(GatewaySettings settings, IoRuntime io, ListenerEvents events) throws IOException {
        this.io = io;
        connections = new NodeConnections(settings.upstream(), io.resources());
        router = new TopologyRouter(RoutingWords.settings(settings), Randomness.perThread(), System::nanoTime);
        RpcPipeline line = new RpcPipeline(
                GovernanceWords.of(settings.governance(), System::nanoTime), CallMirror.NONE, router, Watchers.NONE);
        RpcMeans means = new RpcMeans(
                line,
                new BlockContextReader(RoutingWords.methods(settings.routing())),
                () -> topology,
                router,
                new RpcMeans.Nodes(
                        connections, RoutingWords.paths(settings), new ForwardedFields(settings.forwardedHeaders())),
                io,
                new RpcMeans.Readers(
                        io.worker().getIoThreadCount(), settings.batch().maxSize()),
                budget(settings.limits()),
                new RpcMeans.Limits(
                        Math.toIntExact(Math.min(settings.limits().maxBodyBytes(), Integer.MAX_VALUE / 2)),
                        settings.batch().split() ? BatchMode.SPLIT : BatchMode.WHOLE,
                        settings.upstream().timeouts()));
        rpc = Listeners.bind(
                settings.listening().rpc(),
                new ListenerSettings(
                        limits(settings.limits()),
                        new RpcHandler(means),
                        io.worker(),
                        io.timers(),
                        io.buffers(),
                        ByteBudget.ofTheHeap(8),
                        events));
    }

    private static ByteBudget budget(GatewaySettings.Limits limits) {
        return limits.inFlightBytes().isPresent()
                ? new ByteBudget(limits.inFlightBytes().getAsLong())
                : ByteBudget.ofTheHeap(4);
    }

    private static InboundLimits limits(GatewaySettings.Limits limits) {
        InboundLimits usual = InboundLimits.DEFAULT;
        return new InboundLimits(
                usual.maxRequestHeadBytes(),
                limits.maxConnections(),
                usual.headTimeout(),
                usual.keepAliveTimeout(),
                usual.bodyWindow(),
                usual.minBodyBytesPerSecond(),
                usual.http2BodyIdleTimeout());
    }

    /**
     * Binds a gateway that knows no nodes yet. Clients that come wait until {@link #open}.
     *
     * @param settings what it is to do
     * @param events who hears of connections
     * @return the gateway, bound
     * @throws IOException naming the address, if a port can't be bound; nothing is left running then
     */
    public static Gateway bind(GatewaySettings settings, ListenerEvents events) throws IOException {
        return bind(settings, events, new HeapBuffers(IoRuntime.BUFFER_BYTES));
    }

    /** As above, on buffers of the caller's choice. */
    static Gateway bind(GatewaySettings settings, ListenerEvents events, ByteBufferPool buffers) throws IOException {
        IoRuntime io = IoRuntime.start(buffers);
        try {
            return new Gateway(settings, io, events);
        } catch (IOException | RuntimeException e) {
            io.close();
            throw e;
        }
    }

    /** Serves clients from now on. */
    public void open() {
        rpc.start();
    }

    /**
     * Goes by another topology from now on; calls that are on their way keep to theirs.
     *
     * @param next the topology
     */
    public void follow(Topology next) {
        router.prepare(next);
        topology = next;
        connections.keepOnly(next);
    }

    /**
     * The topology that calls see now.
     *
     * @return never null
     */
    public Topology topology() {
        return topology;
    }

    /**
     * The addresses that it listens on, in the order of the settings.
     *
     * @return real ports
     * @throws IOException if the listeners are closed
     */
    public List<InetSocketAddress> addresses() throws IOException {
        return rpc.addresses();
    }

    /**
     * Stops accepting and lets calls in flight end.
     *
     * @return completed when no client is connected any more
     */
    public CompletionStage<Void> drain() {
        return rpc.drain();
    }

    /** Connections to nodes that are open. */
    int nodeConnections() {
        return connections.connections();
    }

    /** Ends everything; what is still in flight is cut. Idempotent and bounded. */
    @Override
    public void close() {
        rpc.close();
        connections.close();
        io.close();
    }
}
