package io.ethryx.core.line;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Topology;
import java.util.Objects;

/**
 * The chain that a request is for, in the topology of its moment.
 *
 * @param topology the topology that serves the request from its beginning to its end
 * @param asked the chain that the request names
 * @param effective the chain that serves it, as {@link Topology#effective} tells it
 */
public record Target(Topology topology, ChainId asked, ChainId effective) {

    /**
     * Checks the parts.
     *
     * @param topology see the record
     * @param asked see the record
     * @param effective see the record
     */
    public Target {
        Objects.requireNonNull(topology, "topology");
        Objects.requireNonNull(asked, "asked");
        Objects.requireNonNull(effective, "effective");
    }

    /**
     * Resolves the chain.
     *
     * @param topology the topology of this moment
     * @param asked the chain that the request names
     * @return the target, with the version that an override names
     */
    public static Target of(Topology topology, ChainId asked) {
        return new Target(topology, asked, topology.effective(asked));
    }
}
