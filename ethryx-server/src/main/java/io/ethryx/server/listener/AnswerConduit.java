package io.ethryx.server.listener;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;
import org.xnio.IoUtils;
import org.xnio.channels.StreamSourceChannel;
import org.xnio.conduits.AbstractStreamSinkConduit;
import org.xnio.conduits.Conduits;
import org.xnio.conduits.StreamSinkConduit;
import org.xnio.conduits.WriteReadyHandler;

/**
 * The way of an answer to the socket: knows whether one has begun or ended, and lets informational answers go ahead of it.
 */
final class AnswerConduit extends AbstractStreamSinkConduit<StreamSinkConduit> {

    private static final int MOST_AHEAD = 64 * 1024;

    private final Http1Connection connection;
    private @Nullable ByteBuffer ahead;
    private @Nullable WriteReadyHandler handler;
    private boolean begun;
    private boolean ended;

    AnswerConduit(Http1Connection connection, StreamSinkConduit next) {
        super(next);
        this.connection = connection;
    }

    /** Whether a byte of the current answer has been written. */
    boolean begun() {
        return begun;
    }

    /** Whether FIN has been sent after an answer. */
    boolean ended() {
        return ended;
    }

    /** The exchange is over; the next answer begins anew. */
    void answerEnded() {
        begun = false;
    }

    /** Writes what goes ahead of the answer: now, or before the answer's next bytes. */
    void sendAhead(ByteBuffer bytes) throws IOException {
        ByteBuffer waiting = ahead;
        if (waiting == null) {
            ahead = bytes;
        } else if (waiting.remaining() + bytes.remaining() <= MOST_AHEAD) {
            ahead = ByteBuffer.allocate(waiting.remaining() + bytes.remaining())
                    .put(waiting)
                    .put(bytes)
                    .flip();
        }
        flushAhead();
    }

    private boolean flushAhead() throws IOException {
        ByteBuffer waiting = ahead;
        while (waiting != null && waiting.hasRemaining()) {
            if (next.write(waiting) == 0) {
                return false;
            }
        }
        ahead = null;
        return true;
    }

    private boolean mayWrite() throws IOException {
        if (connection.isWriteShutdown()) {
            throw new ClosedChannelException();
        }
        return ahead == null || flushAhead();
    }

    @Override
    public int write(ByteBuffer src) throws IOException {
        if (!mayWrite()) {
            return 0;
        }
        int written = next.write(src);
        begun |= written > 0;
        return written;
    }

    @Override
    public long write(ByteBuffer[] srcs, int offset, int length) throws IOException {
        if (!mayWrite()) {
            return 0;
        }
        long written = next.write(srcs, offset, length);
        begun |= written > 0;
        return written;
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
    public long transferFrom(FileChannel src, long position, long count) throws IOException {
        if (!mayWrite()) {
            return 0;
        }
        long written = next.transferFrom(src, position, count);
        begun |= written > 0;
        return written;
    }

    @Override
    public long transferFrom(StreamSourceChannel source, long count, ByteBuffer throughBuffer) throws IOException {
        return IoUtils.transfer(source, count, throughBuffer, connection.getSinkChannel());
    }

    @Override
    public boolean flush() throws IOException {
        return flushAhead() && next.flush();
    }

    @Override
    public boolean isWriteShutdown() {
        return connection.isWriteShutdown();
    }

    @Override
    public void terminateWrites() throws IOException {
        if (ended || connection.isClosing()) {
            return;
        }
        ended = true;
        try {
            next.terminateWrites();
        } finally {
            connection.endWrites();
        }
    }

    @Override
    public void setWriteReadyHandler(WriteReadyHandler handler) {
        this.handler = handler;
        next.setWriteReadyHandler(handler);
    }

    /** Tells the writer that nothing can be written any more. */
    void terminated() {
        WriteReadyHandler writer = handler;
        if (writer != null) {
            writer.terminated();
        }
    }

    @Override
    public void truncateWrites() throws IOException {
        terminateWrites();
    }
}
