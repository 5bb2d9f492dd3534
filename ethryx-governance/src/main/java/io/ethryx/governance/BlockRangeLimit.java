package io.ethryx.governance;

import io.ethryx.core.BlockContext;
import io.ethryx.core.BlockEdge;
import io.ethryx.core.BlockTag;
import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.RpcCall;
import io.ethryx.core.Splice;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Governor;
import io.ethryx.core.line.Verdict;
import io.ethryx.core.topology.ChainTopology;
import java.util.List;

/**
 * Keeps calls from asking for blocks that are too old, for blocks by hash, or for too many at once. An old single block can
 * be made {@code latest} in place, every other byte as sent; an old range is always refused, since an emptied range would
 * be a wrong answer; one whose ends are turned round counts by its width. Only numbers and {@code earliest} can be too old. Nothing is too old while the head is unknown.
 *
 * <p>Immutable.
 */
public final class BlockRangeLimit implements Governor {

    /** Some nodes turn such a range round and answer it, however wide it is. */
    private static final Verdict.Refused TURNED_ROUND = new Verdict.Refused(ErrorCatalogue.TURNED_ROUND);

    private final Settings settings;
    private final Verdict.Refused tooOld;
    private final Verdict.Refused byHash;
    private final Verdict.Refused tooWide;

    /**
     * What is limited.
     *
     * @param recentBlocks how far behind the head a block may be, 0 for no limit
     * @param rewriteToLatest whether an older single block becomes {@code latest} instead of an error
     * @param hashAllowed whether blocks may be asked for by hash
     * @param maxRange how far apart the ends of a range may be, 0 for no limit
     */
    public record Settings(long recentBlocks, boolean rewriteToLatest, boolean hashAllowed, long maxRange) {

        /**
         * Checks the numbers.
         *
         * @param recentBlocks see the record
         * @param rewriteToLatest see the record
         * @param hashAllowed see the record
         * @param maxRange see the record
         * @throws IllegalArgumentException if one is below 0
         */
        public Settings {
            if (recentBlocks < 0 || maxRange < 0) {
                throw new IllegalArgumentException("limits of " + recentBlocks + " and " + maxRange + " blocks");
            }
        }
    }

    /**
     * A limit.
     *
     * @param settings what is limited
     */
    public BlockRangeLimit(Settings settings) {
        this.settings = settings;
        tooOld = refused("recent_blocks " + settings.recentBlocks());
        byHash = refused("blocks by hash");
        tooWide = refused("max_range " + settings.maxRange());
    }

    private static Verdict.Refused refused(String limit) {
        return new Verdict.Refused(ErrorCatalogue.outOfRange(limit));
    }

    @Override
    public Verdict judge(CallFacts facts) {
        BlockContext context = facts.context();
        if (context instanceof BlockContext.Height height) {
            return isOld(height.height(), facts) ? old(context, facts) : Verdict.ADMITTED;
        } else if (context instanceof BlockContext.Tag tag) {
            return tag.tag() == BlockTag.EARLIEST && isOld(0, facts) ? old(context, facts) : Verdict.ADMITTED;
        } else if (context instanceof BlockContext.Range range) {
            return range(range, facts);
        }
        return context instanceof BlockContext.Hash && !settings.hashAllowed() ? byHash : Verdict.ADMITTED;
    }

    private Verdict old(BlockContext context, CallFacts facts) {
        if (!settings.rewriteToLatest() || context.from() == RpcCall.ABSENT) {
            return tooOld;
        }
        facts.isAbout(BlockContext.Tag.LATEST);
        return new Verdict.Admitted(List.of(new Splice(context.from(), context.to(), "\"latest\"")));
    }

    private Verdict range(BlockContext.Range range, CallFacts facts) {
        long head = head(facts);
        long low = range.low().resolve(head);
        long high = range.high().resolve(head);
        if (low != BlockEdge.UNKNOWN && high != BlockEdge.UNKNOWN) {
            if (settings.maxRange() > 0 && Math.abs(high - low) > settings.maxRange()) {
                return high < low ? TURNED_ROUND : tooWide;
            }
        }
        return isOldEnd(range.low(), low, facts) || isOldEnd(range.high(), high, facts) ? tooOld : Verdict.ADMITTED;
    }

    /** An end told from the head is as recent as its caller counts back; one that nobody knows is not old. */
    private boolean isOldEnd(BlockEdge edge, long height, CallFacts facts) {
        return height != BlockEdge.UNKNOWN
                && (edge.tag() == null || edge.tag() == BlockTag.EARLIEST || edge.height() < 0)
                && isOld(height, facts);
    }

    private boolean isOld(long height, CallFacts facts) {
        long head = head(facts);
        return settings.recentBlocks() > 0 && head != BlockEdge.UNKNOWN && height < head - settings.recentBlocks();
    }

    private static long head(CallFacts facts) {
        ChainTopology chain = facts.topology().chain(facts.chain());
        return chain == null ? BlockEdge.UNKNOWN : chain.head().orElse(BlockEdge.UNKNOWN);
    }
}
