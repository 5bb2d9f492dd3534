package io.ethryx.server.gateway;

import io.ethryx.core.line.AfterCall;
import io.ethryx.core.line.CallMirror;
import io.ethryx.core.line.Governance;
import io.ethryx.core.line.RpcPipeline;
import io.ethryx.core.line.Watchers;
import io.ethryx.core.topology.Topology;
import io.ethryx.discovery.TopologyListener;
import io.ethryx.governance.RateLimiter;
import io.ethryx.health.NodeMonitor;
import io.ethryx.routing.BlockContextReader;
import io.ethryx.routing.MethodTable;
import io.ethryx.routing.Randomness;
import io.ethryx.routing.TopologyRouter;
import io.ethryx.server.access.OperatorRule;
import io.ethryx.server.budget.ByteBudget;
import io.ethryx.server.config.BuildInfo;
import io.ethryx.server.gateway.call.Hedging;
import io.ethryx.server.gateway.call.MadeFilters;
import io.ethryx.server.gateway.call.RpcMeans;
import io.ethryx.server.gateway.calllog.CallLogs;
import io.ethryx.server.gateway.edge.CallTraces;
import io.ethryx.server.gateway.edge.Door;
import io.ethryx.server.gateway.intake.GatewaySocketCalls;
import io.ethryx.server.gateway.intake.RpcHandler;
import io.ethryx.server.gateway.metrics.GatewayMetrics;
import io.ethryx.server.gateway.metrics.MetricFamilies;
import io.ethryx.server.gateway.mirror.Mirror;
import io.ethryx.server.gateway.mirror.MirrorSettings;
import io.ethryx.server.gateway.nodes.NodeConnections;
import io.ethryx.server.gateway.nodes.NodePaths;
import io.ethryx.server.gateway.nodes.NodeWatch;
import io.ethryx.server.gateway.rules.GovernanceWords;
import io.ethryx.server.gateway.rules.RoutingWords;
import io.ethryx.server.gateway.settings.GatewaySettings;
import io.ethryx.server.gateway.socket.ClientSockets;
import io.ethryx.server.gateway.usage.UsageMetering;
import io.ethryx.server.io.BodyBuffers;
import io.ethryx.server.io.IoRuntime;
import io.ethryx.server.io.Opened;
import io.ethryx.server.io.SizedBuffers;
import io.ethryx.server.listener.ListenerEvents;
import io.ethryx.server.page.GatewayPage;
import io.ethryx.server.page.RecentDecisions;
import io.ethryx.server.proxy.ForwardedFields;
import io.ethryx.server.telemetry.Telemetry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The gateway, put together. Life: {@link #bind}, tell {@link #overlay} a first topology, {@link #startProbing}, {@link #open}, {@link #drain}, {@link
 * #close}. Thread-safe once it is open.
 */
public final class Gateway implements AutoCloseable {

    /** Connections to a listener for operators, at most. */
    private static final int MOST_WATCHERS = 64;

    private final IoRuntime io;
    private final OperatorRule operators;
    private final @Nullable Telemetry telemetry;
    private final NodeConnections connections;
    private final TopologyRouter router;
    private final RateLimiter limiter;
    private final Mirror mirror;
    private final Administration administration;
    private final ClientSockets sockets;
    private final UsageMetering usage;
    private final GatewayListeners listeners;
    private final GatewayMetrics metrics;
    private final NodeWatch nodes;
    private final Readiness readiness = new Readiness();
    private volatile Topology topology = Topology.EMPTY;

    private Gateway(GatewaySettings settings, BodyBuffers buffers, ListenerEvents events, Opened opened)
            throws IOException {
        io = opened.with(IoRuntime.start(buffers), IoRuntime::close);
        operators =
                OperatorRule.of(settings.admin().tokenFile(), settings.admin().open());
        telemetry = settings.tracing()
                .endpoint()
                .map(collector -> opened.with(
                        Telemetry.startTraces(
                                collector,
                                BuildInfo.current(),
                                settings.tracing().ratio()),
                        Telemetry::close))
                .orElse(null);
        connections = new NodeConnections(settings.upstream(), io.resources());
        router = new TopologyRouter(RoutingWords.settings(settings), Randomness.perThread(), System::nanoTime);
        MethodTable methods = RoutingWords.methods(settings.routing());
        ByteBudget budget = budget(settings.limits());
        metrics = metrics(methods, budget);
        nodes = new NodeWatch(settings, io, metrics, this::follow);
        limiter = GovernanceWords.limiter(settings.governance().limiter(), System::nanoTime);
        Governance steps = GovernanceWords.of(settings.governance(), limiter);
        mirror = new Mirror(
                GovernanceWords.mirror(settings.governance().mirror()), MirrorSettings.of(settings), io.resources());
        mirror.showOn(metrics);
        usage = UsageMetering.of(settings.usage());
        usage.showOn(metrics);
        RecentDecisions decisions = new RecentDecisions(System::nanoTime);
        RpcMeans means = new RpcMeans(
                new Door(
                        settings.corsOrigins(),
                        operators,
                        telemetry == null ? null : new CallTraces(telemetry.roundTrips())),
                line(settings, steps, decisions),
                new BlockContextReader(methods),
                () -> topology,
                router,
                new RpcMeans.Nodes(
                        connections,
                        NodePaths.of(settings),
                        new ForwardedFields(settings.forwardedHeaders()),
                        Hedging.of(settings.retry(), metrics::add),
                        new MadeFilters(router.filters()),
                        nodes),
                io,
                new RpcMeans.Readers(
                        io.worker().getIoThreadCount(), settings.batch().maxSize()),
                budget,
                RpcMeans.Limits.of(settings),
                usage);
        administration = opened.with(
                Administration.of(
                        settings,
                        new Administration.Parts(operators, router, methods, limiter, nodes, page(decisions)),
                        this::topology),
                Administration::close);
        sockets = new ClientSockets(
                new ClientSockets.Means(io, budget, means.limits().maxBodyBytes(), new GatewaySocketCalls(means)));
        metrics.showSockets(sockets::count);
        listeners = GatewayListeners.bind(
                settings,
                new GatewayListeners.Handlers(
                        administration.beside(new RpcHandler(means, sockets)),
                        new MetricsHandler(metrics, readiness, io.worker()),
                        administration.alone(),
                        administration.listen()),
                io,
                events);
    }

    private GatewayMetrics metrics(MethodTable methods, ByteBudget budget) {
        GatewayMetrics made = new GatewayMetrics(methods.methods());
        made.showTopology(this::topology);
        made.showInFlight(budget::taken);
        BuildInfo build = BuildInfo.current();
        made.showBuild(build.version(), build.git());
        return made;
    }

    private GatewayPage page(RecentDecisions decisions) {
        return new GatewayPage(new GatewayPage.Sources(
                metrics::page,
                this::topology,
                new GatewayPage.Nodes(nodes.monitor()::report, router::load),
                decisions,
                () -> readiness.state().equals(Readiness.READY)));
    }

    private RpcPipeline line(GatewaySettings settings, Governance steps, RecentDecisions decisions) {
        CallLogs logs = CallLogs.of(settings, System::nanoTime);
        return new RpcPipeline(
                metrics.counted(steps),
                settings.governance().mirror().enabled() ? mirror : CallMirror.NONE,
                decisions.of(metrics.counted(router)),
                new Watchers(logs.record(), AfterCall.NONE, logs.slow(), metrics.calls()));
    }

    private static ByteBudget budget(GatewaySettings.Limits limits) {
        return limits.inFlightBytes().isPresent()
                ? new ByteBudget(limits.inFlightBytes().getAsLong())
                : ByteBudget.ofTheHeap(4);
    }

    /**
     * Binds a gateway that knows no nodes yet. Clients that come wait until {@link #open}.
     *
     * @param settings what it is to do
     * @param events who hears of connections
     * @return the gateway, bound
     * @throws IOException naming the address if a port can't be bound, or the token file if that holds no token; nothing is left
     *     running then
     */
    public static Gateway bind(GatewaySettings settings, ListenerEvents events) throws IOException {
        return bind(settings, events, SizedBuffers.ofTheHeap());
    }

    /** As above, on buffers of the caller's choice. */
    static Gateway bind(GatewaySettings settings, ListenerEvents events, BodyBuffers buffers) throws IOException {
        try (Opened opened = new Opened()) {
            Gateway gateway = new Gateway(settings, buffers, events, opened);
            opened.keep();
            return gateway;
        }
    }

    /** Serves metrics and probes from now on, before there is a topology. Idempotent. */
    public void openProbes() {
        listeners.startProbes();
    }

    /** Serves clients from now on, and metrics and probes. */
    public void open() {
        operators.start();
        usage.start();
        listeners.start();
    }

    /** Says from now on that it is not ready, and goes on serving. Idempotent. */
    public void notReady() {
        readiness.end();
    }

    /**
     * Makes {@code /readyz} ask whether discovery has synced; it is not enough then that there is a topology.
     *
     * @param synced true once what is followed is the source's own word
     */
    public void readyOnceSynced(BooleanSupplier synced) {
        readiness.asks(synced);
    }

    /** Begins to probe the nodes of {@link #overlay}; those of a written topology that were told before serve at once. */
    public void startProbing() {
        nodes.start();
    }

    /**
     * Who probes the nodes: tells how each of them does, and probes one when asked to.
     *
     * @return knows the nodes that {@link #overlay} was told
     */
    public NodeMonitor nodes() {
        return nodes.monitor();
    }

    /**
     * Goes by another topology from now on; calls that are on their way keep to theirs. One at a time.
     *
     * @param next the topology
     */
    public void follow(Topology next) {
        boolean otherNodes = !next.hasNodesOf(topology);
        router.prepare(next);
        if (otherNodes) {
            metrics.follow(next);
        }
        topology = next;
        readiness.follow(next);
        if (otherNodes) {
            connections.keepOnly(next);
            sockets.keepOnly(next);
        }
        mirror.follow(next);
        administration.follow(next);
    }

    /**
     * Takes the topologies of a source; what operators lay over them here is added, and their nodes are probed, before they
     * are {@linkplain #follow followed}.
     *
     * @return always the same
     */
    public TopologyListener overlay() {
        return administration.overlay();
    }

    /**
     * The topology that calls see now.
     *
     * @return never null
     */
    public Topology topology() {
        return topology;
    }

    /** Shows more on its page of metrics. */
    void show(MetricFamilies more) {
        metrics.add(more);
    }

    /**
     * Its rate limits, which may be changed while calls come.
     *
     * @return never null; without a rate at first if none is configured
     */
    public RateLimiter limiter() {
        return limiter;
    }

    /**
     * The addresses that it listens on, in the order of the settings.
     *
     * @return real ports
     * @throws IOException if the listeners are closed
     */
    public List<InetSocketAddress> addresses() throws IOException {
        return listeners.calls();
    }

    /**
     * The address of metrics and probes.
     *
     * @return a real port
     * @throws IOException if the listener is closed
     */
    public InetSocketAddress probesAddress() throws IOException {
        return listeners.probes();
    }

    /**
     * The address of admin calls.
     *
     * @return a real port, nothing if they come to the first of {@link #addresses}
     * @throws IOException if the listener is closed
     */
    public Optional<InetSocketAddress> adminAddress() throws IOException {
        return listeners.operators();
    }

    /**
     * Stops accepting, lets calls in flight end and takes leave of WebSockets; metrics and probes are served on.
     *
     * @return completed when no client is connected any more
     */
    public CompletionStage<Void> drain() {
        CompletionStage<Void> drained = listeners.drain();
        sockets.leave();
        return drained;
    }

    /** Connections to nodes that are open. */
    int nodeConnections() {
        return connections.connections();
    }

    /** Ends everything; what is still in flight is cut, and then usage is shipped a last time. Idempotent and bounded. */
    @Override
    public void close() {
        sockets.cut();
        nodes.close();
        listeners.close();
        administration.close();
        connections.close();
        mirror.close();
        operators.close();
        io.close();
        if (telemetry != null) {
            telemetry.close();
        }
        usage.close();
    }
}
