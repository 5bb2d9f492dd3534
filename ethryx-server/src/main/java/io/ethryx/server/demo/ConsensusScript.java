package io.ethryx.server.demo;

import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a simulated consensus node says of itself. Safe to use from any thread; a change counts from the next request on.
 */
public final class ConsensusScript {

    private static final String ABSENT = "";

    private final Map<String, String> members = new ConcurrentHashMap<>();
    private volatile OptionalLong fixedHead = OptionalLong.empty();
    private volatile boolean quoted = true;
    private volatile String connected = "\"64\"";
    private volatile long depositChainId = SimulatedChain.CHAIN_ID;

    ConsensusScript() {}

    /** Back to a healthy node: synced, 64 peers, head follows the chain. */
    public void reset() {
        members.clear();
        followHead();
        quoted(true);
        connectedPeers("\"64\"");
        depositChainId(SimulatedChain.CHAIN_ID);
    }

    /**
     * {@code is_syncing} of {@code /eth/v1/node/syncing}; also what {@code /eth/v1/node/health} goes by.
     *
     * @param syncing the value
     */
    public void syncing(boolean syncing) {
        member("is_syncing", Boolean.toString(syncing));
    }

    /**
     * {@code sync_distance} of {@code /eth/v1/node/syncing}.
     *
     * @param slots the value, quoted or not as {@link #quoted} says
     */
    public void syncDistance(long slots) {
        member("sync_distance", integer(slots));
    }

    /**
     * {@code is_optimistic} of {@code /eth/v1/node/syncing}.
     *
     * @param optimistic the value
     */
    public void optimistic(boolean optimistic) {
        member("is_optimistic", Boolean.toString(optimistic));
    }

    /**
     * {@code el_offline} of {@code /eth/v1/node/syncing}.
     *
     * @param offline the value
     */
    public void elOffline(boolean offline) {
        member("el_offline", Boolean.toString(offline));
    }

    /**
     * A member of the {@code data} of {@code /eth/v1/node/syncing}.
     *
     * @param name {@code head_slot}, {@code sync_distance}, {@code is_syncing}, {@code is_optimistic} or
     *     {@code el_offline}
     * @param json any JSON value
     */
    public void member(String name, String json) {
        members.put(name, json);
    }

    /**
     * A member of the {@code data} of {@code /eth/v1/node/syncing} is left out.
     *
     * @param name see {@link #member}
     */
    public void withoutMember(String name) {
        members.put(name, ABSENT);
    }

    /**
     * The head stands still at a slot, and no events come.
     *
     * @param slot the slot, which may lie ahead of the chain
     */
    public void headAt(long slot) {
        fixedHead = OptionalLong.of(slot);
    }

    /** The head follows the chain again. */
    public void followHead() {
        fixedHead = OptionalLong.empty();
    }

    /**
     * Whether the integers of {@code /eth/v1/node/syncing} are JSON strings, as the Beacon API wants.
     *
     * @param quote false for JSON numbers
     */
    public void quoted(boolean quote) {
        quoted = quote;
    }

    /**
     * {@code connected} of {@code /eth/v1/node/peer_count}.
     *
     * @param json any JSON value
     */
    public void connectedPeers(String json) {
        connected = json;
    }

    /**
     * The chain of the deposit contract, in {@code /eth/v1/config/deposit_contract} and {@code /eth/v1/config/spec}.
     *
     * @param chainId the chain id
     */
    public void depositChainId(long chainId) {
        depositChainId = chainId;
    }

    long depositChainId() {
        return depositChainId;
    }

    String connectedPeers() {
        return connected;
    }

    long head(long chainHead) {
        return fixedHead.orElse(chainHead);
    }

    boolean followsHead() {
        return fixedHead.isEmpty();
    }

    boolean syncing() {
        return "true".equals(members.get("is_syncing"));
    }

    /** The data of /eth/v1/node/syncing. */
    String syncingData(long head) {
        StringBuilder data = new StringBuilder("{");
        append(data, "head_slot", integer(head));
        append(data, "sync_distance", integer(0));
        append(data, "is_syncing", "false");
        append(data, "is_optimistic", "false");
        append(data, "el_offline", "false");
        return data.append('}').toString();
    }

    private void append(StringBuilder data, String name, String healthy) {
        String json = members.getOrDefault(name, healthy);
        if (!json.equals(ABSENT)) {
            data.append(data.length() == 1 ? "" : ",").append(JsonText.member(name, json));
        }
    }

    private String integer(long value) {
        return quoted ? JsonText.quote(Long.toString(value)) : Long.toString(value);
    }
}
