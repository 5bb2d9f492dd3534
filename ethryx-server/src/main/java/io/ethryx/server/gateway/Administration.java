package io.ethryx.server.gateway;

import io.ethryx.core.line.Governance;
import io.ethryx.core.line.Governor;
import io.ethryx.core.topology.Topology;
import io.ethryx.discovery.EtcdSettings;
import io.ethryx.discovery.LocalOverlay;
import io.ethryx.discovery.TopologyListener;
import io.ethryx.governance.RateLimiter;
import io.ethryx.routing.MethodTable;
import io.ethryx.routing.TopologyRouter;
import io.ethryx.server.access.OperatorRule;
import io.ethryx.server.access.UnusableFileException;
import io.ethryx.server.config.ListenAddress;
import io.ethryx.server.gateway.admin.AdminApi;
import io.ethryx.server.gateway.admin.Choosing;
import io.ethryx.server.gateway.admin.LiveState;
import io.ethryx.server.gateway.body.OwnAnswer;
import io.ethryx.server.gateway.nodes.NodeWatch;
import io.ethryx.server.gateway.rules.GovernanceWords;
import io.ethryx.server.gateway.rules.RoutingWords;
import io.ethryx.server.gateway.settings.DiscoverySettings;
import io.ethryx.server.gateway.settings.GatewaySettings;
import io.ethryx.server.gateway.topology.EtcdTopology;
import io.ethryx.server.listener.ExchangeHandler;
import io.ethryx.server.page.GatewayPage;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/** Joins the admin API to a gateway: what it sees, what it lays over the topology, and on which listener it is. */
final class Administration implements AutoCloseable {

    private final Optional<ListenAddress> listen;
    private final LocalOverlay local;
    private final AdminApi api;

    private Administration(Optional<ListenAddress> listen, LocalOverlay local, AdminApi api) {
        this.listen = listen;
        this.local = local;
        this.api = api;
    }

    /**
     * The parts of a gateway that admin calls work on.
     *
     * @param operators who may call
     * @param router who decides where calls go
     * @param methods the table of methods
     * @param limiter the rate limits
     * @param nodes who watches and probes nodes
     * @param page what a browser is shown
     */
    record Parts(
            OperatorRule operators,
            TopologyRouter router,
            MethodTable methods,
            RateLimiter limiter,
            NodeWatch nodes,
            GatewayPage page) {}

    /**
     * Makes it.
     *
     * @param settings the gateway's
     * @param parts the gateway's
     * @param topologies what calls see
     * @throws UnusableFileException if the audit log can't be written
     */
    static Administration of(GatewaySettings settings, Parts parts, Supplier<Topology> topologies)
            throws UnusableFileException {
        LocalOverlay local = new LocalOverlay(parts.nodes()::follow);
        Optional<EtcdSettings> etcd = etcd(settings.discovery().source());
        boolean turns = settings.selection() == GatewaySettings.Selection.ROUND_ROBIN;
        AdminApi api = AdminApi.of(new AdminApi.Means(
                parts.operators(),
                etcd,
                settings.admin().auditLog().map(Path::of),
                new LiveState(topologies, local, parts.nodes().monitor()::report, etcd.isPresent(), turns),
                parts.limiter(),
                new Choosing(
                        parts.router(),
                        RoutingWords.settings(settings),
                        parts.methods(),
                        uncounted(GovernanceWords.of(settings.governance(), parts.limiter()))),
                parts.page()));
        return new Administration(settings.admin().listen(), local, api);
    }

    private static Optional<EtcdSettings> etcd(DiscoverySettings.Source source) {
        return source instanceof DiscoverySettings.Etcd etcd
                ? Optional.of(EtcdTopology.settings(etcd, Optional.empty()))
                : Optional.empty();
    }

    /** A call that is only asked about takes nothing from a rate limit. */
    private static Governor uncounted(Governance steps) {
        return new Governance(steps.denyList(), steps.nameCheck(), Governor.NONE, steps.rewrite());
    }

    /** The handler of the listener of calls. */
    ExchangeHandler beside(ExchangeHandler calls) {
        return listen.isPresent() ? calls : api.before(calls);
    }

    /** The handler of a listener of its own. */
    ExchangeHandler alone() {
        return api.before(
                exchange -> OwnAnswer.text(exchange, 404, "This listener serves admin calls; see /openapi.json."));
    }

    /** Its own address, if it has one. */
    Optional<ListenAddress> listen() {
        return listen;
    }

    /** Takes the source's topologies. */
    TopologyListener overlay() {
        return local;
    }

    /** Sees a topology as calls do from now on. */
    void follow(Topology topology) {
        api.changed(topology);
    }

    @Override
    public void close() {
        api.close();
    }
}
