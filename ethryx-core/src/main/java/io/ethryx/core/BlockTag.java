package io.ethryx.core;

/**
 * The names that stand for a block.
 *
 * @see <a href="https://github.com/ethereum/execution-apis">execution-apis, schema BlockTag</a>
 */
public enum BlockTag {
    /** The newest block. */
    LATEST("latest"),
    /** The block that is being made. */
    PENDING("pending"),
    /** The first block: height 0. */
    EARLIEST("earliest"),
    /** The newest block that is not expected to go away. */
    SAFE("safe"),
    /** The newest block that can't go away. */
    FINALIZED("finalized");

    private final String wireName;

    BlockTag(String wireName) {
        this.wireName = wireName;
    }

    /** {@return how calls write it, exactly so} */
    public String wireName() {
        return wireName;
    }
}
