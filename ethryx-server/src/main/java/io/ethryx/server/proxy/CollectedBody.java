package io.ethryx.server.proxy;

import io.ethryx.server.upstream.UpstreamCall;
import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** The body of an upstream's answer, collected whole within a limit and a budget. Confined to one IO thread. */
final class CollectedBody implements AutoCloseable {

    /** Where the collecting stands. */
    enum State {
        /** More will come. */
        MORE,
        /** All of it is here. */
        WHOLE,
        /** There is more of it than the limit. */
        TOO_LONG,
        /** Others hold too much. */
        OVER_BUDGET,
        /** The call failed, and its listener has been told. */
        BROKEN
    }

    private final ByteBufferPool buffers;
    private final ByteBudget budget;
    private final int limit;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private long taken;
    private boolean closed;

    CollectedBody(ByteBufferPool buffers, ByteBudget budget, int limit) {
        this.buffers = buffers;
        this.budget = budget;
        this.limit = limit;
    }

    /** Reads what is there now. */
    State read(UpstreamCall call) {
        try (PooledByteBuffer pooled = buffers.allocate()) {
            ByteBuffer into = pooled.getBuffer();
            while (true) {
                into.clear();
                int read = call.read(into);
                if (closed) {
                    return State.BROKEN;
                } else if (read == 0) {
                    return State.MORE;
                } else if (read < 0) {
                    return call.answerComplete() ? State.WHOLE : State.BROKEN;
                } else if (bytes.size() + read > limit) {
                    return State.TOO_LONG;
                } else if (!budget.take(read)) {
                    return State.OVER_BUDGET;
                }
                taken += read;
                append(into.flip());
                if (call.answerComplete()) {
                    return State.WHOLE;
                }
            }
        }
    }

    private void append(ByteBuffer more) {
        byte[] copy = new byte[more.remaining()];
        more.get(copy);
        bytes.writeBytes(copy);
    }

    /** All that was collected. */
    byte[] take() {
        return bytes.toByteArray();
    }

    /** Gives back what was taken of the budget. Idempotent. */
    @Override
    public void close() {
        closed = true;
        budget.give(taken);
        taken = 0;
    }
}
