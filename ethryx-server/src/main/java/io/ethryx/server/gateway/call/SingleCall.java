package io.ethryx.server.gateway.call;

import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.RpcId;
import io.ethryx.core.line.Attempt;
import io.ethryx.core.line.CallRun;
import io.ethryx.core.line.CallStep;
import io.ethryx.core.line.FailureKind;
import io.ethryx.core.line.NodeReply;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.gateway.body.OwnAnswer;
import io.ethryx.server.gateway.edge.Visit;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.WholeAnswer;
import io.ethryx.server.timer.Timeout;
import io.ethryx.server.upstream.UpstreamCall;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Drives one call: asks the nodes that its run names, one after the other, and hands the client the answer that the run
 * settles on. Confined to the client's IO thread.
 */
public final class SingleCall implements NodeAsk.Step {

    private static final CallStep.Answer OVERLOADED =
            new CallStep.Answer(ErrorCatalogue.OVERLOADED, Duration.ofSeconds(1));

    private final CallAtHand about;
    private final CallRun run;
    private final Timeout deadline = new Timeout(this::late);
    private @Nullable NodeAsk asked;
    private @Nullable AnswerRelay relay;
    private @Nullable NodeAttempt answered;
    private @Nullable String later;
    private @Nullable FailureKind broke;

    /**
     * Nothing is asked yet.
     *
     * @param means what requests are served with
     * @param visit the request
     * @param run what the line says of the call
     */
    public SingleCall(RpcMeans means, Visit visit, CallRun run) {
        this.run = run;
        about = new CallAtHand(
                means,
                visit.exchange(),
                run.facts(),
                PreparedFields.of(visit.exchange(), means.nodes().forwarded()),
                visit.watch());
    }

    /** Asks the first node. Called once; the client has its answer when the exchange has ended. */
    public void begin() {
        ClientExchange exchange = about.exchange();
        exchange.whenEnded(this::ended);
        exchange.whenGone(() -> breaks(FailureKind.CALLER_GONE));
        about.wheel()
                .set(
                        deadline,
                        about.means().limits().timeouts().of(run.facts().call().method()));
        proceed();
    }

    private void proceed() {
        CallStep step = run.step();
        if (step instanceof CallStep.Ask ask) {
            NodeAsk next = new NodeAsk(about, ask, this);
            asked = next;
            next.begin();
        } else if (step instanceof CallStep.Answer own) {
            deadline.clear();
            answer(own);
        } else {
            deadline.clear();
            relay();
        }
    }

    @Override
    public void replied(NodeAttempt attempt, NodeReply reply, @Nullable Attempt lost) {
        answered = attempt;
        about.means().nodes().filters().hear(about, attempt, reply);
        if (lost != null) {
            run.repliedBy(lost.node(), lost.reply());
        }
        if (run.step() instanceof CallStep.Ask) {
            run.repliedBy(attempt.node(), reply);
        }
        if (!(run.step() instanceof CallStep.Relay)) {
            later = reply instanceof NodeReply.Answered
                    ? attempt.look().fields().value(KnownField.RETRY_AFTER)
                    : null;
            attempt.giveUp();
        }
        proceed();
    }

    private void answer(CallStep.Answer own) {
        RpcId id = run.facts().call().id();
        if (id == null) {
            OwnAnswer.silence(about.exchange());
        } else if (later != null) {
            OwnAnswer.errorLater(about.exchange(), own.error(), id, later);
        } else {
            OwnAnswer.error(about.exchange(), own.error(), id, own.retryAfter());
        }
    }

    private void relay() {
        NodeAttempt attempt = answered;
        UpstreamCall rest = attempt == null ? null : attempt.answer();
        if (attempt == null || rest == null || run.facts().call().notification()) {
            giveUp();
            OwnAnswer.silence(about.exchange());
        } else {
            relay(attempt, rest);
        }
    }

    private void relay(NodeAttempt attempt, UpstreamCall rest) {
        AnswerLook look = attempt.look();
        ByteBuffer whole = look.wholeInOne();
        if (whole != null) {
            WholeAnswer.send(about.exchange(), look.status(), look.endToEndFields(), whole);
        } else {
            AnswerRelay begun = new AnswerRelay(about, this::breaks);
            relay = begun;
            begun.begin(attempt, rest);
        }
    }

    // --- how it ends ---

    @Override
    public void overBudget() {
        deadline.clear();
        broke = FailureKind.POOL_EXHAUSTED;
        answer(OVERLOADED);
    }

    @Override
    public void brokeOff() {
        breaks(FailureKind.BROKEN);
    }

    private void late() {
        if (asked != null) {
            asked.late();
        }
    }

    private void breaks(FailureKind kind) {
        broke = kind;
        if (kind == FailureKind.CALLER_GONE) {
            about.watch().clientLeft();
        }
        about.exchange().abort();
    }

    private void giveUp() {
        if (asked != null) {
            asked.giveUp();
        }
    }

    private void ended() {
        deadline.clear();
        if (relay != null) {
            relay.stop();
        }
        giveUp();
        long now = System.nanoTime();
        long bytes = about.exchange().answer().bodyBytes();
        if (broke != null) {
            run.broke(broke, bytes, now);
        } else {
            run.ended(bytes, now);
        }
    }
}
