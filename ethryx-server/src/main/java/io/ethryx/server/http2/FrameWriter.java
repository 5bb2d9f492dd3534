package io.ethryx.server.http2;

import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.xnio.conduits.StreamSinkConduit;

/** The frames that wait to be written to a client, in pooled buffers. Writing to the client happens in {@link #flush} alone. */
public final class FrameWriter {

    private static final int MOST_GATHERED = 16;

    private final ByteBufferPool pool;
    private final HeaderWriter headers = new HeaderWriter();

    /** All but the last are full; each is between its position, where writing to the client goes on, and its limit. */
    private final ArrayDeque<PooledByteBuffer> waiting = new ArrayDeque<>(4);

    /** The last one, in which frames are still put: from its position on. */
    private @Nullable PooledByteBuffer open;

    private int openFrom;
    private int bytes;

    /**
     * A writer with nothing to write.
     *
     * @param pool where buffers come from, which must be larger than 1 KiB
     */
    public FrameWriter(ByteBufferPool pool) {
        this.pool = pool;
    }

    /**
     * How many bytes wait.
     *
     * @return zero or more
     */
    public int waiting() {
        return bytes;
    }

    // --- frames ---

    /**
     * Our settings.
     *
     * @param idsAndValues in turn; at most 64 pairs
     */
    public void settings(int... idsAndValues) {
        ByteBuffer to = frame(FrameType.SETTINGS, 0, 0, idsAndValues.length * 3);
        for (int i = 0; i < idsAndValues.length; i += 2) {
            to.putShort((short) idsAndValues[i]).putInt(idsAndValues[i + 1]);
        }
    }

    /** Says that the client's settings hold. */
    public void settingsAck() {
        frame(FrameType.SETTINGS, FrameType.ACK, 0, 0);
    }

    /**
     * PING, or the answer to one.
     *
     * @param ack whether it is an answer
     * @param opaque its eight bytes
     */
    public void ping(boolean ack, long opaque) {
        frame(FrameType.PING, ack ? FrameType.ACK : 0, 0, Long.BYTES).putLong(opaque);
    }

    /**
     * Resets a stream.
     *
     * @param stream its number
     * @param code one of {@link ErrorCode}
     */
    public void reset(int stream, int code) {
        frame(FrameType.RST_STREAM, 0, stream, Integer.BYTES).putInt(code);
    }

    /**
     * Opens a window wider.
     *
     * @param stream its number, 0 for the connection
     * @param increment one or more
     */
    public void windowUpdate(int stream, int increment) {
        frame(FrameType.WINDOW_UPDATE, 0, stream, Integer.BYTES).putInt(increment);
    }

    /**
     * Says that no more streams are welcome.
     *
     * @param lastStream the highest that is or may be processed
     * @param code one of {@link ErrorCode}
     */
    public void goAway(int lastStream, int code) {
        frame(FrameType.GOAWAY, 0, 0, 2 * Integer.BYTES).putInt(lastStream).putInt(code);
    }

    /**
     * The head of an answer, or trailers, as one or more frames.
     *
     * @param stream its number
     * @param head read before this returns
     * @param last whether the answer ends with it
     */
    public void headers(int stream, AnswerHead head, boolean last) {
        int most = HeaderWriter.most(head.fields());
        int ends = last ? FrameType.END_STREAM : 0;
        if (most + FrameType.HEADER_BYTES > pool.getBufferSize()) {
            ByteBuffer block = ByteBuffer.allocate(most);
            headers.write(head, block);
            pieces(stream, ends, block.flip());
            return;
        }
        ByteBuffer to = room(most + FrameType.HEADER_BYTES);
        int start = to.position();
        to.position(start + FrameType.HEADER_BYTES);
        headers.write(head, to);
        int end = to.position();
        int length = end - start - FrameType.HEADER_BYTES;
        to.position(start);
        header(to, FrameType.HEADERS, FrameType.END_HEADERS | ends, stream, length);
        to.position(end);
        bytes += length + FrameType.HEADER_BYTES;
    }

    private void pieces(int stream, int flags, ByteBuffer block) {
        int type = FrameType.HEADERS;
        int more = flags;
        do {
            int length = Math.min(block.remaining(), FrameType.MOST_BYTES);
            int ends = length == block.remaining() ? FrameType.END_HEADERS : 0;
            frame(type, more | ends, stream, 0, length);
            copy(block, length);
            type = FrameType.CONTINUATION;
            more = 0;
        } while (block.hasRemaining());
    }

    /**
     * Data.
     *
     * @param stream its number
     * @param from where the data is; its position moves by the length
     * @param length zero to 16,384
     * @param last whether the answer ends with it
     */
    public void data(int stream, ByteBuffer from, int length, boolean last) {
        frame(FrameType.DATA, last ? FrameType.END_STREAM : 0, stream, 0, length);
        copy(from, length);
    }

    private ByteBuffer frame(int type, int flags, int stream, int payload) {
        return frame(type, flags, stream, payload, payload);
    }

    private ByteBuffer frame(int type, int flags, int stream, int inOnePiece, int payload) {
        ByteBuffer to = room(FrameType.HEADER_BYTES + inOnePiece);
        header(to, type, flags, stream, payload);
        bytes += FrameType.HEADER_BYTES + inOnePiece;
        return to;
    }

    private static void header(ByteBuffer to, int type, int flags, int stream, int length) {
        to.putInt(length << 8 | type).put((byte) flags).putInt(stream);
    }

    private void copy(ByteBuffer from, int length) {
        int left = length;
        while (left > 0) {
            ByteBuffer to = room(1);
            int piece = Math.min(left, to.remaining());
            int limit = from.limit();
            from.limit(from.position() + piece);
            to.put(from);
            from.limit(limit);
            left -= piece;
        }
        bytes += length;
    }

    // --- buffers ---

    private ByteBuffer room(int length) {
        PooledByteBuffer last = open;
        if (last != null && last.getBuffer().remaining() >= length) {
            return last.getBuffer();
        }
        shut();
        last = pool.allocate();
        open = last;
        openFrom = 0;
        return last.getBuffer();
    }

    private void shut() {
        PooledByteBuffer last = open;
        if (last != null) {
            last.getBuffer().limit(last.getBuffer().position()).position(openFrom);
            waiting.add(last);
            open = null;
        }
    }

    /**
     * Writes as much as the client takes.
     *
     * @param sink the client
     * @return whether nothing waits any more
     * @throws IOException if the connection is broken
     */
    public boolean flush(StreamSinkConduit sink) throws IOException {
        while (bytes > 0) {
            long written = waiting.isEmpty() ? writeOpen(sink) : writeGathered(sink);
            if (written == 0) {
                return false;
            }
            bytes -= (int) written;
        }
        return true;
    }

    /** The usual case: all fits into one buffer, which is given back as soon as it is empty. */
    private long writeOpen(StreamSinkConduit sink) throws IOException {
        PooledByteBuffer last = open;
        if (last == null) {
            return 0;
        }
        ByteBuffer buffer = last.getBuffer();
        int end = buffer.position();
        buffer.limit(end).position(openFrom);
        int written = sink.write(buffer);
        openFrom = buffer.position();
        if (openFrom == end) {
            open = null;
            last.close();
        } else {
            buffer.limit(buffer.capacity()).position(end);
        }
        return written;
    }

    private long writeGathered(StreamSinkConduit sink) throws IOException {
        shut();
        ByteBuffer[] buffers = new ByteBuffer[Math.min(waiting.size(), MOST_GATHERED)];
        int count = 0;
        for (PooledByteBuffer one : waiting) {
            if (count == buffers.length) {
                break;
            }
            buffers[count++] = one.getBuffer();
        }
        long written = sink.write(buffers, 0, count);
        while (!waiting.isEmpty() && !waiting.peekFirst().getBuffer().hasRemaining()) {
            waiting.pollFirst().close();
        }
        return written;
    }

    /**
     * Takes out what waits.
     *
     * @return all of it in one buffer
     */
    public ByteBuffer takeAll() {
        shut();
        ByteBuffer all = ByteBuffer.allocate(bytes);
        for (PooledByteBuffer one : waiting) {
            all.put(one.getBuffer());
        }
        release();
        return all.flip();
    }

    /** Forgets what waits, and gives its buffers back. Idempotent. */
    public void release() {
        shut();
        waiting.forEach(PooledByteBuffer::close);
        waiting.clear();
        bytes = 0;
    }
}
