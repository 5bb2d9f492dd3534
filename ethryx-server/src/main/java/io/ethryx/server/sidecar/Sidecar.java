package io.ethryx.server.sidecar;

import io.ethryx.health.HealthSettings;
import io.ethryx.health.PairMonitor;
import io.ethryx.health.PairSnapshot;
import io.ethryx.health.ProbeTransport;
import io.ethryx.health.SlotClock;
import io.ethryx.health.TransportMode;
import io.ethryx.server.budget.ByteBudget;
import io.ethryx.server.config.BuildInfo;
import io.ethryx.server.config.SidecarSettings;
import io.ethryx.server.io.BodyBuffers;
import io.ethryx.server.io.IoRuntime;
import io.ethryx.server.io.Opened;
import io.ethryx.server.io.SizedBuffers;
import io.ethryx.server.listener.InboundLimits;
import io.ethryx.server.listener.ListenerSettings;
import io.ethryx.server.listener.accept.Listeners;
import io.ethryx.server.logging.AccessLog;
import io.ethryx.server.metrics.HealthMetrics;
import io.ethryx.server.metrics.MetricsPage;
import io.ethryx.server.metrics.ProcessMetrics;
import io.ethryx.server.metrics.ProxyMetrics;
import io.ethryx.server.mock.StandIns;
import io.ethryx.server.mock.SyncingConversation;
import io.ethryx.server.mock.SyncingInspector;
import io.ethryx.server.page.SidecarPage;
import io.ethryx.server.proxy.Destination;
import io.ethryx.server.proxy.Forwarder;
import io.ethryx.server.telemetry.ExchangeTraces;
import io.ethryx.server.telemetry.Telemetry;
import io.ethryx.server.tunnel.WebSockets;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The sidecar, put together. Life: {@link #start}, {@link #notReady}, {@link #drain}, {@link #close}; each may be left out
 * but the order stays. Thread-safe after its start.
 */
public final class Sidecar implements AutoCloseable {

    /** Where relays take registrations of validators (builder-specs, registerValidator). */
    private static final String RELAY_PATH = "/eth/v1/builder/validators";

    private final SidecarSettings settings;
    private final IoRuntime io;
    private final PairConnections connections;
    private final PairMonitor monitor;
    private final WarmUpGate gate;
    private final ByteBudget inspected = ByteBudget.ofTheHeap(4);
    private final ByteBudget heldHeads = ByteBudget.ofTheHeap(8);
    private final WebSockets sockets;
    private final Listeners main;
    private final @Nullable Listeners metrics;
    private final @Nullable Telemetry telemetry;

    /** What a sidecar finds: which build it is, its IO threads, and the way of its probes. */
    private record Surroundings(BuildInfo build, IoRuntime io, UnaryOperator<ProbeTransport> probes) {}

    private Sidecar(SidecarSettings settings, Surroundings around, Opened opened) throws IOException {
        this.settings = settings;
        io = around.io();
        BuildInfo build = around.build();
        connections = new PairConnections(
                settings.upstreams(), settings.limits().maxConnections(), io.resources(), this::http11Required);
        Destination cl = connections.cl();
        Optional<Destination> relay = connections.mevRelay().map(found -> found.insteadOfThePath(RELAY_PATH));

        RouteTable routes = new RouteTable(settings.upstreams().clPathPrefixes(), settings.mocks(), relay.isPresent());
        PrometheusRegistry registry = new PrometheusRegistry();
        AccessLog accessLog = new AccessLog(settings.logging().accessLogExtended());
        telemetry = settings.upstreams()
                .otelEndpoint()
                .map(collector -> opened.with(Telemetry.start(collector, build, registry), Telemetry::close))
                .orElse(null);
        TrafficEvents traffic = new TrafficEvents(
                new ProxyMetrics(registry),
                accessLog,
                telemetry == null ? null : new ExchangeTraces(telemetry.spans()),
                routes::isCl);
        gate = new WarmUpGate(traffic);
        HealthMetrics healthMetrics = new HealthMetrics(registry, this::snapshot);

        monitor = PairMonitor.builder(
                        healthSettings(settings),
                        around.probes().apply(new UpstreamProbes(io.worker(), io.buffers(), connections)))
                .listener(new HealthEvents(healthMetrics))
                .build();

        Destination el = connections.el(monitor::elMode);
        MetricsPage page = new MetricsPage(registry);
        Forwarder forwarder = new Forwarder(
                new Forwarder.Settings(
                        settings.upstreams().proxyTimeout(),
                        settings.upstreams().forwardedHeaders()),
                io.timers(),
                io.buffers(),
                traffic);
        sockets = new WebSockets(
                forwarder,
                new WebSockets.Means(io.worker(), io.timers(), io.buffers(), traffic),
                new WebSockets.Limits(
                        settings.limits().maxWsConnections(), settings.limits().wsIdleTimeout()));
        ProcessMetrics.register(
                registry,
                new ProcessMetrics.Build(build.version(), build.git()),
                () -> Math.max(0, traffic.connections() - sockets.connections()),
                sockets::connected);
        boolean apart = settings.listening().metrics().isPresent();
        PairHandler pairHandler = new PairHandler(
                routes,
                new PairHandler.Answers(
                        new LocalAnswers(monitor, page, !apart),
                        new StandIns(traffic, io.buffers(), monitor::nodeHealth),
                        new SyncingInspector(
                                forwarder, el, new SyncingInspector.Means(io.buffers(), inspected, traffic))),
                gate,
                new PairHandler.Upstreams(
                        forwarder, el, cl, relay.orElse(cl), sockets, connections.elWebSocket(), hearing()));
        main = opened.with(
                Listeners.bind(
                        settings.listening().addresses(),
                        new ListenerSettings(limits(), pairHandler, io.resources(), heldHeads, traffic)),
                Listeners::close);
        metrics = apart ? bindMetrics(beside(routes, page), traffic) : null;
    }

    /**
     * Binds and starts a sidecar: its ports are open when this returns, while the first poll is on its way (decision S5).
     *
     * @param settings what it is to do
     * @param build which build this is
     * @return the running sidecar
     * @throws IOException naming the address, if a port can't be bound; nothing is left running then
     */
    public static Sidecar start(SidecarSettings settings, BuildInfo build) throws IOException {
        return start(settings, build, SizedBuffers.ofTheHeap(), UnaryOperator.identity());
    }

    /** As above, on buffers and probes of the caller's choice. */
    static Sidecar start(
            SidecarSettings settings, BuildInfo build, BodyBuffers buffers, UnaryOperator<ProbeTransport> probes)
            throws IOException {
        try (Opened opened = new Opened()) {
            IoRuntime io = opened.with(IoRuntime.start(buffers), IoRuntime::close);
            Sidecar sidecar = new Sidecar(settings, new Surroundings(build, io, probes), opened);
            sidecar.begin();
            opened.keep();
            return sidecar;
        }
    }

    private void begin() {
        main.start();
        if (metrics != null) {
            metrics.start();
        }
        monitor.warm().thenRun(gate::open);
        monitor.start();
    }

    private Optional<PairSnapshot> snapshot() {
        return monitor.snapshot();
    }

    private void http11Required() {
        monitor.http11Required();
    }

    private InboundLimits limits() {
        InboundLimits usual = InboundLimits.DEFAULT;
        return new InboundLimits(
                settings.limits().maxRequestHeadBytes(),
                settings.limits().maxConnections(),
                usual.headTimeout(),
                usual.keepAliveTimeout(),
                usual.bodyWindow(),
                usual.minBodyBytesPerSecond(),
                usual.http2BodyIdleTimeout());
    }

    private MetricsHandler beside(RouteTable routes, MetricsPage page) {
        SidecarPage live = new SidecarPage(monitor, () -> page.render(null).body());
        return new MetricsHandler(routes, new LocalAnswers(monitor, page, true), new PairPage(live, io.worker()));
    }

    private Listeners bindMetrics(MetricsHandler handler, TrafficEvents traffic) throws IOException {
        return Listeners.bind(
                settings.listening().metrics().stream().toList(),
                new ListenerSettings(limits(), handler, io.resources(), heldHeads, traffic));
    }

    /** Who hears what is said to the EL over WebSockets. */
    private WebSockets.@Nullable Hearing hearing() {
        SidecarSettings.Mocks mocks = settings.mocks();
        boolean answersSyncing = mocks.ethSyncing() || mocks.trustUpstream();
        return answersSyncing ? new WebSockets.Hearing(SyncingConversation::new, inspected) : null;
    }

    private static HealthSettings healthSettings(SidecarSettings settings) {
        SidecarSettings.Health health = settings.health();
        return new HealthSettings(
                health.pollInterval(),
                health.timeout(),
                new HealthSettings.Thresholds(health.failureThreshold(), health.successThreshold()),
                new HealthSettings.Freshness(health.strict(), health.elMaxBlockAge(), health.clMaxSlotAge()),
                new SlotClock(health.genesisTime(), health.slotDuration()),
                scope(settings));
    }

    private static HealthSettings.Scope scope(SidecarSettings settings) {
        if (settings.mocks().trustUpstream()) {
            return HealthSettings.Scope.TRUSTED;
        }
        return settings.health().pair() ? HealthSettings.Scope.PAIR : HealthSettings.Scope.EACH_NODE;
    }

    /**
     * The addresses that the main listeners are bound to, in the order of the settings.
     *
     * @return real ports
     * @throws IOException if the listeners are closed
     */
    public List<InetSocketAddress> addresses() throws IOException {
        return main.addresses();
    }

    /**
     * The address of the metrics listener, if there is one.
     *
     * @return its real port
     * @throws IOException if the listener is closed
     */
    public Optional<InetSocketAddress> metricsAddress() throws IOException {
        return metrics == null
                ? Optional.empty()
                : Optional.of(metrics.addresses().get(0));
    }

    /**
     * The first poll of the pair.
     *
     * @return completed when it has ended
     */
    public CompletionStage<Void> warm() {
        return monitor.warm();
    }

    /** From now on {@code /readyz} is 503, while all else is served as before. Idempotent. */
    public void notReady() {
        monitor.shuttingDown();
    }

    /**
     * Stops accepting, lets requests in flight end and takes leave of WebSockets.
     *
     * @return completed when no client is connected any more
     */
    public CompletionStage<Void> drain() {
        CompletableFuture<Void> drained = main.drain().toCompletableFuture();
        sockets.leave();
        return metrics == null
                ? drained
                : CompletableFuture.allOf(drained, metrics.drain().toCompletableFuture());
    }

    /** Connections open to the EL, the CL and the relay, idle ones included. */
    int upstreamConnections() {
        return connections.open();
    }

    /** How the EL is spoken to by now: {@code h2c}, {@code h2} or {@code http/1.1}. */
    String elTransport() {
        boolean http2 = monitor.elMode() == TransportMode.HTTP_2;
        return !http2 ? "http/1.1" : settings.upstreams().elHttp().secure() ? "h2" : "h2c";
    }

    /** WebSockets that carry messages now. */
    int webSockets() {
        return sockets.connected();
    }

    /** How many bytes of bodies are held for a look at them. */
    long bytesHeld() {
        return inspected.taken();
    }

    /** Connections to the EL and the CL that serve a call. */
    int busyUpstreamConnections() {
        return connections.inUse();
    }

    /**
     * Ends everything; what is still in flight is cut. Idempotent and bounded.
     */
    @Override
    public void close() {
        gate.close();
        monitor.close();
        sockets.cut();
        main.close();
        if (metrics != null) {
            metrics.close();
        }
        connections.close();
        io.close();
        if (telemetry != null) {
            telemetry.close();
        }
    }
}
