package io.ethryx.server.gateway;

import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Topology;
import java.util.function.BooleanSupplier;

/** Whether calls may be sent here (decisions G26, G41). Thread-safe. */
final class Readiness {

    /** What it says where all is well. */
    static final String READY = "ready";

    private volatile BooleanSupplier source = () -> true;
    private volatile boolean told;
    private volatile boolean ending;
    private volatile boolean served;

    /** Discovery told a topology. */
    void follow(Topology topology) {
        served = topology.chains().values().stream().anyMatch(Readiness::served);
        told = true;
    }

    /** A topology alone does not make it ready: it may be an earlier run's (decision G11). */
    void asks(BooleanSupplier synced) {
        source = synced;
    }

    private static boolean served(ChainTopology chain) {
        return chain.nodes().stream().anyMatch(Node::available);
    }

    /** The end has begun: it is never ready again. */
    void end() {
        ending = true;
    }

    /** {@link #READY}, or what keeps it from that. */
    String state() {
        if (ending) {
            return "shutting down";
        }
        if (!told || !source.getAsBoolean()) {
            return "discovery has not synced yet";
        }
        return served ? READY : "no chain has an available node";
    }
}
