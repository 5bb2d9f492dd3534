package io.ethryx.core.line;

import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.RpcAnswer;
import io.ethryx.core.RpcId;
import org.jspecify.annotations.Nullable;

/** A call of a batch: its run, and what answers it once that is known. Used by one thread. */
final class BatchElement implements BatchSlot {

    private final CallRun run;
    private @Nullable RpcAnswer said;
    private long settledNanos;

    BatchElement(CallRun run, long nowNanos) {
        this.run = run;
        this.settledNanos = nowNanos;
    }

    CallRun run() {
        return run;
    }

    /** Whether it gets no answer. */
    boolean silent() {
        return run.facts().call().notification();
    }

    /** What a node's array says of it, if anything. */
    void answered(NodeReply.Answered reply, @Nullable RpcAnswer answer, long nowNanos) {
        said = answer;
        if (answer == null && !silent()) {
            run.fail(ErrorCatalogue.MISSING_ANSWER);
            settledNanos = nowNanos;
        } else {
            replied(
                    new NodeReply.Answered(
                            reply.httpStatus(), answer == null ? null : answer.error(), reply.elapsedNanos()),
                    nowNanos);
        }
    }

    /** What came of the node that it was sent to, without an answer of its own. */
    void replied(NodeReply reply, long nowNanos) {
        run.replied(reply);
        settledNanos = nowNanos;
    }

    @Override
    public @Nullable RpcAnswer answer() {
        RpcId id = run.facts().call().id();
        if (id != null && run.step() instanceof CallStep.Answer own) {
            said = RpcAnswer.of(own.error(), id);
        }
        return id == null ? null : said;
    }

    /** It is over, with what {@link #answer} told. */
    void ended() {
        run.ended(said == null || silent() ? 0 : said.length(), settledNanos);
    }
}
