package io.ethryx.server.gateway.nodes;

import io.ethryx.core.topology.Node;
import org.jspecify.annotations.Nullable;

/**
 * Where a node listens.
 *
 * @param host a name or an IP literal without brackets
 * @param port 1 to 65535
 */
record NodeAddress(String host, int port) {

    static NodeAddress of(Node node) {
        return new NodeAddress(node.address(), node.port());
    }

    /** What stands in Host. */
    String authority() {
        String name = host.indexOf(':') < 0 ? host : "[" + host + "]";
        return port == 80 ? name : name + ":" + port;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof NodeAddress address && port == address.port && host.equals(address.host));
    }

    /** Looked up each time a node is asked: what the compiler would make of it costs far more. */
    @Override
    public int hashCode() {
        return 31 * host.hashCode() + port;
    }
}
