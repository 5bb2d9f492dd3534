package io.ethryx.server.gateway.call;

import io.ethryx.core.AnswerError;
import io.ethryx.core.line.Attempt;
import io.ethryx.core.line.CallStep;
import io.ethryx.core.line.NodeReply;
import io.ethryx.core.line.RoutingDecision;
import io.ethryx.server.timer.Timeout;
import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One step of a call: a node is asked and, where that takes long and the method is hedged, another node of its pool beside
 * it. The first of them that answers gives the reply, and the other is given up; a failure counts only when no other is
 * left. Confined to the client's IO thread.
 */
final class NodeAsk implements NodeAttempt.Asker {

    /** Hears what comes of the step, unless it is given up. */
    interface Step {

        /**
         * Once.
         *
         * @param attempt who gave the reply
         * @param reply the reply
         * @param lost what the other one failed with, if there was another and it failed first
         */
        void replied(NodeAttempt attempt, NodeReply reply, @Nullable Attempt lost);

        /** There is no room for an answer; everything was given up. */
        void overBudget();

        /** The answer broke off after its beginning was told of. */
        void brokeOff();
    }

    private final CallAtHand about;
    private final CallStep.Ask ask;
    private final Step step;
    private final NodeAttempt first;
    private @Nullable NodeAttempt second;
    private @Nullable Timeout patience;
    private @Nullable Attempt lost;

    NodeAsk(CallAtHand about, CallStep.Ask ask, Step step) {
        this.about = about;
        this.ask = ask;
        this.step = step;
        first = new NodeAttempt(about, ask.decision(), this);
    }

    void begin() {
        Hedging hedging = about.means().nodes().hedging();
        if (!hedging.policy().delays().isEmpty()) {
            watchTheClock(hedging);
        }
        first.begin(ask);
    }

    private void watchTheClock(Hedging hedging) {
        OptionalLong delay =
                hedging.policy().delayNanos(about.facts().call().method(), first.load(), System.nanoTime());
        if (delay.isPresent()) {
            hedging.budget().called();
            Timeout set = new Timeout(this::hedge);
            patience = set;
            about.wheel().set(set, Duration.ofNanos(delay.getAsLong()));
        }
    }

    private void hedge() {
        RoutingDecision.Forward beside = about.means().router().hedge(about.facts(), ask.decision());
        Hedging hedging = about.means().nodes().hedging();
        if (beside != null && hedging.budget().take()) {
            hedging.counts().sent(about.facts().chain());
            NodeAttempt other = new NodeAttempt(about, beside, this);
            second = other;
            other.begin(ask);
        }
    }

    @Override
    public void replied(NodeAttempt attempt, NodeReply reply) {
        if (second != null && lost == null && isFailure(reply)) {
            lost = new Attempt(attempt.node(), reply);
            attempt.giveUp();
            return;
        }
        stopWaiting();
        if (second != null) {
            giveUpOther(attempt);
        }
        boolean answered = !isFailure(reply);
        if (answered && attempt.equals(second)) {
            about.means().nodes().hedging().counts().won(about.facts().chain());
        }
        step.replied(attempt, reply, answered ? null : lost);
    }

    @SuppressWarnings("ReferenceEquality") // A node may say the same; only the constant says that it said nothing.
    private static boolean isFailure(NodeReply reply) {
        return !(reply instanceof NodeReply.Answered answered) || answered.error() == AnswerError.NO_ANSWER;
    }

    private void giveUpOther(NodeAttempt attempt) {
        NodeAttempt other = attempt.equals(first) ? second : first;
        if (other != null) {
            other.giveUp();
        }
    }

    @Override
    public void overBudget() {
        giveUp();
        step.overBudget();
    }

    @Override
    public void brokeOff() {
        step.brokeOff();
    }

    /** The deadline has passed: the step ends with that as the reply of the node that was asked first. */
    void late() {
        stopWaiting();
        NodeReply late = first.late();
        if (second != null) {
            second.late();
        }
        step.replied(first, late, null);
    }

    /** Gives up all that is asked, and lets go of what came. Idempotent. */
    void giveUp() {
        stopWaiting();
        first.giveUp();
        if (second != null) {
            second.giveUp();
        }
    }

    private void stopWaiting() {
        if (patience != null) {
            patience.clear();
        }
    }
}
