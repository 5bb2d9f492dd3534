package io.ethryx.server.listener;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What is known of an answer on its way, whatever carries it: its status, how much of its body was taken, and who goes on when
 * the client takes more. Confined to the exchange's IO thread.
 */
public abstract class AnswerSoFar implements ClientAnswer {

    private int status;
    private long bodyBytes;
    private @Nullable Runnable whenWritable;

    /** An answer that has not begun. */
    protected AnswerSoFar() {}

    /**
     * It has begun.
     *
     * @param answerStatus its status
     */
    protected final void begun(int answerStatus) {
        status = answerStatus;
    }

    /**
     * Body bytes were taken.
     *
     * @param bytes how many more
     */
    protected final void took(int bytes) {
        bodyBytes += bytes;
    }

    /**
     * Who goes on when the client takes more.
     *
     * @return null before anyone has said so
     */
    protected final @Nullable Runnable writer() {
        return whenWritable;
    }

    /**
     * Writes body bytes.
     *
     * @param bytes what to write; its position moves by what was taken
     * @param last whether no more come behind them
     * @return how many were taken
     * @throws IOException if the client has broken off
     */
    protected abstract int write(ByteBuffer bytes, boolean last) throws IOException;

    @Override
    public final int write(ByteBuffer bytes) throws IOException {
        return write(bytes, false);
    }

    @Override
    public final int writeLast(ByteBuffer bytes) throws IOException {
        int taken = write(bytes, true);
        if (!bytes.hasRemaining()) {
            end();
        }
        return taken;
    }

    @Override
    public final boolean hasBegun() {
        return status != 0;
    }

    @Override
    public final int status() {
        return status;
    }

    @Override
    public final void whenWritable(Runnable action) {
        whenWritable = action;
    }

    @Override
    public final long bodyBytes() {
        return bodyBytes;
    }
}
