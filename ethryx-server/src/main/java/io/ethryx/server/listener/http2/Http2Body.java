package io.ethryx.server.listener.http2;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.http2.ErrorCode;
import io.ethryx.server.listener.RequestBody;
import io.ethryx.server.timer.Timeout;
import io.ethryx.server.timer.TimerWheel;
import io.undertow.connector.PooledByteBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request over HTTP/2. What is read while its frame is being cut is not copied; what nobody reads waits in
 * pooled buffers, within the stream's window and the listeners' budget. The window opens again as bytes are read.
 */
final class Http2Body implements RequestBody {

    private final Http2Exchange exchange;
    private final Http2Streams streams;
    private final long announced;
    private final Timeout idle = new Timeout(this::standsStill);
    private final Runnable tell = this::tell;
    private @Nullable BodyPace pace;
    private @Nullable TimerWheel wheel;
    private @Nullable ArrayDeque<PooledByteBuffer> kept;
    private @Nullable ByteBuffer passing;
    private @Nullable FieldBlock trailers;
    private @Nullable Runnable whenReadable;
    private int window = Http2Limits.STREAM_WINDOW;
    private int owed;
    private long bytesIn;
    private boolean wanted;
    private boolean telling;
    private boolean ended;

    Http2Body(Http2Exchange exchange, Http2Streams streams) {
        this.exchange = exchange;
        this.streams = streams;
        this.announced = exchange.requestLength();
    }

    // --- what comes ---

    /** There is a body, and it must not stand still. */
    void expect(TimerWheel timers) {
        wheel = timers;
        pace = new BodyPace(streams.settings().limits(), System::nanoTime);
        timers.set(idle, streams.settings().limits().http2BodyIdleTimeout());
    }

    /** A DATA frame begins; gives what is wrong with it. */
    int arrived(int length, int counted, boolean last) {
        if (ended) {
            return ErrorCode.STREAM_CLOSED;
        }
        window -= counted;
        if (window < 0) {
            return ErrorCode.FLOW_CONTROL_ERROR;
        }
        owed += counted - length;
        bytesIn += length;
        return lengthFits(last) ? ErrorCode.NO_ERROR : ErrorCode.PROTOCOL_ERROR;
    }

    /** Whether what has come agrees with the length that the head announced. */
    boolean lengthFits(boolean last) {
        return announced < 0 || (last ? bytesIn == announced : bytesIn <= announced);
    }

    /** Whether some of the data ends a time in which too little came; a tunnel may be as slow as it likes. */
    boolean isTooSlow(int more) {
        BodyPace current = pace;
        return current != null && exchange.protocol() == null && current.isTooSlow(more);
    }

    /** Some of the data; false if there is no room to keep it. */
    boolean came(ByteBuffer piece, boolean last) {
        TimerWheel timers = wheel;
        if (last) {
            ended = true;
            idle.clear();
        } else if (timers != null) {
            timers.set(idle, streams.settings().limits().http2BodyIdleTimeout());
        }
        passing = piece;
        if (kept == null) {
            tellNow();
        }
        passing = null;
        if (exchange.isClosed()) {
            streams.windows().consumed(piece.remaining());
            return true;
        }
        boolean room = keep(piece);
        tellSoon();
        return room;
    }

    /** The request ends without further data. */
    void end() {
        ended = true;
        idle.clear();
        tellSoon();
    }

    void trailersCame(FieldBlock fields) {
        trailers = fields;
        end();
    }

    private boolean keep(ByteBuffer piece) {
        while (piece.hasRemaining()) {
            ByteBuffer into = room();
            if (into == null) {
                streams.windows().consumed(piece.remaining());
                return false;
            }
            int limit = piece.limit();
            piece.limit(Math.min(limit, piece.position() + into.capacity() - into.limit()));
            into.mark().position(into.limit()).limit(into.limit() + piece.remaining());
            into.put(piece).reset();
            piece.limit(limit);
        }
        return true;
    }

    /** The last kept buffer, with room behind its limit; null if no more may be kept. */
    private @Nullable ByteBuffer room() {
        ArrayDeque<PooledByteBuffer> all = kept;
        if (all == null) {
            all = new ArrayDeque<>(2);
            kept = all;
        }
        PooledByteBuffer last = all.peekLast();
        if (last != null && last.getBuffer().limit() < last.getBuffer().capacity()) {
            return last.getBuffer();
        }
        if (!streams.settings()
                .heldBytes()
                .take(streams.settings().io().buffers().getBufferSize())) {
            return null;
        }
        last = streams.settings().io().buffers().allocate();
        last.getBuffer().limit(0);
        all.add(last);
        return last.getBuffer();
    }

    private void giveBack(PooledByteBuffer one) {
        one.close();
        streams.settings().heldBytes().give(streams.settings().io().buffers().getBufferSize());
    }

    private void standsStill() {
        TimerWheel timers = wheel;
        if (timers == null) {
            return;
        }
        boolean ours = !wanted || exchange.protocol() != null;
        if (ours) {
            // Nobody reads, so that the client may have no window left; or a tunnel, which may be quiet.
            timers.set(idle, streams.settings().limits().http2BodyIdleTimeout());
        } else {
            exchange.stalled();
        }
    }

    /** Nothing will be read any more. */
    void release() {
        idle.clear();
        wanted = false;
        ArrayDeque<PooledByteBuffer> all = kept;
        kept = null;
        if (all != null) {
            for (PooledByteBuffer one : all) {
                streams.windows().consumed(one.getBuffer().remaining());
                giveBack(one);
            }
        }
    }

    boolean hasEnded() {
        return ended;
    }

    long bytesIn() {
        return bytesIn;
    }

    // --- what is read ---

    @Override
    public int read(ByteBuffer into) throws IOException {
        if (exchange.isClosed()) {
            throw new ClosedChannelException();
        }
        int read = readKept(into);
        ByteBuffer piece = passing;
        if (read == 0 && piece != null) {
            read = move(piece, into);
            if (!piece.hasRemaining()) {
                passing = null;
            }
        }
        if (read > 0) {
            consumed(read);
            return read;
        }
        return ended && kept == null && passing == null ? -1 : 0;
    }

    @Override
    public long expected() {
        return announced < 0 ? bytesIn : announced;
    }

    private int readKept(ByteBuffer into) {
        ArrayDeque<PooledByteBuffer> all = kept;
        int read = 0;
        while (all != null && into.hasRemaining()) {
            PooledByteBuffer first = all.peek();
            if (first == null) {
                kept = null;
                return read;
            }
            read += move(first.getBuffer(), into);
            if (!first.getBuffer().hasRemaining()) {
                giveBack(all.remove());
            }
        }
        if (all != null && all.isEmpty()) {
            kept = null;
        }
        return read;
    }

    private static int move(ByteBuffer from, ByteBuffer into) {
        int length = Math.min(from.remaining(), into.remaining());
        int limit = from.limit();
        from.limit(from.position() + length);
        into.put(from);
        from.limit(limit);
        return length;
    }

    private void consumed(int bytes) {
        streams.windows().consumed(bytes);
        owed += bytes;
        if (!ended && owed >= Http2Limits.STREAM_WINDOW / 2) {
            streams.out().windowUpdate(exchange.id(), owed);
            window += owed;
            owed = 0;
        }
        streams.connection().turn().want();
    }

    @Override
    public void whenReadable(Runnable action) {
        whenReadable = action;
    }

    @Override
    public void want(boolean wanted) {
        this.wanted = wanted && !exchange.isClosed();
        BodyPace current = pace;
        if (current != null) {
            current.wanted(this.wanted);
        }
        tellSoon();
    }

    private void tellSoon() {
        if (wanted && !telling && (ended || kept != null)) {
            telling = true;
            streams.connection().turn().atEnd(tell);
        }
    }

    private void tell() {
        telling = false;
        tellNow();
        tellSoon();
    }

    private void tellNow() {
        Runnable action = whenReadable;
        if (wanted && action != null && !exchange.isClosed()) {
            action.run();
        }
    }

    @Override
    public @Nullable FieldBlock trailers() {
        return trailers;
    }
}
