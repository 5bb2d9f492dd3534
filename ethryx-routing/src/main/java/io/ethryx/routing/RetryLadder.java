package io.ethryx.routing;

import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.line.Attempt;
import io.ethryx.core.line.NodeReply;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Pool;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What comes after the attempts so far. Pure: the attempts are its whole memory.
 *
 * <p>A node that says it has not the state sends the call to an archive node, unless one answered already or the caller had
 * asked for one; a node that says it can't execute the call sends it to a native node, whose answer is final. A node that
 * failed sends it to another node, as long as attempts are left and the call may be sent again. Where that ends in a failure
 * although a node had answered that it has not the state, this node is asked once more, so that its answer is the answer.
 */
final class RetryLadder {

    /** What to do. */
    enum Step {
        /** Choose by the block. */
        FIRST,
        /** Ask an archive node; if there is none, the answer stands. */
        ARCHIVE,
        /** Ask a native node; if there is none, that is the error. */
        NATIVE,
        /** Ask another node; if there is none, recall or settle as {@link #withoutNext} says. */
        NEXT_NODE,
        /** Ask again the node that answered that it has not the state. */
        RECALL,
        /** What the last attempt gave is the answer. */
        SETTLE
    }

    private RetryLadder() {}

    /**
     * Decides.
     *
     * @param attempts oldest first
     * @param archiveAsked whether the caller asked for an archive node
     * @param submits whether the method may not reach two nodes
     * @param maxAttempts how many nodes may be asked because others failed
     */
    static Step after(List<Attempt> attempts, boolean archiveAsked, boolean submits, int maxAttempts) {
        if (attempts.isEmpty()) {
            return Step.FIRST;
        }
        Attempt last = attempts.get(attempts.size() - 1);
        if (last.reply() instanceof NodeReply.Failed failed) {
            if (submits ? !failed.kind().unsent() : !failed.kind().retriable()) {
                return Step.SETTLE;
            }
            return failures(attempts) < maxAttempts ? Step.NEXT_NODE : withoutNext(attempts, submits);
        }
        return afterAnswer(attempts, last, archiveAsked);
    }

    /** What to do after a failure when there is no other node to ask. */
    static Step withoutNext(List<Attempt> attempts, boolean submits) {
        Attempt lacking = lackingState(attempts);
        return lacking == null || submits || timesAsked(attempts, lacking.node()) > 1 ? Step.SETTLE : Step.RECALL;
    }

    /** The first attempt whose node answered that it has not the state, or null. */
    static @Nullable Attempt lackingState(List<Attempt> attempts) {
        for (Attempt attempt : attempts) {
            if (attempt.reply() instanceof NodeReply.Answered answer
                    && answer.hasCode(ErrorCatalogue.STATE_BLOCK_NOT_FOUND)) {
                return attempt;
            }
        }
        return null;
    }

    private static boolean isRecalled(List<Attempt> attempts, Attempt last) {
        for (Attempt earlier : attempts.subList(0, attempts.size() - 1)) {
            if (earlier.reply() instanceof NodeReply.Answered && earlier.node().sameEntry(last.node())) {
                return true;
            }
        }
        return false;
    }

    private static int timesAsked(List<Attempt> attempts, Node node) {
        int times = 0;
        for (Attempt attempt : attempts) {
            times += attempt.node().sameEntry(node) ? 1 : 0;
        }
        return times;
    }

    private static Step afterAnswer(List<Attempt> attempts, Attempt last, boolean archiveAsked) {
        NodeReply.Answered answer = (NodeReply.Answered) last.reply();
        if (last.node().pool() == Pool.NATIVE || isRecalled(attempts, last)) {
            return Step.SETTLE;
        }
        if (answer.hasCode(ErrorCatalogue.COSMOS_PRECOMPILE)) {
            return Step.NATIVE;
        }
        boolean noState = answer.hasCode(ErrorCatalogue.STATE_BLOCK_NOT_FOUND);
        return noState && !archiveAsked && !archiveAnswered(attempts) ? Step.ARCHIVE : Step.SETTLE;
    }

    private static boolean archiveAnswered(List<Attempt> attempts) {
        for (Attempt attempt : attempts) {
            if (attempt.node().pool() == Pool.ARCHIVE && attempt.reply() instanceof NodeReply.Answered) {
                return true;
            }
        }
        return false;
    }

    private static int failures(List<Attempt> attempts) {
        int count = 0;
        for (Attempt attempt : attempts) {
            count += attempt.reply() instanceof NodeReply.Failed ? 1 : 0;
        }
        return count;
    }
}
