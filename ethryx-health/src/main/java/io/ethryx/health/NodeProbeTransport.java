package io.ethryx.health;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Node;

/**
 * Carries probes to nodes: a POST of a JSON-RPC call, as {@code application/json}, to the node's address and path.
 *
 * <p>A transport follows no redirect and reads at most {@link #MAX_ANSWER_BYTES} of an answer. It needs no time-out of its
 * own: the monitor cancels what takes too long.
 */
@FunctionalInterface
public interface NodeProbeTransport {

    /** The longest answer that a transport reads, in bytes: a block without its transactions is far shorter. */
    int MAX_ANSWER_BYTES = 1024 * 1024;

    /**
     * Begins a call. Called on the monitor's thread and must not block it.
     *
     * @param chain the chain, or the version of one, that the node is registered for
     * @param node the node as it is registered; its address is the one to go to
     * @param body ASCII text
     * @param listener hears of the answer, on any thread, also from inside this method
     * @return the call, so that it can be given up
     */
    ProbeCall call(ChainId chain, Node node, String body, ProbeListener listener);
}
