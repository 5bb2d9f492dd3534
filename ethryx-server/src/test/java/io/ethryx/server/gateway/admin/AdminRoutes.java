package io.ethryx.server.gateway.admin;

import io.ethryx.core.line.Governor;
import io.ethryx.core.topology.Topology;
import io.ethryx.discovery.LocalOverlay;
import io.ethryx.governance.RateLimiter;
import io.ethryx.routing.MethodTable;
import io.ethryx.routing.RoutingSettings;
import io.ethryx.routing.TopologyRouter;
import io.ethryx.server.access.OperatorRule;
import io.ethryx.server.page.GatewayPage;
import io.ethryx.server.page.RecentDecisions;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The calls of the API, without a gateway. */
final class AdminRoutes {

    private AdminRoutes() {}

    static List<Route> all() throws IOException {
        LocalOverlay local = new LocalOverlay(topology -> {});
        AdminApi.Means means = new AdminApi.Means(
                OperatorRule.of(Optional.empty(), false),
                Optional.empty(),
                Optional.empty(),
                new LiveState(() -> Topology.EMPTY, local, (chain, node) -> Optional.empty(), false, false),
                new RateLimiter(Map.of(), RateLimiter.Per.PROCESS, () -> 0),
                new Choosing(
                        new TopologyRouter(RoutingSettings.DEFAULT, bound -> 0, () -> 0),
                        RoutingSettings.DEFAULT,
                        MethodTable.standard(),
                        Governor.NONE),
                new GatewayPage(new GatewayPage.Sources(
                        () -> new byte[0],
                        () -> Topology.EMPTY,
                        new GatewayPage.Nodes((chain, node) -> Optional.empty(), (chain, node) -> {
                            throw new IllegalStateException("there are no nodes");
                        }),
                        new RecentDecisions(() -> 0),
                        () -> true)));
        try (AdminApi api = AdminApi.of(means)) {
            return api.routes();
        }
    }
}
