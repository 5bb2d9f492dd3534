package io.ethryx.server.demo;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What a simulated execution node says of itself. Safe to use from any thread; a change counts from the next call on.
 */
public final class ExecutionScript {

    private static final String SYNCING = "eth_syncing";
    private static final String PEERS = "net_peerCount";

    private final Map<String, String> results = new ConcurrentHashMap<>();
    private final Map<String, JsonRpcFault> errors = new ConcurrentHashMap<>();
    private volatile OptionalLong fixedHead = OptionalLong.empty();
    private volatile long keptBlocks = Long.MAX_VALUE;
    private volatile Duration timestampShift = Duration.ZERO;

    ExecutionScript() {
        reset();
    }

    /** Back to a healthy node: synced, 25 peers, head follows the chain, all state kept. */
    public void reset() {
        errors.clear();
        results.clear();
        synced();
        peerCount("\"0x19\"");
        followHead();
        keptBlocks = Long.MAX_VALUE;
        shiftTimestamps(Duration.ZERO);
    }

    /** {@code eth_syncing} answers false. */
    public void synced() {
        result(SYNCING, "false");
    }

    /**
     * {@code eth_syncing} answers an object.
     *
     * @param current the block it is at
     * @param highest the block it heads for
     */
    public void syncing(long current, long highest) {
        syncing(JsonText.object(
                JsonText.text("startingBlock", "0x0"),
                JsonText.text("currentBlock", Quantity.of(current)),
                JsonText.text("highestBlock", Quantity.of(highest))));
    }

    /**
     * {@code eth_syncing} answers this.
     *
     * @param json any JSON value
     */
    public void syncing(String json) {
        result(SYNCING, json);
    }

    /**
     * {@code net_peerCount} answers this.
     *
     * @param json any JSON value
     */
    public void peerCount(String json) {
        result(PEERS, json);
    }

    /**
     * A method answers this, whatever its parameters.
     *
     * @param method the method
     * @param json any JSON value; sent as it is
     */
    public void result(String method, String json) {
        errors.remove(method);
        results.put(method, json);
    }

    /**
     * A method answers an error.
     *
     * @param method the method
     * @param code the error's code
     * @param message the error's message
     */
    public void error(String method, int code, String message) {
        errors.put(method, new JsonRpcFault(code, message));
    }

    /**
     * A method answers on its own again.
     *
     * @param method the method
     */
    public void unscript(String method) {
        errors.remove(method);
        results.remove(method);
    }

    /**
     * The head stands still at a block, and no newHeads come.
     *
     * @param number the block, which may lie ahead of the chain
     */
    public void headAt(long number) {
        fixedHead = OptionalLong.of(number);
    }

    /** The head follows the chain again. */
    public void followHead() {
        fixedHead = OptionalLong.empty();
    }

    /**
     * All block timestamps are this much later than they should be.
     *
     * @param shift negative for earlier; whole seconds count
     */
    public void shiftTimestamps(Duration shift) {
        timestampShift = shift;
    }

    /**
     * The state of older blocks is gone: calls about them are answered with -39006.
     *
     * @param blocks how many are kept, the head included; at least 1
     */
    public void keepsBlocks(long blocks) {
        keptBlocks = blocks;
    }

    boolean keeps(long number, long head) {
        return head - number < keptBlocks;
    }

    long head(long chainHead) {
        return fixedHead.orElse(chainHead);
    }

    boolean followsHead() {
        return fixedHead.isEmpty();
    }

    long timestampShiftSeconds() {
        return timestampShift.toSeconds();
    }

    /** The scripted result of a method, or null if it answers on its own. */
    @Nullable
    String scripted(String method) throws JsonRpcFault {
        JsonRpcFault error = errors.get(method);
        if (error != null) {
            throw error;
        }
        return results.get(method);
    }
}
