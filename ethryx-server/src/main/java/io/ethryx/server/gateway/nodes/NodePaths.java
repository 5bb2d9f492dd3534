package io.ethryx.server.gateway.nodes;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Pool;
import io.ethryx.server.gateway.settings.DiscoverySettings;
import io.ethryx.server.gateway.settings.GatewaySettings;
import java.util.HashMap;
import java.util.Map;

/**
 * Which path a node is asked at. The node's own path wins; a native node is asked at {@code /}; else it is what its chain
 * says: the client's own path, or a fixed one. The client's query goes on in every case. Immutable.
 */
public final class NodePaths {

    /** Says that the client's path is passed on. */
    private static final String CLIENT = "client";

    private final String usual;
    private final Map<ChainId, String> byChain;

    private NodePaths(String usual, Map<ChainId, String> byChain) {
        this.usual = usual;
        this.byChain = Map.copyOf(byChain);
    }

    /**
     * The paths of a configuration. Under etcd nodes get the client's path, as with the replaced program; stock nodes want
     * {@code /}.
     *
     * @param settings what the file says
     * @return the paths of its nodes
     */
    public static NodePaths of(GatewaySettings settings) {
        boolean etcd = settings.discovery().source() instanceof DiscoverySettings.Etcd;
        Map<ChainId, String> byChain = new HashMap<>();
        settings.routing()
                .chains()
                .forEach((chain, differs) -> ChainId.parse(chain)
                        .ifPresent(id -> differs.upstreamPath().ifPresent(path -> byChain.put(id, path))));
        return new NodePaths(etcd ? CLIENT : "/", byChain);
    }

    /**
     * What a node is asked at.
     *
     * @param node which
     * @param chain which chain it is asked about
     * @param clientTarget path and query as the client sent them
     * @return path and query for the node
     */
    public String target(Node node, ChainId chain, String clientTarget) {
        int query = clientTarget.indexOf('?');
        String path = path(node, chain);
        if (path.equals(CLIENT)) {
            return clientTarget;
        }
        return query < 0 ? path : path + clientTarget.substring(query);
    }

    /** Where a node is probed: where calls go, or {@code /} where that is the client's to say. */
    String probeTarget(Node node, ChainId chain) {
        String path = path(node, chain);
        return path.equals(CLIENT) ? "/" : path;
    }

    private String path(Node node, ChainId chain) {
        String own = node.path();
        if (own != null) {
            return own;
        }
        if (node.pool() == Pool.NATIVE) {
            return "/";
        }
        if (byChain.isEmpty()) {
            return usual;
        }
        String version = byChain.get(chain);
        return version != null ? version : byChain.getOrDefault(chain.withoutVersion(), usual);
    }
}
