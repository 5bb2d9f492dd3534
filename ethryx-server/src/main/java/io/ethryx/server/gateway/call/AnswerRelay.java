package io.ethryx.server.gateway.call;

import io.ethryx.core.line.FailureKind;
import io.ethryx.routing.CallDeadline;
import io.ethryx.server.listener.ClientAnswer;
import io.ethryx.server.proxy.ResponsePump;
import io.ethryx.server.timer.Timeout;
import io.ethryx.server.upstream.UpstreamCall;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A node's answer on its way to the client, from its first byte on. It may stand still for a while, but not for ever.
 * Confined to the client's IO thread.
 */
final class AnswerRelay implements ResponsePump.Ending {

    private final CallAtHand about;
    private final Consumer<FailureKind> breaks;
    private final Timeout silence = new Timeout(this::stillSilent);
    private @Nullable ResponsePump pump;
    private long givenBytes;

    /** A relay at rest; the consumer hears why it breaks, at most once, and ends the exchange. */
    AnswerRelay(CallAtHand about, Consumer<FailureKind> breaks) {
        this.about = about;
        this.breaks = breaks;
    }

    /** Hands on what an attempt holds, and what will come of it. */
    void begin(NodeAttempt attempt, UpstreamCall rest) {
        AnswerLook look = attempt.look();
        ClientAnswer answer = about.exchange().answer();
        answer.begin(look.status(), look.endToEndFields(), look.contentLength());
        about.wheel().set(silence, CallDeadline.SILENCE);
        ResponsePump begun =
                new ResponsePump(about.means().io().buffers(), answer, new LookedAnswer(rest, look.views()), this);
        pump = begun;
        attempt.readBy(begun);
        begun.start();
    }

    /** An answer that has begun may stand still for so long, whichever side holds it up. */
    private void stillSilent() {
        long given = about.exchange().answer().bodyBytes();
        if (given != givenBytes) {
            givenBytes = given;
            about.wheel().set(silence, CallDeadline.SILENCE);
        } else {
            breaks.accept(FailureKind.DEADLINE);
        }
    }

    @Override
    public void bodyEnds() {
        // What a node may say behind its answer is said to this hop.
    }

    @Override
    public void clientBroken(IOException cause) {
        breaks.accept(FailureKind.CALLER_GONE);
    }

    /** Idempotent. */
    void stop() {
        silence.clear();
        if (pump != null) {
            pump.stop();
        }
    }
}
