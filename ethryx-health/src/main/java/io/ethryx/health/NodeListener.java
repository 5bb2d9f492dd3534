package io.ethryx.health;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Node;
import java.time.Duration;

/** Hears how nodes come and go, on the monitor's thread; must not block. */
public interface NodeListener {

    /** Hears nothing. */
    NodeListener NONE = new NodeListener() {};

    /**
     * A node passed its first probe at its place, and serves.
     *
     * @param chain the chain, or the version of one, that it is registered for
     * @param node the node
     * @param waited since it was registered
     */
    default void joined(ChainId chain, Node node, Duration waited) {}

    /**
     * A probe of a node that has not joined failed; it is tried again.
     *
     * @param chain see {@link #joined}
     * @param node the node
     * @param trouble why
     */
    default void notJoined(ChainId chain, Node node, NodeTrouble trouble) {}

    /**
     * A node has not joined within the maximum wait, told once; it is still tried, but more and more seldom.
     *
     * @param chain see {@link #joined}
     * @param node the node
     * @param trouble the last failure
     * @param waited since it was registered
     */
    default void overdue(ChainId chain, Node node, NodeTrouble trouble, Duration waited) {}

    /**
     * A node that served counts as unavailable from now on.
     *
     * @param chain see {@link #joined}
     * @param node the node
     * @param trouble why
     */
    default void ejected(ChainId chain, Node node, NodeTrouble trouble) {}

    /**
     * An ejected node passed a probe, and serves again.
     *
     * @param chain see {@link #joined}
     * @param node the node
     */
    default void returned(ChainId chain, Node node) {}

    /**
     * Something that should not happen did, in a listener or in who takes the topologies; the monitor goes on.
     *
     * @param problem what was thrown
     */
    default void unexpected(RuntimeException problem) {}
}
