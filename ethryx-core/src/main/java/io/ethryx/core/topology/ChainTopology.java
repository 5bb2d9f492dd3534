package io.ethryx.core.topology;

import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What one chain, or one version of it, has registered for itself. What a version takes over from its base is told by
 * {@link Topology}.
 *
 * <p>Immutable. From one topology to the next an unchanged chain is the same object, so that readers can keep what they
 * made of it.
 *
 * @param id the chain
 * @param nodes its nodes of all pools, in the order in which they first joined; registered ones that have not joined
 *     stand here too
 * @param head the height of its newest block, 0 and above, a greater one than 63 bits hold as {@link Long#MAX_VALUE};
 *     nothing while it is unknown
 * @param gateway its own weights and routes, or null if it has no such key
 * @param mirrors its own mirror targets
 * @param override the version that calls for the bare chain go to, empty for none
 */
public record ChainTopology(
        ChainId id,
        List<Node> nodes,
        OptionalLong head,
        @Nullable GatewaySettings gateway,
        List<MirrorTarget> mirrors,
        String override) {

    /**
     * Copies the lists.
     *
     * @param id see the record
     * @param nodes see the record
     * @param head see the record
     * @param gateway see the record
     * @param mirrors see the record
     * @param override see the record
     * @throws IllegalArgumentException if the head is below 0
     */
    public ChainTopology {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(override, "override");
        nodes = List.copyOf(nodes);
        mirrors = List.copyOf(mirrors);
        if (head.isPresent() && head.getAsLong() < 0) {
            throw new IllegalArgumentException("a head of " + head.getAsLong());
        }
    }

    /**
     * A chain of which nothing is known yet.
     *
     * @param id the chain
     * @return no nodes, no head, no settings
     */
    public static ChainTopology empty(ChainId id) {
        return new ChainTopology(id, List.of(), OptionalLong.empty(), null, List.of(), "");
    }

    /**
     * The chain with other nodes.
     *
     * @param others the nodes
     * @return a new value
     */
    public ChainTopology withNodes(List<Node> others) {
        return new ChainTopology(id, others, head, gateway, mirrors, override);
    }

    /**
     * The chain with another head.
     *
     * @param height the head, or nothing if it became unknown
     * @return a new value
     */
    public ChainTopology withHead(OptionalLong height) {
        return new ChainTopology(id, nodes, height, gateway, mirrors, override);
    }

    /**
     * The chain with other weights and routes.
     *
     * @param settings the value of its key, or null if the key went away
     * @return a new value
     */
    public ChainTopology withGateway(@Nullable GatewaySettings settings) {
        return new ChainTopology(id, nodes, head, settings, mirrors, override);
    }

    /**
     * The chain with other mirror targets.
     *
     * @param targets the targets
     * @return a new value
     */
    public ChainTopology withMirrors(List<MirrorTarget> targets) {
        return new ChainTopology(id, nodes, head, gateway, targets, override);
    }

    /**
     * The chain with another version override.
     *
     * @param version the version, empty for none
     * @return a new value
     */
    public ChainTopology withOverride(String version) {
        return new ChainTopology(id, nodes, head, gateway, mirrors, version);
    }
}
