package io.ethryx.server.demo;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An execution node and a consensus node that pretend, in this process, on free ports of 127.0.0.1. They share a
 * {@link SimulatedChain}: each slot brings one block, and its news goes to {@code newHeads} subscribers and event streams.
 *
 * <p>A pair either ticks with a clock ({@link #ticking}) or stands still until it is moved ({@link #byHand}). It owns one
 * IO thread, an accept thread, and one daemon thread if it ticks; nothing starts before {@link #start()}. All methods may
 * be called from any thread.
 */
public final class SimulatedNodes implements AutoCloseable {

    private final SimulatedChain chain;
    private final InstantSource time;
    private final AtomicLong head;
    private final SimulatedExecutionNode executionNode;
    private final SimulatedConsensusNode consensusNode;
    private final Optional<SlotTicker> ticker;
    private final List<LongConsumer> followers = new CopyOnWriteArrayList<>();
    private @Nullable NodeRuntime runtime;
    private boolean closed;

    private SimulatedNodes(SimulatedChain chain, InstantSource time, boolean ticks) {
        this.chain = chain;
        this.time = time;
        this.head = new AtomicLong(chain.slotAt(time.instant()));
        this.executionNode = new SimulatedExecutionNode(chain, head::get);
        this.consensusNode = new SimulatedConsensusNode(chain, head::get);
        this.ticker = ticks ? Optional.of(new SlotTicker(chain, time, this::catchUp)) : Optional.empty();
    }

    /**
     * A pair whose head follows a clock by itself.
     *
     * @param chain the chain
     * @param time the clock
     * @return the pair, not started
     */
    public static SimulatedNodes ticking(SimulatedChain chain, InstantSource time) {
        return new SimulatedNodes(chain, time, true);
    }

    /**
     * A pair whose head moves by {@link #advanceSlot} and {@link #catchUp} alone.
     *
     * @param chain the chain
     * @param time says which slot is the first head, and how far {@code catchUp} goes
     * @return the pair, not started
     */
    public static SimulatedNodes byHand(SimulatedChain chain, InstantSource time) {
        return new SimulatedNodes(chain, time, false);
    }

    /**
     * Opens the ports. A second call does nothing.
     *
     * @throws IOException if a port can't be opened; nothing is left open then
     * @throws IllegalStateException if the pair was closed
     */
    public synchronized void start() throws IOException {
        if (closed) {
            throw new IllegalStateException("the simulated nodes were closed");
        }
        if (runtime != null) {
            return;
        }
        NodeRuntime io = NodeRuntime.start("simulated-nodes");
        runtime = io;
        try {
            executionNode.start(io);
            consensusNode.start(io);
        } catch (IOException e) {
            close();
            throw e;
        }
        catchUp();
        ticker.ifPresent(SlotTicker::start);
    }

    /**
     * Begins the next slot, whatever the clock says.
     *
     * @return the new head
     */
    public synchronized long advanceSlot() {
        long slot = head.incrementAndGet();
        if (runtime != null) {
            runtime.execute(executionNode.headMoves(slot));
            runtime.execute(consensusNode.headMoves(slot));
        }
        followers.forEach(follower -> follower.accept(slot));
        return slot;
    }

    /** Tells each new head; on the thread that moves it, so that it must not block. */
    void whenHeadMoves(LongConsumer follower) {
        followers.add(follower);
    }

    /** Begins slot after slot until the head is in the slot that the clock says. Does nothing if it is there or past. */
    public synchronized void catchUp() {
        long present = chain.slotAt(time.instant());
        while (head.get() < present) {
            advanceSlot();
        }
    }

    /**
     * The chain's head: a block number and a slot at once.
     *
     * @return 0 or more
     */
    public long head() {
        return head.get();
    }

    /**
     * The facts of the chain.
     *
     * @return the chain
     */
    public SimulatedChain chain() {
        return chain;
    }

    /**
     * The execution node.
     *
     * @return the same at each call
     */
    public SimulatedExecutionNode executionNode() {
        return executionNode;
    }

    /**
     * The consensus node.
     *
     * @return the same at each call
     */
    public SimulatedConsensusNode consensusNode() {
        return consensusNode;
    }

    /** Ends every connection, closes the ports and ends the threads, within two seconds. A second call does nothing. */
    @Override
    public synchronized void close() {
        closed = true;
        ticker.ifPresent(SlotTicker::close);
        if (runtime == null) {
            return;
        }
        executionNode.stop();
        consensusNode.stop();
        runtime.close();
        runtime = null;
    }
}
