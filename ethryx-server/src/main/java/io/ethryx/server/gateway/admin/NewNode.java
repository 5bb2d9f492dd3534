package io.ethryx.server.gateway.admin;

import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.NodeStatus;
import io.ethryx.core.topology.Pool;
import java.util.Optional;

/**
 * A node that a call describes.
 *
 * @param node the node
 */
record NewNode(Node node) {

    /**
     * Reads and checks a description.
     *
     * @param body <code>{node_type, node_key?, ip, port, state, weight?}</code>; a weight that is left out is 100
     * @param source who registers it
     */
    static NewNode of(Members body, String source) {
        Optional<String> key = body.text("node_key");
        Optional<String> ip = body.text("ip");
        int port = body.integer("port").orElse(0);
        int type = body.integer("node_type").orElse(0);
        int state = body.integer("state").orElse(0);
        int weight = body.integer("weight").orElse(Node.DEFAULT_WEIGHT);
        if (ip.isEmpty() || port == 0) {
            throw AdminFault.bad("(ip, port) are required", "send ip, a host name or address, and port");
        }
        checkPort(port);
        if (type != 1 && type != 2) {
            throw AdminFault.bad(
                    "invalid node_type value", "node_type is " + type + "; send 1 for state or 2 for archive");
        }
        between("state", state, 1, 3);
        between("weight", weight, 0, 100);
        return new NewNode(new Node(
                key.orElseGet(() -> ip.get() + "_" + port),
                type == 2 ? Pool.ARCHIVE : Pool.STATE,
                ip.get(),
                port,
                null,
                weight,
                state,
                source,
                NodeStatus.READY));
    }

    static void checkPort(int port) {
        between("port", port, 1, 65_535);
    }

    private static void between(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw AdminFault.bad(
                    name + " must be between " + least + " and " + most,
                    name + " is " + value + "; send " + least + " to " + most);
        }
    }

    /** The answer once it is registered. */
    AdminAnswer answer() {
        return AdminAnswer.ok(new JsonObject()
                .with("ip", node.address())
                .with("node", node.key())
                .with("port", node.port())
                .with("source", node.source())
                .with("state", node.stateType())
                .with("weight", node.weight()));
    }
}
