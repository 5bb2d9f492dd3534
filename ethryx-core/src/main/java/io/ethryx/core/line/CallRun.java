package io.ethryx.core.line;

import io.ethryx.core.AnswerError;
import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.RpcError;
import io.ethryx.core.Splice;
import io.ethryx.core.line.CallStep.Answer;
import io.ethryx.core.line.CallStep.Ask;
import io.ethryx.core.line.CallStep.Relay;
import io.ethryx.core.topology.Node;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One call on the line. Its driver does what {@link #step} says and tells it what came of that, till the end.
 *
 * <p>Used by one thread at a time; never blocks. Costs a few small objects.
 */
public final class CallRun {

    private static final int NO_CONTENT = 204;
    private static final Answer NOWHERE = new Answer(ErrorCatalogue.NO_BACKENDS, null);

    private final RpcPipeline line;
    private final CallFacts facts;
    private final CallMetrics.Series series;
    private final long startNanos;

    private List<Splice> rewrite = List.of();
    private CallStep step = NOWHERE;
    private boolean routed;
    private @Nullable Node node;
    private @Nullable NodeReply last;
    /** Made when someone has to know of them: a good first reply settles the call without. */
    private @Nullable List<Attempt> attempts;

    private boolean over;

    CallRun(RpcPipeline line, CallFacts facts, CallMetrics.Series series, long startNanos) {
        this.line = line;
        this.facts = Objects.requireNonNull(facts, "facts");
        this.series = series;
        this.startNanos = startNanos;
    }

    /** {@return the call} */
    public CallFacts facts() {
        return facts;
    }

    /** {@return what to do next} */
    public CallStep step() {
        return step;
    }

    /** {@return what is changed in the call's bytes} */
    public List<Splice> rewrite() {
        return rewrite;
    }

    /** {@return what was tried so far, oldest first; a view that grows} */
    public List<Attempt> attempts() {
        return Collections.unmodifiableList(tried());
    }

    /**
     * The node that was to be asked replied.
     *
     * @param reply what came of it
     * @return what to do next
     * @throws IllegalStateException if no node was to be asked
     */
    public CallStep replied(NodeReply reply) {
        return repliedBy(node, reply);
    }

    /**
     * A node replied that was asked beside the one that was to be asked, because that one took long. The reply of the one
     * that is late is not told any more.
     *
     * @param other the node that replied
     * @param reply what came of it
     * @return what to do next
     * @throws IllegalStateException if no node was to be asked
     */
    public CallStep repliedBy(@Nullable Node other, NodeReply reply) {
        if (!(step instanceof Ask) || other == null) {
            throw new IllegalStateException("no node was to be asked, but " + step);
        }
        NodeReply told = facts.call().notification() ? OwnAnswers.withoutNeed(reply) : reply;
        node = other;
        last = told;
        if (attempts != null) {
            attempts.add(new Attempt(other, told));
        }
        boolean good = told instanceof NodeReply.Answered answered && answered.error() == null;
        if (good || OwnAnswers.isNone(told)) {
            settle();
        } else {
            route();
        }
        return step;
    }

    /**
     * The call is answered, and the answer is with the caller. The call's bytes are lent until then. Only the first end
     * counts.
     *
     * @param answerBytes how many bytes answered it
     * @param nowNanos this moment
     */
    public void ended(long answerBytes, long nowNanos) {
        if (step instanceof Relay relay) {
            end(told(relay.reply().httpStatus()), relay.reply().error(), answerBytes, nowNanos);
        } else {
            Answer answer = step instanceof Answer own ? own : NOWHERE;
            end(told(answer.error().httpStatus()), AnswerError.of(answer.error()), answerBytes, nowNanos);
        }
    }

    /** What the caller is told: of a notification that there is nothing to be told. */
    private int told(int httpStatus) {
        return facts.call().notification() ? NO_CONTENT : httpStatus;
    }

    /**
     * The call ended without an answer, or amid it. Only the first end counts.
     *
     * @param kind what ended it
     * @param answerBytes how many bytes of an answer the caller got
     * @param nowNanos this moment
     */
    public void broke(FailureKind kind, long answerBytes, long nowNanos) {
        RpcError error = OwnAnswers.toEnd(kind);
        int status = step instanceof Relay relay ? relay.reply().httpStatus() : error.httpStatus();
        end(status, AnswerError.of(error), answerBytes, nowNanos);
    }

    /** Where it is counted. */
    CallMetrics.Series series() {
        return series;
    }

    /** Asks a governor; whether it stops the call. */
    boolean stops(Governor governor) {
        Verdict verdict = governor.judge(facts);
        if (verdict instanceof Verdict.Admitted admitted) {
            rewrite = admitted.rewrite().isEmpty() ? rewrite : admitted.rewrite();
            return false;
        }
        step = verdict instanceof Verdict.Refused refused
                ? new Answer(refused.error(), null)
                : new Answer(ErrorCatalogue.LIMITED, ((Verdict.Throttled) verdict).retryAfter());
        return true;
    }

    /** Whether no step stopped it. */
    boolean passed() {
        return routed;
    }

    /** Asks the router. */
    void route() {
        routed = true;
        RoutingDecision decision = line.route(facts, last == null ? List.of() : tried());
        if (decision instanceof RoutingDecision.Forward forward) {
            goTo(forward);
        } else if (decision instanceof RoutingDecision.Unroutable unroutable) {
            node = null;
            step = new Answer(unroutable.error(), null);
        } else {
            settle();
        }
    }

    /** Goes to a node that may be another than the one which the router chose for it alone. */
    void goTo(RoutingDecision.Forward forward) {
        node = forward.node();
        step = new Ask(forward, rewrite);
    }

    /** Is answered with an error, whatever else there is. */
    void fail(RpcError error) {
        step = new Answer(error, null);
    }

    private void settle() {
        NodeReply reply = last;
        if (reply instanceof NodeReply.Answered answered && !OwnAnswers.isNone(answered)) {
            step = new Relay(answered);
        } else {
            step = reply == null ? NOWHERE : new Answer(OwnAnswers.to(reply), null);
        }
    }

    /** The attempts, in a list that grows from now on. Before it is made there was one at most, and its node is still the one. */
    private List<Attempt> tried() {
        List<Attempt> known = attempts;
        if (known == null) {
            known = new ArrayList<>(2);
            if (node != null && last != null) {
                known.add(new Attempt(node, last));
            }
            attempts = known;
        }
        return known;
    }

    private void end(int httpStatus, @Nullable AnswerError error, long answerBytes, long nowNanos) {
        if (over) {
            return;
        }
        over = true;
        long elapsed = Math.max(0, nowNanos - startNanos);
        line.after(this, new CallOutcome(httpStatus, error, routed, node, !rewrite.isEmpty(), elapsed, answerBytes));
    }
}
