package io.ethryx.core.line;

import io.ethryx.core.AnswerError;
import io.ethryx.core.AnswerList;
import io.ethryx.core.AnswerReader;
import io.ethryx.core.Body;
import io.ethryx.core.CallBytes;
import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.InvalidCall;
import io.ethryx.core.JsonRpcReader;
import io.ethryx.core.RpcBatch;
import io.ethryx.core.RpcCall;
import io.ethryx.core.RpcId;
import io.ethryx.core.RpcRequest;
import io.ethryx.core.line.ReplyQueue.Arrived;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Topology;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The line for those who may wait: a body in, its answer out. For embedding where threads are there to block; a server on
 * IO threads drives {@link CallRun} and {@link BatchRun} itself.
 *
 * <p>For any number of threads. Reads with buffers of its own, some 40 KB a call; the node client may reply on any thread,
 * and need not look for errors in answers.
 */
public final class BlockingRpc {

    private final RpcPipeline line;
    private final NodeClient client;
    private final Supplier<Topology> topologies;
    private final BlockingSettings settings;

    /**
     * Puts the line to use.
     *
     * @param line the line
     * @param client who asks nodes
     * @param topologies the topology of the moment, asked for once a body
     * @param settings how bodies are taken in
     */
    public BlockingRpc(RpcPipeline line, NodeClient client, Supplier<Topology> topologies, BlockingSettings settings) {
        this.line = Objects.requireNonNull(line, "line");
        this.client = Objects.requireNonNull(client, "client");
        this.topologies = Objects.requireNonNull(topologies, "topologies");
        this.settings = Objects.requireNonNull(settings, "settings");
    }

    /**
     * Answers a body. Blocks until the answer is there, at most for the deadline.
     *
     * @param chain the chain, as a caller writes it
     * @param body the body; not changed, and not kept
     * @param caller from whom it comes
     * @return the answer
     * @throws InterruptedException if the thread was interrupted
     */
    public RpcReply call(String chain, byte[] body, Caller caller) throws InterruptedException {
        RpcRequest request = new JsonRpcReader(settings.maxBatch()).read(Body.of(body));
        if (request instanceof InvalidCall invalid) {
            return RpcReply.of(invalid);
        }
        Optional<Target> target = ChainId.parse(chain).map(asked -> Target.of(topologies.get(), asked));
        if (target.isEmpty()) {
            return request instanceof RpcCall call
                    ? RpcReply.of(call, ErrorCatalogue.INVALID_CHAIN, null)
                    : RpcReply.of(new InvalidCall(ErrorCatalogue.INVALID_CHAIN, RpcId.NULL));
        }
        return request instanceof RpcCall call
                ? single(new CallFacts(call, target.get(), caller, settings.contexts()))
                : batch(new BatchRequest(
                        (RpcBatch) request, target.get(), caller, settings.contexts(), settings.mode()));
    }

    private RpcReply single(CallFacts facts) throws InterruptedException {
        long start = System.nanoTime();
        ReplyQueue<CallRun> replies = new ReplyQueue<>(client, start, settings.deadline());
        CallRun run = line.start(facts, start);
        byte[] answer = {};
        try {
            while (run.step() instanceof CallStep.Ask ask) {
                List<ByteBuffer> body = new ArrayList<>();
                CallBytes.single(facts.call(), ask.rewrite(), body);
                replies.ask(run, ask.decision().node(), body);
                Arrived<CallRun> came = Optional.ofNullable(replies.await()).orElseGet(() -> replies.late(run));
                answer = came.answer().copy(0, came.answer().length());
                run.replied(looked(came));
            }
        } catch (InterruptedException interrupted) {
            run.broke(FailureKind.CALLER_GONE, 0, System.nanoTime());
            throw interrupted;
        }
        RpcReply reply = run.step() instanceof CallStep.Relay relay
                ? relayed(facts.call(), relay, answer)
                : own(facts.call(), (CallStep.Answer) run.step());
        run.ended(reply.body().length, System.nanoTime());
        return reply;
    }

    private RpcReply batch(BatchRequest request) throws InterruptedException {
        long start = System.nanoTime();
        ReplyQueue<SubBatch> replies = new ReplyQueue<>(client, start, settings.deadline());
        BatchRun run = line.start(request, start);
        Set<SubBatch> out = new LinkedHashSet<>();
        try {
            send(run.first(), replies, out);
            while (!run.settled()) {
                Arrived<SubBatch> came = Optional.ofNullable(replies.await())
                        .orElseGet(() -> replies.late(out.iterator().next()));
                out.remove(came.request());
                AnswerList answers =
                        came.reply() instanceof NodeReply.Answered ? new AnswerReader().readAll(came.answer()) : null;
                send(run.replied(came.request(), came.reply(), answers, System.nanoTime()), replies, out);
            }
        } catch (InterruptedException interrupted) {
            run.broke(FailureKind.CALLER_GONE, System.nanoTime());
            throw interrupted;
        }
        List<ByteBuffer> parts = run.answer();
        run.ended(System.nanoTime());
        return parts.isEmpty() ? RpcReply.silence() : new RpcReply(200, joined(parts), null);
    }

    private static void send(List<SubBatch> subs, ReplyQueue<SubBatch> replies, Set<SubBatch> out) {
        for (SubBatch sub : subs) {
            out.add(sub);
            replies.ask(sub, sub.decision().node(), sub.body());
        }
    }

    private static NodeReply looked(Arrived<CallRun> came) {
        if (!(came.reply() instanceof NodeReply.Answered answered) || answered.error() != null) {
            return came.reply();
        }
        AnswerError error = new AnswerReader().look(came.answer(), true);
        return new NodeReply.Answered(answered.httpStatus(), error, answered.elapsedNanos());
    }

    private static RpcReply relayed(RpcCall call, CallStep.Relay relay, byte[] answer) {
        return call.notification()
                ? RpcReply.silence()
                : new RpcReply(relay.reply().httpStatus(), answer, null);
    }

    private static RpcReply own(RpcCall call, CallStep.Answer answer) {
        return RpcReply.of(call, answer.error(), answer.retryAfter());
    }

    private static byte[] joined(List<ByteBuffer> parts) {
        Body whole = Body.of(parts);
        return whole.copy(0, whole.length());
    }
}
