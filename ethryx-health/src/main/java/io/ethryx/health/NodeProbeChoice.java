package io.ethryx.health;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Pool;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Which call probes which node: Native nodes {@code eth_blockNumber}, all others a usual call; a chain may have one of its
 * own, for all of its pools. Only {@code getLatestBlock}, which Native nodes do not know, is never sent to them. A version
 * goes by its base unless it is named itself. Immutable.
 */
public final class NodeProbeChoice {

    private static final NodeProbe OF_NATIVE = new NodeProbe(NodeProbe.BLOCK_NUMBER);

    private final NodeProbe usual;
    private final Map<ChainId, NodeProbe> byChain;

    private NodeProbeChoice(NodeProbe usual, Map<ChainId, NodeProbe> byChain) {
        this.usual = usual;
        this.byChain = byChain;
    }

    /**
     * For nodes of the replaced program's kind: {@code getLatestBlock}.
     *
     * @param byChain the methods of chains that differ
     * @return the choice
     * @throws IllegalArgumentException naming a method that can't be one
     */
    public static NodeProbeChoice official(Map<ChainId, String> byChain) {
        return of(NodeProbe.LATEST_BLOCK, byChain);
    }

    /**
     * For stock nodes: {@code eth_blockNumber}.
     *
     * @param byChain the methods of chains that differ
     * @return the choice
     * @throws IllegalArgumentException naming a method that can't be one
     */
    public static NodeProbeChoice stock(Map<ChainId, String> byChain) {
        return of(NodeProbe.BLOCK_NUMBER, byChain);
    }

    private static NodeProbeChoice of(String usual, Map<ChainId, String> byChain) {
        return new NodeProbeChoice(
                new NodeProbe(usual),
                byChain.entrySet().stream()
                        .collect(Collectors.toUnmodifiableMap(
                                Map.Entry::getKey, entry -> new NodeProbe(entry.getValue()))));
    }

    NodeProbe of(ChainId chain, Pool pool) {
        NodeProbe own = byChain.get(chain);
        NodeProbe probe = own != null ? own : byChain.get(chain.withoutVersion());
        if (pool == Pool.NATIVE && (probe == null || probe.method().equals(NodeProbe.LATEST_BLOCK))) {
            return OF_NATIVE;
        }
        return probe == null ? usual : probe;
    }
}
