package io.ethryx.core;

import org.jspecify.annotations.Nullable;

/**
 * One end of a range of blocks: a height, or so many blocks from where a tag stands.
 *
 * @param tag what the height is told from, or null for a height as such
 * @param height a height, 0 and above, if there is no tag; else what to add to the tag's height, 0 or below
 */
public record BlockEdge(@Nullable BlockTag tag, long height) {

    /** What {@link #resolve} answers if nobody knows. */
    public static final long UNKNOWN = -1;

    /**
     * An end that a tag alone names.
     *
     * @param tag the tag
     * @return the end
     */
    public static BlockEdge at(BlockTag tag) {
        return new BlockEdge(tag, 0);
    }

    /**
     * An end at a height.
     *
     * @param height 0 and above, {@link Long#MAX_VALUE} for all that 63 bits do not hold
     * @return the end
     */
    public static BlockEdge at(long height) {
        return new BlockEdge(null, height);
    }

    /**
     * The height that it stands for.
     *
     * @param head the newest block's height, or {@link #UNKNOWN}
     * @return 0 and above, or {@link #UNKNOWN}: {@code safe} and {@code finalized} are, and {@code latest} and
     *     {@code pending} without a head
     */
    public long resolve(long head) {
        if (tag == null) {
            return height;
        }
        return switch (tag) {
            case EARLIEST -> 0;
            case SAFE, FINALIZED -> UNKNOWN;
            case LATEST, PENDING -> head == UNKNOWN ? UNKNOWN : Math.max(0, head + height);
        };
    }
}
