package io.ethryx.core.line;

import io.ethryx.core.AnswerList;
import io.ethryx.core.AnswerMatch;
import io.ethryx.core.ArrayBytes;
import io.ethryx.core.InvalidCall;
import io.ethryx.core.RpcAnswer;
import io.ethryx.core.RpcCall;
import io.ethryx.core.RpcElement;
import io.ethryx.core.RpcError;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One batch on the line: each element is a call of its own, and those for the same pool go to one node together. Its driver
 * sends sub-batches and tells what came of them, till none is out; then the answers stand in the order of the requests.
 *
 * <p>Used by one thread at a time; never blocks. The answers that it is told are borrowed until the end.
 *
 * @see <a href="https://www.jsonrpc.org/specification#batch">JSON-RPC 2.0, section 6</a>
 */
public final class BatchRun {

    private static final int OK = 200;
    private static final int NO_CONTENT = 204;

    private final RpcPipeline line;
    private final BatchRequest request;
    private final long startNanos;
    private final List<BatchSlot> slots;
    private final List<BatchElement> elements = new ArrayList<>();

    private List<SubBatch> first = List.of();
    private int out;
    private int unknown;
    private boolean over;

    BatchRun(RpcPipeline line, BatchRequest request, long startNanos) {
        this.line = line;
        this.request = request;
        this.startNanos = startNanos;
        this.slots = new ArrayList<>(request.batch().elements().size());
    }

    /** {@return the sub-batches to send at first, at the same time; empty if no element has to ask a node} */
    public List<SubBatch> first() {
        return first;
    }

    /** Takes each element as far as it goes without a node. */
    void begin() {
        Companions companions = new Companions();
        List<CallMirror.Copied> going = new ArrayList<>();
        for (RpcElement element : request.batch().elements()) {
            if (element instanceof RpcCall call) {
                CallFacts facts = new CallFacts(call, request.target(), request.caller(), request.contexts());
                facts.joins(companions);
                BatchElement started = new BatchElement(line.startElement(facts, startNanos), startNanos);
                companions.note(started.run().step());
                if (started.run().passed()) {
                    going.add(new CallMirror.Copied(facts, started.run().rewrite()));
                }
                slots.add(started);
                elements.add(started);
            } else {
                InvalidCall invalid = (InvalidCall) element;
                slots.add(new BatchSlot.NoCall(RpcAnswer.of(invalid.error(), invalid.id())));
            }
        }
        line.copy(going);
        first = together(elements, companions, request.mode() == BatchMode.WHOLE);
    }

    /**
     * What came of a sub-batch.
     *
     * @param sub the sub-batch
     * @param reply what came of it as a whole
     * @param answers what the node answered, or null if it did not, or not so that it can be read
     * @param nowNanos this moment
     * @return the elements that are to be asked again, in new sub-batches; often empty
     */
    public List<SubBatch> replied(SubBatch sub, NodeReply reply, @Nullable AnswerList answers, long nowNanos) {
        out--;
        AnswerMatch match = answers == null ? null : AnswerMatch.of(sub.calls(), answers);
        unknown += match == null ? 0 : match.unknown();
        NodeReply whole = match == null ? OwnAnswers.unread(reply) : reply;
        Companions companions = new Companions();
        for (int i = 0; i < sub.elements().size(); i++) {
            BatchElement element = sub.elements().get(i);
            element.run().facts().joins(companions);
            if (match != null && whole instanceof NodeReply.Answered answered) {
                element.answered(answered, match.answer(i), nowNanos);
            } else {
                element.replied(whole, nowNanos);
            }
            companions.note(element.run().step());
        }
        return together(sub.elements(), companions, false);
    }

    /** {@return whether no sub-batch is out: the answer stands} */
    public boolean settled() {
        return out == 0;
    }

    /** {@return how many answers of nodes belonged to no call, and were dropped} */
    public int unknown() {
        return unknown;
    }

    /** {@return the answer's bytes, views of what the nodes answered; empty if the batch has nothing but notifications} */
    public List<ByteBuffer> answer() {
        ArrayBytes array = new ArrayBytes();
        for (BatchSlot slot : slots) {
            RpcAnswer answer = slot.answer();
            if (answer != null) {
                array.add(answer);
            }
        }
        return array.isEmpty() ? List.of() : array.close();
    }

    /**
     * The answer is with the caller. Only the first end counts.
     *
     * @param nowNanos this moment
     */
    public void ended(long nowNanos) {
        if (!over) {
            over = true;
            elements.forEach(BatchElement::ended);
            int status = saysNothing() ? NO_CONTENT : OK;
            line.afterBatch(request, status, Math.max(0, nowNanos - startNanos));
        }
    }

    /**
     * The batch ended before its answer was with the caller. Only the first end counts.
     *
     * @param kind what ended it
     * @param nowNanos this moment
     */
    public void broke(FailureKind kind, long nowNanos) {
        if (!over) {
            over = true;
            elements.forEach(element -> element.run().broke(kind, 0, nowNanos));
            RpcError error = OwnAnswers.toEnd(kind);
            line.afterBatch(request, error.httpStatus(), Math.max(0, nowNanos - startNanos));
        }
    }

    private boolean saysNothing() {
        return slots.size() == elements.size() && elements.stream().allMatch(BatchElement::silent);
    }

    /** Sub-batches of those elements that have to ask a node, in the order of the batch. */
    private List<SubBatch> together(List<BatchElement> some, Companions companions, boolean whole) {
        List<SubBatch> subs = new ArrayList<>(2);
        for (BatchElement element : some) {
            if (element.run().step() instanceof CallStep.Ask ask) {
                if (request.alone().test(element.run().facts().call())) {
                    subs.add(new SubBatch(ask.decision(), true));
                    subs.get(subs.size() - 1).add(element);
                } else {
                    subFor(companions.decisionFor(ask, whole), subs).add(element);
                }
            }
        }
        out += subs.size();
        return subs;
    }

    private static SubBatch subFor(RoutingDecision.Forward decision, List<SubBatch> subs) {
        for (SubBatch sub : subs) {
            if (!sub.alone() && sub.decision().node().sameEntry(decision.node())) {
                return sub;
            }
        }
        SubBatch sub = new SubBatch(decision, false);
        subs.add(sub);
        return sub;
    }
}
