package io.ethryx.discovery;

import io.ethryx.core.topology.Topology;

/** Takes the topologies of a source. */
public interface TopologyListener {

    /**
     * Something changed. Called once for each topology, in their order, never twice at the same time, on the source's
     * thread; that thread waits, and what changes meanwhile comes as one topology.
     *
     * @param topology what holds from now on
     */
    void changed(Topology topology);
}
