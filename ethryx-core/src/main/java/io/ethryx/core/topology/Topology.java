package io.ethryx.core.topology;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All chains at one moment. A request reads one topology once and keeps to it, whatever comes later.
 *
 * <p>Immutable; each read is one or two look-ups in a map and allocates nothing, except where it says so.
 *
 * @param revision rises with each topology that a source hands out, 0 and above
 * @param chains every chain and every version of which anything is registered
 */
public record Topology(long revision, Map<ChainId, ChainTopology> chains) {

    /** Before anything is known. */
    public static final Topology EMPTY = new Topology(0, Map.of());

    /**
     * Copies the map.
     *
     * @param revision see the record
     * @param chains see the record
     * @throws IllegalArgumentException if a chain stands under another's id
     */
    public Topology {
        chains = Map.copyOf(chains);
        chains.forEach((id, chain) -> {
            if (!id.equals(chain.id())) {
                throw new IllegalArgumentException(chain.id() + " stands under " + id);
            }
        });
    }

    /**
     * What a chain has registered for itself.
     *
     * @param id the chain, as {@link #effective} told it
     * @return null if nothing is registered under this id
     */
    public @Nullable ChainTopology chain(ChainId id) {
        return chains.get(id);
    }

    /**
     * Whether the same chains have the same nodes as in another topology, with the same news of their probes: heads and
     * settings may differ. Costs a look at each chain where lists of nodes are the same objects.
     *
     * @param other another topology
     * @return false if a chain or a node is not as it is there
     */
    public boolean hasNodesOf(Topology other) {
        if (!chains.keySet().equals(other.chains.keySet())) {
            return false;
        }
        return chains.values().stream().allMatch(chain -> {
            ChainTopology there = other.chains.get(chain.id());
            return there != null && chain.nodes().equals(there.nodes());
        });
    }

    /**
     * The chain that serves a request: the version that an override names if the request asks for no version, else the
     * chain asked for. An override that names a version without a registered node does not count. Allocates one id where an
     * override counts.
     *
     * @param asked the chain of the request
     * @return a chain of the same base, as the topology itself holds it if it knows it
     */
    public ChainId effective(ChainId asked) {
        ChainTopology chain = chains.get(asked);
        if (chain == null) {
            return asked;
        } else if (chain.override().isEmpty() || !asked.version().isEmpty()) {
            return chain.id();
        }
        ChainId version = asked.withVersion(chain.override());
        return hasNodes(version) ? version : asked;
    }

    /**
     * The overrides that do not count, for a report.
     *
     * @return the chains whose override names a version without a registered node; a new list
     */
    public List<ChainId> idleOverrides() {
        return chains.values().stream()
                .filter(chain ->
                        !chain.override().isEmpty() && chain.id().version().isEmpty())
                .map(ChainTopology::id)
                .filter(id -> effective(id).equals(id))
                .sorted((one, other) -> one.base().compareTo(other.base()))
                .toList();
    }

    /**
     * The weights and routes that apply to a chain: its own, or those of its base if it is a version without such a key.
     *
     * @param id the chain, as {@link #effective} told it
     * @return {@link GatewaySettings#NONE} if neither has any
     */
    public GatewaySettings gatewayOf(ChainId id) {
        ChainTopology chain = chains.get(id);
        if (chain != null && chain.gateway() != null) {
            return chain.gateway();
        }
        return id.version().isEmpty() ? GatewaySettings.NONE : gatewayOf(id.withoutVersion());
    }

    /**
     * The mirror targets of a chain: its own, or those of its base if it is a version without any.
     *
     * @param id the chain, as {@link #effective} told it
     * @return empty if neither has any
     */
    public List<MirrorTarget> mirrorsOf(ChainId id) {
        ChainTopology chain = chains.get(id);
        if (chain != null && !chain.mirrors().isEmpty()) {
            return chain.mirrors();
        }
        return id.version().isEmpty() ? List.of() : mirrorsOf(id.withoutVersion());
    }

    private boolean hasNodes(ChainId id) {
        ChainTopology chain = chains.get(id);
        return chain != null && !chain.nodes().isEmpty();
    }
}
