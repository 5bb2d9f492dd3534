package io.ethryx.server.gateway.admin;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Node;
import io.ethryx.server.gateway.admin.Route.Reach;
import java.util.List;

/** The weights of nodes (reference section 12.2). */
final class WeightRoutes {

    private static final String NOT_FOR_TURNS = "round-robin doesn't support set weight";

    private final LiveState live;
    private final ChainKeys keys;
    private final Changes changes;

    WeightRoutes(LiveState live, ChainKeys keys, Changes changes) {
        this.live = live;
        this.keys = keys;
        this.changes = changes;
    }

    List<Route> routes() {
        return List.of(
                new Route("POST", "/{chainId}/setWeight", Reach.ETCD, this::set),
                new Route("DELETE", "/{chainId}/deleteWeight", Reach.ETCD, this::delete));
    }

    private AdminAnswer set(AdminRequest request) {
        refuseForTurns();
        String node = node(request);
        int weight = weight(request);
        return change(request, node, weight, "failed to set weight", "weight updated successfully");
    }

    private AdminAnswer delete(AdminRequest request) {
        String node = node(request);
        refuseForTurns();
        return change(
                request,
                node,
                Node.DEFAULT_WEIGHT,
                "failed to reset weight to default",
                "reset to default weight " + Node.DEFAULT_WEIGHT);
    }

    private void refuseForTurns() {
        if (live.weightedByNode()) {
            throw AdminFault.bad(
                    NOT_FOR_TURNS,
                    "node_select_strategy is round_robin, which goes by the weights of the nodes' own keys; change those");
        }
    }

    private static String node(AdminRequest request) {
        return request.parameter("node")
                .orElseThrow(() -> AdminFault.bad("node parameter is required", "send ?node=KEY"));
    }

    private static int weight(AdminRequest request) {
        String text = request.parameter("weight").orElse("");
        int weight;
        try {
            weight = Integer.parseInt(text);
        } catch (NumberFormatException none) {
            throw AdminFault.bad("invalid weight value", "weight is '" + text + "'; send an integer from 0 to 100");
        }
        if (weight < 0 || weight > 100) {
            throw AdminFault.bad("weight must be between 0 and 100", "weight is " + weight + "; send 0 to 100");
        }
        return weight;
    }

    private AdminAnswer change(AdminRequest request, String node, int weight, String failing, String message) {
        ChainId chain = request.chain();
        if (live.node(chain, node).isEmpty()) {
            throw AdminFault.notFound("node not found");
        }
        GatewayKey gateway = GatewayKey.of(keys, chain, failing);
        Draft draft = gateway.edited(Draft.NONE, failing, document -> document.withWeight(node, weight));
        return changes.commit(
                request,
                draft,
                failing,
                AdminAnswer.ok(new JsonObject()
                        .with("message", message)
                        .with("node", node)
                        .with("weight", weight)));
    }
}
