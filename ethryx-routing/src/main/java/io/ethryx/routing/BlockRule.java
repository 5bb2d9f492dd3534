package io.ethryx.routing;

import io.ethryx.core.BlockContext;
import io.ethryx.core.BlockEdge;
import io.ethryx.core.BlockTag;
import io.ethryx.core.line.PoolReason;

/**
 * Which pool a block asks for: a height that is more blocks behind the head than the window counts needs an archive node,
 * and so does every height while the head is unknown. Pure.
 */
final class BlockRule {

    /** A head that nobody knows. */
    static final long UNKNOWN_HEAD = BlockEdge.UNKNOWN;

    private BlockRule() {}

    /**
     * Judges a context.
     *
     * @param head the newest block's height, or {@link #UNKNOWN_HEAD}
     * @param window how many blocks behind the head State nodes serve
     */
    static PoolReason judge(BlockContext context, long head, long window) {
        if (context instanceof BlockContext.Tag tag) {
            return judgeTag(tag.tag(), 0, head, window);
        }
        if (context instanceof BlockContext.Height height) {
            return judgeHeight(height.height(), head, window);
        }
        if (context instanceof BlockContext.Range range) {
            PoolReason low = judgeEdge(range.low(), head, window);
            return asksForArchive(low) ? low : worse(judgeEdge(range.high(), head, window), low);
        }
        if (context instanceof BlockContext.Hash) {
            return PoolReason.BLOCK_HASH;
        }
        return context instanceof BlockContext.Malformed ? PoolReason.MALFORMED_BLOCK : PoolReason.NO_CONTEXT;
    }

    private static PoolReason worse(PoolReason high, PoolReason low) {
        return asksForArchive(high) ? high : low;
    }

    private static PoolReason judgeEdge(BlockEdge edge, long head, long window) {
        BlockTag tag = edge.tag();
        return tag == null ? judgeHeight(edge.height(), head, window) : judgeTag(tag, -edge.height(), head, window);
    }

    private static PoolReason judgeTag(BlockTag tag, long before, long head, long window) {
        return switch (tag) {
            case EARLIEST -> judgeHeight(0, head, window);
            case SAFE, FINALIZED -> PoolReason.OLD_TAG;
            case LATEST, PENDING -> {
                long behind = head == UNKNOWN_HEAD ? before : Math.min(before, head);
                yield behind <= window ? PoolReason.RECENT_TAG : PoolReason.OLDER_THAN_WINDOW;
            }
        };
    }

    private static PoolReason judgeHeight(long height, long head, long window) {
        if (head == UNKNOWN_HEAD) {
            return PoolReason.HEAD_UNKNOWN;
        }
        return height >= head || head - height <= window ? PoolReason.WITHIN_WINDOW : PoolReason.OLDER_THAN_WINDOW;
    }

    /** Whether a reason is one for the archive pool. */
    static boolean asksForArchive(PoolReason reason) {
        return switch (reason) {
            case OLDER_THAN_WINDOW, OLD_TAG, HEAD_UNKNOWN, MALFORMED_BLOCK, ARCHIVE_ASKED, STATE_NOT_FOUND -> true;
            default -> false;
        };
    }
}
