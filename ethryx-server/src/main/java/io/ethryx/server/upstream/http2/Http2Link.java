package io.ethryx.server.upstream.http2;

import io.ethryx.server.embedded.ConnectionChannel;
import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2LocalFlowController;
import io.netty.handler.codec.http2.Http2Stream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.xnio.StreamConnection;

/**
 * One connection over HTTP/2: opens the streams of calls, writes what they write and returns the credit for what they have
 * read. What its peer says comes in through {@link Http2Events}; how long it lives is for its {@link Http2Vitals}. Confined
 * to the IO thread of its pool.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write or close that fails is told by the end of the connection
final class Http2Link {

    /** Up to so many open streams what was written leaves at once, above it at the end of the thread's turn. */
    private static final int FLUSHED_AT_ONCE = 4;

    /** Bytes that the socket has not taken, above which no stream is opened. */
    private static final int MOST_UNSENT = 256 * 1_024;

    private static final int DEFAULT_WINDOW = 65_535;

    final InetAddress address;

    /** Which of the pool's connections it is, counted as they become usable; 0 before. */
    int number;

    private final Http2Pool pool;
    private final int window;
    private final Http2Vitals vitals;
    private final EncodedFieldsWriter fields = new EncodedFieldsWriter();
    private final FrameWriter writer = new FrameWriter(fields);
    private final Http2Events events;
    private final Http2Codec codec;
    private final Http2Connection connection;
    private final Http2Connection.PropertyKey key;
    private final Runnable flushEvent = this::flushNow;

    private @Nullable ChannelHandlerContext ctx;
    private @Nullable ConnectionChannel channel;
    private boolean usable;
    private boolean fresh = true;
    private boolean flushDue;
    private int held;

    Http2Link(Http2Pool pool, InetAddress address, Http2Events.Beginning beginning) {
        this.pool = pool;
        this.address = address;
        window = pool.place().windowBytes();
        vitals = new Http2Vitals(pool, this);
        events = new Http2Events(pool, this, beginning);
        codec = Http2Codec.of(this, events, writer);
        connection = codec.connection();
        key = connection.newKey();
    }

    void start(StreamConnection made, ByteBuffer ahead) {
        pool.opened(this);
        channel = pool.loop().open(made, ahead, new SaidAlready(), codec);
    }

    void added(ChannelHandlerContext context) {
        ctx = context;
    }

    /** The socket takes more again, or no more for now. */
    void writabilityChanged() {
        pool.roomMade();
    }

    Http2Vitals vitals() {
        return vitals;
    }

    private ChannelHandlerContext ctx() {
        ChannelHandlerContext context = ctx;
        if (context == null) {
            throw new IllegalStateException("a connection is used before it is made");
        }
        return context;
    }

    /** The peer has sent its first SETTINGS. */
    void becomeUsable() {
        usable = true;
        changeWindow(window - DEFAULT_WINDOW);
        vitals.start();
    }

    // What calls ask for

    /** Whether a call may have a stream here. */
    boolean hasRoom() {
        return serves() && connection.local().canOpenStream() && held <= window / 2 && unsentBytes() <= MOST_UNSENT;
    }

    /** Whether the connection has become usable, and has not been given up since. */
    boolean serves() {
        return usable && !vitals.isDraining();
    }

    boolean isBusy() {
        return streams() > 0;
    }

    int streams() {
        return connection.numActiveStreams();
    }

    /** How many frames were written for calls. */
    long framesSent() {
        return writer.frames();
    }

    /** What the socket has not taken yet. */
    long unsentBytes() {
        ConnectionChannel at = channel;
        return at == null ? 0 : at.unsentBytes();
    }

    /** Whether no stream was opened yet. */
    boolean isFresh() {
        return fresh;
    }

    @Nullable
    Http2Call call(int id) {
        Http2Stream stream = connection.stream(id);
        return stream == null ? null : call(stream);
    }

    @Nullable
    Http2Call call(Http2Stream stream) {
        return stream.getProperty(key);
    }

    /** Opens a stream with its head; null if that failed, which the call was then told. */
    @Nullable
    Http2Stream open(Http2Call call, EncodedFields head, boolean end) {
        if (head.listBytes() > fields.maxHeaderListSize()) {
            call.fail(Kind.TOO_LARGE, "its head is larger than the upstream takes");
            return null;
        }
        fresh = false;
        int id = connection.local().incrementAndGetNextStreamId();
        if (id < 0) {
            vitals.drain();
            call.fail(Kind.CONNECT, "the connection has no streams left");
            return null;
        }
        codec.encoder().writeHeaders(ctx(), id, new SentFields(head), 0, end, ctx().newPromise());
        Http2Stream stream = connection.stream(id);
        if (stream == null) {
            call.fail(Kind.CONNECT, "no stream could be opened");
            return null;
        }
        stream.setProperty(key, call);
        return stream;
    }

    /** Writes a piece of a body; whoever asks is told when it has left, but for the last one. */
    void write(Http2Stream stream, byte[] piece, boolean end, @Nullable ChannelFutureListener left) {
        ChannelFuture written = codec.encoder()
                .writeData(ctx(), stream.id(), Unpooled.wrappedBuffer(piece), 0, end, ctx().newPromise());
        if (left != null) {
            written.addListener(left);
        }
    }

    void writeTrailers(Http2Stream stream, EncodedFields trailers) {
        codec.encoder().writeHeaders(ctx(), stream.id(), new SentFields(trailers), 0, true, ctx().newPromise());
    }

    void ping(long data) {
        codec.encoder().writePing(ctx(), false, data, ctx().newPromise());
        flushNow();
    }

    /** Sees that what was written leaves: at once while that serves few, else for all streams together. */
    void flush() {
        if (streams() <= FLUSHED_AT_ONCE) {
            flushNow();
        } else if (!flushDue) {
            flushDue = true;
            pool.thread.execute(flushEvent);
        }
    }

    /** Through the codec, which first writes what flow control allows. */
    private void flushNow() {
        flushDue = false;
        if (!vitals.isClosing()) {
            codec.flush(ctx());
        }
    }

    void reset(Http2Stream stream, Http2Error code) {
        if (!vitals.isClosing()) {
            codec.resetStream(ctx(), stream.id(), code.code(), ctx().newPromise());
            flush();
        }
    }

    // Credit

    /** The caller has written body bytes of a stream on. */
    void consumed(Http2Stream stream, int n) {
        try {
            if (!vitals.isClosing() && window().consumeBytes(stream, n)) {
                flush();
            }
        } catch (Http2Exception e) {
            codec.onError(ctx(), true, e);
        }
    }

    /** Body bytes are kept, or with a negative number no longer kept, because their caller does not read them. */
    void hold(int n) {
        boolean hadRoom = held <= window / 2;
        held += n;
        if (!hadRoom && held <= window / 2) {
            pool.roomMade();
        }
    }

    /**
     * Changes the window of the connection: shrinks it by bytes that are kept of streams that have ended, whose credit the
     * codec gives back by itself, and widens it again when they are read.
     */
    void changeWindow(int by) {
        if (vitals.isClosing()) {
            return;
        }
        try {
            window().incrementWindowSize(connection.connectionStream(), by);
            flush();
        } catch (Http2Exception e) {
            codec.onError(ctx(), true, e);
        }
    }

    private Http2LocalFlowController window() {
        return connection.local().flowController();
    }

    // The end

    /** Says goodbye and closes. */
    void leave() {
        codec.goAway(ctx(), 0, Http2Error.NO_ERROR.code(), Unpooled.EMPTY_BUFFER, ctx().newPromise())
                .addListener(ChannelFutureListener.CLOSE);
        codec.flush(ctx());
    }

    void close() {
        ctx().close();
    }

    /** The connection has ended and its streams with it. */
    void gone() {
        vitals.stop();
        events.gone();
        pool.gone(this);
    }
}
