package io.ethryx.server.demo;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Three execution nodes of one chain, for a gateway to stand before: a State node that keeps the state of 128 blocks and
 * answers -39006 about older ones, an Archive node that keeps all, and a Native node, the only one that traces blocks: the
 * others answer that with -39008. Each tells its name in {@code web3_clientVersion}.
 *
 * <p>Their head is that of a pair of {@link SimulatedNodes}, and they call their chain number 1. They own one IO thread;
 * nothing starts before {@link #start()}. All methods may be called from any thread.
 */
public final class SimulatedCluster implements AutoCloseable {

    /** Blocks whose state the State node keeps, the head included. */
    public static final long KEPT_BLOCKS = 128;

    private static final String TRACE = "debug_traceBlockByNumber";
    private static final int PRECOMPILE = -39008;

    private final SimulatedNodes pair;
    private final SimulatedExecutionNode state;
    private final SimulatedExecutionNode archive;
    private final SimulatedExecutionNode traces;
    private final List<SimulatedExecutionNode> nodes;
    private @Nullable NodeRuntime runtime;
    private boolean closed;

    /**
     * A cluster that isn't started.
     *
     * @param pair whose chain and head it has
     */
    public SimulatedCluster(SimulatedNodes pair) {
        this.pair = pair;
        state = node("state");
        archive = node("archive");
        traces = node("native");
        nodes = List.of(state, archive, traces);
        state.script().keepsBlocks(KEPT_BLOCKS);
        state.script().error(TRACE, PRECOMPILE, "only a native node traces blocks here");
        archive.script().error(TRACE, PRECOMPILE, "only a native node traces blocks here");
        traces.script()
                .result(
                        TRACE,
                        "[{\"result\":{\"gas\":21000,\"failed\":false,\"returnValue\":\"\",\"structLogs\":[]}}]");
    }

    private SimulatedExecutionNode node(String name) {
        SimulatedExecutionNode node = new SimulatedExecutionNode(pair.chain(), pair::head);
        node.script().result("web3_clientVersion", JsonText.quote("EthryxSimulated/v1/" + name));
        node.script().result("eth_chainId", JsonText.quote("0x1"));
        node.script().result("net_version", JsonText.quote("1"));
        return node;
    }

    /**
     * Opens the ports. A second call does nothing.
     *
     * @throws IOException if a port can't be opened; nothing is left open then
     * @throws IllegalStateException if the cluster was closed
     */
    public synchronized void start() throws IOException {
        if (closed) {
            throw new IllegalStateException("the simulated cluster was closed");
        }
        if (runtime != null) {
            return;
        }
        NodeRuntime io = NodeRuntime.start("simulated-cluster");
        runtime = io;
        try {
            for (SimulatedExecutionNode node : nodes) {
                node.start(io);
            }
        } catch (IOException e) {
            close();
            throw e;
        }
        pair.whenHeadMoves(number -> nodes.forEach(node -> io.execute(node.headMoves(number))));
    }

    /**
     * The node that keeps the state of {@link #KEPT_BLOCKS}.
     *
     * @return the same at each call
     */
    public SimulatedExecutionNode stateNode() {
        return state;
    }

    /**
     * The node that keeps all state.
     *
     * @return the same at each call
     */
    public SimulatedExecutionNode archiveNode() {
        return archive;
    }

    /**
     * The node that traces blocks.
     *
     * @return the same at each call
     */
    public SimulatedExecutionNode nativeNode() {
        return traces;
    }

    /** Ends every connection, closes the ports and ends the thread, within two seconds. A second call does nothing. */
    @Override
    public synchronized void close() {
        closed = true;
        if (runtime != null) {
            nodes.forEach(SimulatedExecutionNode::stop);
            runtime.close();
            runtime = null;
        }
    }
}
