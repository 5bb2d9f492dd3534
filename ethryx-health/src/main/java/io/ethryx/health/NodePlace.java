package io.ethryx.health;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Pool;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A node by name, and where it is.
 *
 * @param name its name in its chain
 * @param address as registered
 * @param port as registered
 * @param path as registered
 */
record NodePlace(
        Name name, String address, int port, @Nullable String path) {

    /**
     * What stays the same while a node moves. Native nodes have names of their own.
     *
     * @param chain the chain, or the version of one, that it is registered for
     * @param ofNative whether it is a Native node
     * @param key its key
     */
    record Name(ChainId chain, boolean ofNative, String key) {

        static Name of(ChainId chain, Node node) {
            return new Name(chain, node.pool() == Pool.NATIVE, node.key());
        }
    }

    static NodePlace of(ChainId chain, Node node) {
        return new NodePlace(Name.of(chain, node), node.address(), node.port(), node.path());
    }

    /** The node as registered, but at this place. */
    Node place(Node node) {
        boolean there = address.equals(node.address()) && port == node.port() && Objects.equals(path, node.path());
        return there
                ? node
                : new Node(
                        node.key(),
                        node.pool(),
                        address,
                        port,
                        path,
                        node.weight(),
                        node.stateType(),
                        node.source(),
                        node.probed());
    }
}
