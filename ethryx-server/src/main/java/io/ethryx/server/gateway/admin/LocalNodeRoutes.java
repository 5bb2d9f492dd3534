package io.ethryx.server.gateway.admin;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Pool;
import io.ethryx.discovery.NodeDocument;
import io.ethryx.server.gateway.admin.Route.Reach;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Nodes of this process alone (reference section 12.6). */
final class LocalNodeRoutes {

    private final LiveState live;
    private final Changes changes;

    LocalNodeRoutes(LiveState live, Changes changes) {
        this.live = live;
        this.changes = changes;
    }

    List<Route> routes() {
        return List.of(
                new Route("POST", "/{chainId}/addLocalNode", Reach.LOCAL, this::add),
                new Route("DELETE", "/{chainId}/deleteLocalNode/{nodeKey}", Reach.LOCAL, this::delete));
    }

    private AdminAnswer add(AdminRequest request) {
        ChainId chain = request.chain();
        NewNode added = NewNode.of(request.json(), "local");
        Node node = added.node();
        Desired.checked(key(chain, node), text(node));
        Node before = known(chain, node.key(), false).orElse(null);
        return changes.locally(
                request,
                List.of(new Draft.Change(key(chain, node), textOrNull(before), text(node))),
                () -> live.local().putNode(chain, node),
                added.answer());
    }

    private AdminAnswer delete(AdminRequest request) {
        ChainId chain = request.chain();
        String nodeKey = request.name("nodeKey");
        Node node = known(chain, nodeKey, false)
                .or(() -> known(chain, nodeKey, true))
                .orElseThrow(() -> AdminFault.notFound("node not found"));
        return changes.locally(
                request,
                List.of(new Draft.Change(key(chain, node), text(node), null)),
                () -> live.local().deleteNode(chain, nodeKey),
                AdminAnswer.ok(new JsonObject().with("message", "node " + nodeKey + " deleted successfully")));
    }

    private Optional<Node> known(ChainId chain, String nodeKey, boolean ofNative) {
        return live.laidOver(chain).nodes().stream()
                .filter(node -> node.key().equals(nodeKey) && (node.pool() == Pool.NATIVE) == ofNative)
                .findFirst();
    }

    private static String key(ChainId chain, Node node) {
        return ChainKeys.key(chain, (node.pool() == Pool.NATIVE ? "nativeNodes/" : "nodes/") + node.key());
    }

    private static @Nullable String textOrNull(@Nullable Node node) {
        return node == null ? null : text(node);
    }

    private static String text(Node node) {
        return NodeDocument.of(node).text();
    }
}
