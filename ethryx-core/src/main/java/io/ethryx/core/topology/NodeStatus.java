package io.ethryx.core.topology;

/** What is known of a node's fitness. Not knowing is a status of its own: an unknown node is never taken for a healthy one. */
public enum NodeStatus {
    /** Answers, and is said to be at the head. */
    READY("ready"),
    /** Answers, but is said to be behind. */
    LAGGING("lagging"),
    /** Answers, but still syncs. */
    SYNCING("syncing"),
    /** Does not answer, or is said to be offline. */
    UNREACHABLE("unreachable"),
    /** Registered, and nothing is known yet: such a node has not joined its pool. */
    UNKNOWN("unknown");

    private final String wireName;

    NodeStatus(String wireName) {
        this.wireName = wireName;
    }

    /** {@return how metrics and {@code explain} write it} */
    public String wireName() {
        return wireName;
    }
}
