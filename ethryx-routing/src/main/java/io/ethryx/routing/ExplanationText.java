package io.ethryx.routing;

import io.ethryx.core.BlockEdge;
import io.ethryx.core.line.Candidate;
import io.ethryx.core.line.PoolReason;
import io.ethryx.core.line.RoutingDecision;
import io.ethryx.core.line.RoutingDecision.Forward;
import io.ethryx.core.line.RoutingDecision.Unroutable;
import io.ethryx.core.line.Verdict;

/** Writes explanations for people. */
final class ExplanationText {

    private ExplanationText() {}

    static String of(Explanation explanation) {
        StringBuilder text = new StringBuilder(explanation.call().method());
        String block = BlockWords.value(explanation.call(), explanation.context());
        if (block != null) {
            text.append(' ').append(block);
        }
        RoutingDecision decision = explanation.decision();
        text.append(" -> ").append(decision == null ? kept(explanation) : where(explanation, decision));
        if (decision != null) {
            decision.candidates().forEach(candidate -> text.append(line(candidate)));
        }
        return text.toString();
    }

    private static String kept(Explanation explanation) {
        if (explanation.verdict() instanceof Verdict.Refused refused) {
            return "refused (" + refused.error().message() + ")";
        }
        return explanation.verdictName();
    }

    private static String where(Explanation explanation, RoutingDecision decision) {
        if (decision instanceof Forward forward) {
            return forward.pool().wireName() + ' ' + forward.node().key() + " (" + why(forward.reason(), explanation)
                    + ')';
        }
        return decision instanceof Unroutable unroutable
                ? "no node (" + unroutable.error().data() + ')'
                : "no further node (the last answer stands)";
    }

    private static String line(Candidate candidate) {
        return "\n  " + candidate.node().key() + ' ' + candidate.node().pool().wireName()
                + (candidate.taken() ? " taken: " : ": ")
                + candidate.reason().wireName();
    }

    private static String why(PoolReason reason, Explanation explanation) {
        return switch (reason) {
            case NO_CONTEXT -> "about no block";
            case RECENT_TAG -> "asks for recent state";
            case BLOCK_HASH -> "names its block by hash";
            case WITHIN_WINDOW, OLDER_THAN_WINDOW -> distance(explanation);
            case OLD_TAG -> "safe and finalized count as old";
            case HEAD_UNKNOWN -> "the head is unknown";
            case MALFORMED_BLOCK -> "what is no block counts as old";
            case ARCHIVE_ASKED -> "the caller asks for an archive node";
            case OTHER_POOL_EMPTY -> "the other pool has no node";
            case OTHER_POOL_UNAVAILABLE -> "the other pool has no available node";
            case STATE_NOT_FOUND -> "a node has not the state";
            case NATIVE_NEEDED -> "a node can't execute it";
            case OTHER_POOL_FAILED -> "the nodes of the other pool failed";
            case FILTER_HOME -> "the node that made the filter";
        };
    }

    private static String distance(Explanation explanation) {
        long head = explanation.head();
        long height = BlockWords.decisive(explanation.context(), head);
        if (height == BlockEdge.UNKNOWN || head == BlockEdge.UNKNOWN) {
            return "window " + explanation.window();
        }
        String place = height >= head ? "at or above head " + head : (head - height) + " behind head " + head;
        return "block " + height + " is " + place + ", window " + explanation.window();
    }
}
