package io.ethryx.core.line;

import io.ethryx.core.ArrayBytes;
import io.ethryx.core.RpcCall;
import io.ethryx.core.Splice;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Elements of a batch that go to one node together, always as an array. Made by a {@link BatchRun}, which is told what came
 * of it.
 */
public final class SubBatch {

    private final RoutingDecision.Forward decision;
    private final boolean alone;
    private final List<BatchElement> elements = new ArrayList<>();

    SubBatch(RoutingDecision.Forward decision, boolean alone) {
        this.decision = decision;
        this.alone = alone;
    }

    /** {@return whether it is one call that is to go in no company} */
    public boolean alone() {
        return alone;
    }

    /** {@return which node is to be asked, and why} */
    public RoutingDecision.Forward decision() {
        return decision;
    }

    /** {@return what is known of the calls, in the order of the batch; a new list} */
    public List<CallFacts> facts() {
        return elements.stream().map(element -> element.run().facts()).toList();
    }

    /** {@return the calls, in the order of the batch; a new list} */
    public List<RpcCall> calls() {
        return elements.stream().map(element -> element.run().facts().call()).toList();
    }

    /** {@return what is changed in the bytes of each of {@link #calls}; a new list} */
    public List<List<Splice>> rewrites() {
        return elements.stream().map(element -> element.run().rewrite()).toList();
    }

    /** {@return whether no answer is expected: all calls are notifications} */
    public boolean silent() {
        return elements.stream().allMatch(BatchElement::silent);
    }

    /** {@return the bytes to send: views of the caller's, put together as an array; new buffers at each call} */
    public List<ByteBuffer> body() {
        ArrayBytes array = new ArrayBytes();
        for (BatchElement element : elements) {
            array.add(element.run().facts().call(), element.run().rewrite());
        }
        return array.close();
    }

    void add(BatchElement element) {
        element.run().goTo(decision);
        elements.add(element);
    }

    List<BatchElement> elements() {
        return elements;
    }
}
