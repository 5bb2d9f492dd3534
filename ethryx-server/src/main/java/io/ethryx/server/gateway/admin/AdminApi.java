package io.ethryx.server.gateway.admin;

import io.ethryx.core.topology.Topology;
import io.ethryx.discovery.EtcdSettings;
import io.ethryx.discovery.TopologyListener;
import io.ethryx.governance.RateLimiter;
import io.ethryx.server.access.OperatorRule;
import io.ethryx.server.access.UnusableFileException;
import io.ethryx.server.listener.ExchangeHandler;
import io.ethryx.server.logging.Targets;
import io.ethryx.server.page.GatewayPage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The admin API, put together (decisions G19, G20, G40; reference section 12). Nothing runs before the first call; a call to
 * etcd waits on an admin thread, 7 seconds at most, and no call waits on an IO thread. Thread-safe.
 */
public final class AdminApi implements TopologyListener, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Targets.ETHRYX);

    private final OperatorRule operators;
    private final KeyStore store;
    private final AuditLog audit;
    private final AdminDesk desk;
    private final SeenChains seen = new SeenChains();
    private final RouteTable routes;

    private AdminApi(Means means, AuditLog audit) {
        this.operators = means.operators();
        this.audit = audit;
        store = means.etcd().<KeyStore>map(EtcdKeyStore::new).orElse(KeyStore.NONE);
        desk = new AdminDesk(means.etcd().isPresent());
        routes = new RouteTable(routes(means));
    }

    /**
     * What the calls work on.
     *
     * @param operators who may call
     * @param etcd where the topology's keys are, nothing where it is written down
     * @param auditLog the file of changes, nothing for the log
     * @param live what this process knows
     * @param limiter its rate limits
     * @param choosing what decides where calls go
     * @param page what a browser is shown
     */
    public record Means(
            OperatorRule operators,
            Optional<EtcdSettings> etcd,
            Optional<Path> auditLog,
            LiveState live,
            RateLimiter limiter,
            Choosing choosing,
            GatewayPage page) {}

    /**
     * An API that no one can reach yet.
     *
     * @param means what it works on
     * @return the API
     * @throws UnusableFileException if the audit log can't be written
     */
    public static AdminApi of(Means means) throws UnusableFileException {
        return new AdminApi(means, AuditLog.open(means.auditLog().orElse(null), Clock.systemUTC()));
    }

    private List<Route> routes(Means means) {
        LiveState live = means.live();
        ChoiceRoutes choices = new ChoiceRoutes(live, means.choosing());
        ChainKeys keys = new ChainKeys(store);
        Changes changes = new Changes(store, audit);
        List<Route> all = new ArrayList<>();
        all.addAll(new ReadRoutes(live, seen).routes());
        all.addAll(choices.routes());
        all.addAll(new WeightRoutes(live, keys, changes).routes());
        all.addAll(new NodeRoutes(keys, changes).routes());
        all.addAll(new LocalNodeRoutes(live, changes).routes());
        all.addAll(new MethodRoutes(live, keys, changes).routes());
        all.addAll(new MirrorRoutes(live, keys, changes).routes());
        all.addAll(new WriterRoutes(keys, changes).routes());
        all.addAll(new RateRoutes(means.limiter(), changes).routes());
        all.addAll(new DocumentRoutes().routes());
        all.addAll(new PageRoutes(means.page(), choices).routes());
        return all;
    }

    /**
     * A handler that takes admin calls.
     *
     * @param next takes all else
     * @return the handler
     */
    public ExchangeHandler before(ExchangeHandler next) {
        return new AdminHandler(routes, operators, desk, next);
    }

    /** All calls that there are. */
    List<Route> routes() {
        return routes.routes();
    }

    @Override
    public void changed(Topology topology) {
        seen.changed(topology);
    }

    /** Ends calls that wait. Idempotent and bounded. */
    @Override
    public void close() {
        desk.close();
        store.close();
        try {
            audit.close();
        } catch (IOException e) {
            LOG.atWarn().setCause(e).log("audit log not closed");
        }
    }
}
