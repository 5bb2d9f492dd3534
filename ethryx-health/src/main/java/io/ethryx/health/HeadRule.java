package io.ethryx.health;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * Makes one head of a chain out of those that its available nodes tell, so that no single node can take it away.
 *
 * <ul>
 *   <li>Of two and more nodes the second highest counts, if it agrees with the highest, by {@value #NEAR} blocks.
 *   <li>If it does not, and nodes agreed before, heads that are likely are preferred: those that lie no more than
 *       {@value #NEAR} blocks below the last head, and above it by no more than {@value #NEAR} blocks and
 *       {@value #BLOCKS_A_SECOND} a second since it last moved. Of these, two that agree count, else the highest. So one of
 *       two nodes that runs off, stands still or syncs anew takes the head nowhere.
 *   <li>If none is likely, or nodes never agreed, the second highest counts all the same.
 *   <li>A single node's word is all there is, but to be believed a higher head than is likely has to wait until time makes it
 *       so. A lower one is believed: it only asks State nodes for more than they have.
 *   <li>Without an available node the last head stays.
 * </ul>
 *
 * <p>Pure but for what it remembers; not thread-safe.
 */
final class HeadRule {

    static final long NEAR = 128;
    static final long BLOCKS_A_SECOND = 100;

    private static final long UNKNOWN = -1;
    private static final long NANOS = 1_000_000_000L;

    private long head = UNKNOWN;
    private boolean agreedBefore;
    private long movedNanos;

    /** The head that was made last. */
    OptionalLong head() {
        return head == UNKNOWN ? OptionalLong.empty() : OptionalLong.of(head);
    }

    /**
     * Makes the head anew.
     *
     * @param told the heads of the available nodes, 0 and above, in any order
     * @param nowNanos the ticker's time
     */
    OptionalLong head(long[] told, long nowNanos) {
        if (told.length == 1) {
            single(told[0], nowNanos);
        } else if (told.length > 1) {
            several(told, nowNanos);
        }
        return head();
    }

    private void single(long told, long nowNanos) {
        if (head == UNKNOWN || isLikely(told, nowNanos)) {
            take(told, nowNanos);
        } else if (told < head) {
            take(told, nowNanos);
            agreedBefore = false;
        }
    }

    private void several(long[] told, long nowNanos) {
        long[] sorted = told.clone();
        Arrays.sort(sorted);
        int second = sorted.length - 2;
        boolean agreed = sorted[second + 1] - sorted[second] <= NEAR;
        long[] likely = agreed || !agreedBefore
                ? new long[0]
                : LongStream.of(sorted)
                        .filter(candidate -> isLikely(candidate, nowNanos))
                        .toArray();
        take(likely.length == 0 ? sorted[second] : agreedOrHighest(likely), nowNanos);
        agreedBefore = agreed || likely.length > 0;
    }

    private static long agreedOrHighest(long[] sorted) {
        for (int i = sorted.length - 1; i > 0; i--) {
            if (sorted[i] - sorted[i - 1] <= NEAR) {
                return sorted[i - 1];
            }
        }
        return sorted[sorted.length - 1];
    }

    private boolean isLikely(long candidate, long nowNanos) {
        long seconds = Math.max(0, nowNanos - movedNanos) / NANOS;
        return candidate >= head - NEAR && candidate - head <= NEAR + seconds * BLOCKS_A_SECOND;
    }

    private void take(long next, long nowNanos) {
        if (next != head) {
            movedNanos = nowNanos;
        }
        head = next;
    }
}
