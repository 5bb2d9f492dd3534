package io.ethryx.routing;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Pool;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The loads of all nodes that are registered. A node that goes away is forgotten; one that moves to another address begins
 * anew.
 */
final class NodeLoads {

    private final ConcurrentMap<Place, NodeLoad> loads = new ConcurrentHashMap<>();
    private final SelectionStrategy strategy;

    NodeLoads(SelectionStrategy strategy) {
        this.strategy = strategy;
    }

    /** Where a node is registered, and where it is. */
    record Place(ChainId chain, boolean ofNative, String key, String address, int port) {

        static Place of(ChainId chain, Node node) {
            return new Place(chain, node.pool() == Pool.NATIVE, node.key(), node.address(), node.port());
        }
    }

    /** A node's load; one that is not known begins. */
    NodeLoad of(ChainId chain, Node node) {
        return loads.computeIfAbsent(Place.of(chain, node), place -> new NodeLoad(strategy));
    }

    void forgetAllBut(Set<Place> registered) {
        loads.keySet().retainAll(registered);
    }

    int size() {
        return loads.size();
    }
}
