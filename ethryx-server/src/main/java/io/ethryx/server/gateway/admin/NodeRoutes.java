package io.ethryx.server.gateway.admin;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Pool;
import io.ethryx.discovery.EtcdValue;
import io.ethryx.discovery.NodeDocument;
import io.ethryx.server.gateway.admin.Route.Reach;
import java.util.List;
import java.util.Optional;

/** Nodes that are registered for all gateways (reference sections 12.3 to 12.5). */
final class NodeRoutes {

    private static final String MANUAL = "manual";

    private final ChainKeys keys;
    private final Changes changes;

    NodeRoutes(ChainKeys keys, Changes changes) {
        this.keys = keys;
        this.changes = changes;
    }

    List<Route> routes() {
        return List.of(
                new Route("POST", "/{chainId}/addNode", Reach.ETCD, this::add),
                new Route("DELETE", "/{chainId}/deleteNode/{nodeKey}", Reach.ETCD, this::delete),
                new Route("PUT", "/{chainId}/updateNode/{nodeKey}", Reach.ETCD, this::update));
    }

    private static String rest(String nodeKey) {
        return "nodes/" + nodeKey;
    }

    private AdminAnswer add(AdminRequest request) {
        ChainId chain = request.chain();
        NewNode added = NewNode.of(request.json(), MANUAL);
        String nodeKey = added.node().key();
        String key = ChainKeys.key(chain, rest(nodeKey));
        String document = Desired.checked(key, NodeDocument.of(added.node()).text());
        if (keys.find(chain, rest(nodeKey), "failed to get node from etcd").isPresent()) {
            throw AdminFault.bad(
                    "node " + nodeKey + " already exists", "choose another node_key, or delete or update that node");
        }
        String failing = "failed to prepare gateway update";
        Draft draft = GatewayKey.of(keys, chain, failing)
                .edited(
                        Draft.NONE.make(key, document),
                        failing,
                        gateway -> gateway.withWeight(nodeKey, added.node().weight()));
        return changes.commit(request, draft, "", added.answer());
    }

    private AdminAnswer delete(AdminRequest request) {
        ChainId chain = request.chain();
        String nodeKey = request.name("nodeKey");
        EtcdValue read = manual(chain, nodeKey, "deleted");
        String failing = "failed to delete node";
        Draft draft = GatewayKey.of(keys, chain, failing)
                .edited(Draft.NONE.delete(read), failing, gateway -> gateway.withoutNode(nodeKey));
        return changes.commit(
                request,
                draft,
                failing,
                AdminAnswer.ok(new JsonObject().with("message", "node " + nodeKey + " deleted successfully")));
    }

    private AdminAnswer update(AdminRequest request) {
        ChainId chain = request.chain();
        String nodeKey = request.name("nodeKey");
        Members body = request.json();
        Optional<String> ip = body.text("ip");
        int port = body.integer("port").orElse(0);
        if (ip.isEmpty() && port == 0) {
            throw AdminFault.bad("at least one field(ip, port) is required", "send ip, port, or both");
        }
        if (port != 0) {
            NewNode.checkPort(port);
        }
        EtcdValue read = manual(chain, nodeKey, "updated");
        NodeDocument document = parsed(read);
        document = ip.isPresent() ? document.withAddress(ip.get()) : document;
        document = port == 0 ? document : document.withPort(port);
        Node node = updated(chain, read, document);
        return changes.commit(
                request,
                Draft.NONE.replace(read, document.text()),
                "failed to update node in etcd",
                AdminAnswer.ok(new JsonObject()
                        .with("ip", node.address())
                        .with("nodeKey", nodeKey)
                        .with("nodeType", node.pool() == Pool.ARCHIVE ? 2 : 1)
                        .with("port", node.port())
                        .with("state", node.stateType())));
    }

    /** What the changed document is read as: one that is of no use is not written. */
    private static Node updated(ChainId chain, EtcdValue read, NodeDocument document) {
        ChainTopology alone =
                new EtcdValue(read.key(), document.text(), 1).topology().chain(chain);
        if (alone == null || alone.nodes().isEmpty()) {
            Desired.checked(read.key(), document.text());
            throw AdminFault.bad("the node would be of no use", "its key would hold " + document.text());
        }
        return alone.nodes().get(0);
    }

    private EtcdValue manual(ChainId chain, String nodeKey, String done) {
        EtcdValue read = keys.find(chain, rest(nodeKey), "failed to get node from etcd")
                .orElseThrow(() -> AdminFault.notFound("node " + nodeKey + " not found"));
        String source = parsed(read).source();
        if (!source.equals(MANUAL)) {
            throw AdminFault.bad(
                    "only manual nodes can be " + done,
                    "the source of " + nodeKey + " is " + source + "; who registered it has to change it");
        }
        return read;
    }

    private static NodeDocument parsed(EtcdValue read) {
        try {
            return NodeDocument.of(read.text());
        } catch (IllegalArgumentException malformed) {
            throw new AdminFault(
                    500,
                    "failed to parse existing node data",
                    read.key() + ": " + malformed.getMessage() + "; correct or delete the key");
        }
    }
}
