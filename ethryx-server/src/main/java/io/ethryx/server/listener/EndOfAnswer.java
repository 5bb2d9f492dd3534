package io.ethryx.server.listener;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.xnio.conduits.AbstractStreamSinkConduit;
import org.xnio.conduits.Conduits;
import org.xnio.conduits.StreamSinkConduit;

/** Notices that an answer has been written to its last byte. */
final class EndOfAnswer extends AbstractStreamSinkConduit<StreamSinkConduit> {

    private final Runnable ended;
    private boolean terminated;
    private boolean told;

    EndOfAnswer(StreamSinkConduit next, Runnable ended) {
        super(next);
        this.ended = ended;
    }

    @Override
    public int writeFinal(ByteBuffer src) throws IOException {
        return Conduits.writeFinalBasic(this, src);
    }

    @Override
    public long writeFinal(ByteBuffer[] srcs, int offset, int length) throws IOException {
        return Conduits.writeFinalBasic(this, srcs, offset, length);
    }

    @Override
    public void terminateWrites() throws IOException {
        terminated = true;
        super.terminateWrites();
    }

    @Override
    public boolean flush() throws IOException {
        boolean flushed = super.flush();
        if (flushed && terminated && !told) {
            told = true;
            ended.run();
        }
        return flushed;
    }
}
