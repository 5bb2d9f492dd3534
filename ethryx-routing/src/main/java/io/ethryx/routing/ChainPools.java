package io.ethryx.routing;

import io.ethryx.core.topology.GatewaySettings;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Pool;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The pools of a chain, compiled from its nodes and settings; lives on while these do, whatever the head does.
 *
 * @param nodes the nodes that it was made from
 * @param gateway the weights and routes that it was made from
 * @param turns how many turns each pool has taken
 * @param state the State pool
 * @param archive the Archive pool
 * @param ofNative the Native pool
 * @param loads the load of each node, by identity
 */
record ChainPools(
        List<Node> nodes,
        GatewaySettings gateway,
        ChainTurns turns,
        PoolTables state,
        PoolTables archive,
        PoolTables ofNative,
        IdentityHashMap<Node, NodeLoad> loads) {

    PoolTables of(Pool pool) {
        return switch (pool) {
            case STATE -> state;
            case ARCHIVE -> archive;
            case NATIVE -> ofNative;
        };
    }
}
