package io.ethryx.server.gateway.admin;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Pool;
import io.ethryx.health.NodeReport;
import io.ethryx.server.gateway.admin.Route.Reach;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** What chains and nodes there are (reference section 12.1). */
final class ReadRoutes {

    private final LiveState live;
    private final SeenChains seen;

    ReadRoutes(LiveState live, SeenChains seen) {
        this.live = live;
        this.seen = seen;
    }

    List<Route> routes() {
        return List.of(
                new Route("GET", "/getChains", Reach.READ, this::chains),
                new Route("GET", "/{chainId}/getAllNodes", Reach.READ, this::nodes),
                new Route("GET", "/{chainId}/getWeight", Reach.READ, this::weight));
    }

    private AdminAnswer chains(AdminRequest request) {
        return AdminAnswer.ok(new JsonObject().with("chain_ids", seen.ids()));
    }

    private AdminAnswer nodes(AdminRequest request) {
        ChainTopology chain = live.chain(request.chain());
        boolean all = request.parameter("verbose").filter("true"::equals).isPresent();
        return AdminAnswer.ok(new JsonObject()
                .with("archive_nodes", items(chain, Pool.ARCHIVE, all))
                .with("native_nodes", items(chain, Pool.NATIVE, all))
                .with("state_nodes", items(chain, Pool.STATE, all)));
    }

    /** The nodes that have joined; or all of them, with what their probes say. */
    private List<JsonObject> items(ChainTopology chain, Pool pool, boolean all) {
        return chain.nodes().stream()
                .filter(node -> node.pool() == pool && (all || node.joined()))
                .map(node -> all ? probed(chain.id(), node) : item(node))
                .toList();
    }

    private JsonObject probed(ChainId chain, Node node) {
        Optional<NodeReport> report = live.probing().report(chain, node);
        OptionalLong head = report.map(NodeReport::head).orElse(OptionalLong.empty());
        return item(node)
                .with("status", node.status().wireName())
                .with("head", head.isPresent() ? "0x" + Long.toHexString(head.getAsLong()) : null)
                .with("lagging", report.map(NodeReport::lagging).orElse(false));
    }

    private static JsonObject item(Node node) {
        return new JsonObject()
                .with("ip", node.address())
                .with("key", node.key())
                .with("port", node.port())
                .with("source", node.source())
                .with("state", node.stateType())
                .with("weight", Math.max(1, node.weight()));
    }

    private AdminAnswer weight(AdminRequest request) {
        String key = request.parameter("node")
                .orElseThrow(() -> AdminFault.bad("node parameter is required", "send ?node=KEY, or ?node=all"));
        ChainId chain = request.chain();
        Map<String, Integer> weights = new TreeMap<>();
        if (!key.equals("all")) {
            Node node = live.node(chain, key).orElseThrow(() -> AdminFault.notFound("node not found"));
            weights.put(key, live.weightOf(chain, node));
        } else if (!live.weightedByNode()) {
            weights.putAll(live.topologies().get().gatewayOf(chain).weights());
        }
        return AdminAnswer.ok(new JsonObject().with("weights", weights));
    }
}
