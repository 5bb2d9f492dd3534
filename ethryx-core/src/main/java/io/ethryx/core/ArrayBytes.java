package io.ethryx.core;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts an array together from the bytes of its elements: a batch to send, or the answers to one. Nothing is copied. Used by
 * one thread.
 */
public final class ArrayBytes {

    private final List<ByteBuffer> parts = new ArrayList<>();

    /** An array without elements so far. */
    public ArrayBytes() {}

    /**
     * Adds a call.
     *
     * @param call the call
     * @param splices what to change in it
     */
    public void add(RpcCall call, List<Splice> splices) {
        begin();
        CallBytes.gather(call.body(), call.from(), call.to(), splices, parts);
    }

    /**
     * Adds an answer.
     *
     * @param answer the answer
     */
    public void add(RpcAnswer answer) {
        begin();
        answer.gather(parts);
    }

    /** {@return whether nothing was added} */
    public boolean isEmpty() {
        return parts.isEmpty();
    }

    /** {@return the array's bytes so far, closed; {@code []} if nothing was added} */
    public List<ByteBuffer> close() {
        List<ByteBuffer> closed = new ArrayList<>(parts.size() + 2);
        if (parts.isEmpty()) {
            closed.add(mark('['));
        }
        closed.addAll(parts);
        closed.add(mark(']'));
        return closed;
    }

    private void begin() {
        parts.add(mark(parts.isEmpty() ? '[' : ','));
    }

    private static ByteBuffer mark(char c) {
        return ByteBuffer.wrap(new byte[] {(byte) c});
    }
}
