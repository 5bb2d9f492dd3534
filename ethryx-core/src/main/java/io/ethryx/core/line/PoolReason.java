package io.ethryx.core.line;

/** Why a pool was chosen. */
public enum PoolReason {
    /** The call is about no block, or no one knows that it is. */
    NO_CONTEXT("no_context"),
    /** {@code latest}, {@code pending}, or a call that omits its block and means one of them. */
    RECENT_TAG("recent_tag"),
    /** A block by its hash. */
    BLOCK_HASH("block_hash"),
    /** A height near enough to the head, or above it. */
    WITHIN_WINDOW("within_window"),
    /** A height too far behind the head. */
    OLDER_THAN_WINDOW("older_than_window"),
    /** {@code safe} or {@code finalized}, whose heights are not known. */
    OLD_TAG("old_tag"),
    /** An explicit height while the head is unknown. */
    HEAD_UNKNOWN("head_unknown"),
    /** A block parameter that is none. */
    MALFORMED_BLOCK("malformed_block"),
    /** The caller asks for an archive node. */
    ARCHIVE_ASKED("archive_asked"),
    /** The pool that the block asks for has no node. */
    OTHER_POOL_EMPTY("other_pool_empty"),
    /** The pool that the block asks for has no available node, and this one has. */
    OTHER_POOL_UNAVAILABLE("other_pool_unavailable"),
    /** A node said that it has not the state asked for. */
    STATE_NOT_FOUND("state_not_found"),
    /** A node said that it can't execute the call. */
    NATIVE_NEEDED("native_needed"),
    /** The nodes of the other pool failed. */
    OTHER_POOL_FAILED("other_pool_failed"),
    /** The node that made the filter which the call names. */
    FILTER_HOME("filter_home");

    private final String wireName;

    PoolReason(String wireName) {
        this.wireName = wireName;
    }

    /** {@return how headers, metrics and {@code explain} write it} */
    public String wireName() {
        return wireName;
    }
}
