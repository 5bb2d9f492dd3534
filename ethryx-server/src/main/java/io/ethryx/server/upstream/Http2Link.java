package io.ethryx.server.upstream;

import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2EventAdapter;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2LocalFlowController;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import java.net.InetAddress;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One connection over HTTP/2: which of its streams belongs to which {@link Http2Exchange}, and how long it lives. It takes
 * streams from the peer's first SETTINGS until the peer gives it up, its address is no longer the upstream's, or it is
 * idle for too long. Confined to the loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write or close that fails is told by the end of the connection
final class Http2Link extends Http2EventAdapter {

    /** Of the whole connection, so that streams that nobody reads leave room for the others. */
    private static final int CONNECTION_WINDOW = 16 * 1_024 * 1_024;

    private static final int DEFAULT_WINDOW = 65_535;
    private static final long LONGEST_TICK = TimeUnit.SECONDS.toNanos(5);

    /** Hears how the connection begins; one of the two, once. */
    interface Beginning {
        void usable(Http2Link link);

        void unusable(String cause);
    }

    private final Http2Pool pool;
    private final InetAddress address;
    private final Http2Timing timing;
    private final long idleNanos;

    private @Nullable Beginning beginning;
    private @Nullable Http2Codec codec;
    private @Nullable ChannelHandlerContext ctx;
    private Http2Connection.@Nullable PropertyKey key;
    private @Nullable Future<?> ticks;
    private @Nullable String end;
    private boolean usable;
    private boolean fresh = true;
    private boolean draining;
    private boolean closing;
    private int lastProcessed = Integer.MAX_VALUE;
    private long lastRead = System.nanoTime();
    private long idleSince = System.nanoTime();
    private long pingSent;
    private boolean pinging;

    Http2Link(Http2Pool pool, InetAddress address, Beginning beginning) {
        this.pool = pool;
        this.address = address;
        this.beginning = beginning;
        timing = pool.timing();
        idleNanos = pool.settings().idleTimeout().toNanos();
    }

    // The codec's side

    void added(Http2Codec handler, ChannelHandlerContext context) {
        codec = handler;
        ctx = context;
        Http2Connection connection = handler.connection();
        key = connection.newKey();
        connection.addListener(this);
    }

    /** The connection is made, its peer yet to say anything. */
    void opened() {
        pool.opened(this);
    }

    void touched() {
        lastRead = System.nanoTime();
        pinging = false;
    }

    /** The connection ends, or has; only the first cause counts. */
    void lost(String cause) {
        if (end == null) {
            end = cause;
        }
        drain();
    }

    /** The connection has ended and its streams with it. */
    void gone() {
        closing = true;
        if (ticks != null) {
            ticks.cancel(false);
        }
        Beginning waiting = beginning;
        beginning = null;
        if (waiting != null) {
            waiting.unusable(end());
        }
        pool.gone(this);
    }

    /** Why the connection ended. */
    String end() {
        String cause = end;
        return cause == null ? "the connection was lost" : cause;
    }

    void streamFault(int id, String what) {
        Http2Exchange exchange = exchange(id);
        if (exchange != null) {
            exchange.faulty(what);
        }
    }

    private @Nullable Http2Exchange exchange(int id) {
        Http2Stream stream = codec().connection().stream(id);
        return stream == null ? null : exchange(stream);
    }

    private @Nullable Http2Exchange exchange(Http2Stream stream) {
        Http2Connection.PropertyKey known = key;
        return known == null ? null : stream.getProperty(known);
    }

    private Http2Codec codec() {
        Http2Codec handler = codec;
        if (handler == null) {
            throw new IllegalStateException("a connection is used before it is made");
        }
        return handler;
    }

    private ChannelHandlerContext ctx() {
        ChannelHandlerContext context = ctx;
        if (context == null) {
            throw new IllegalStateException("a connection is used before it is made");
        }
        return context;
    }

    // The exchanges' side

    boolean hasRoom() {
        return usable && !draining && codec().connection().local().canOpenStream();
    }

    /** Whether there are streams. */
    boolean isBusy() {
        return codec != null && codec.connection().numActiveStreams() > 0;
    }

    /** Whether no stream was opened yet. */
    boolean isFresh() {
        return fresh;
    }

    /** Whether the peer has said that it never processed a stream. */
    boolean neverSaw(int id) {
        return id > lastProcessed;
    }

    /** Opens a stream with its head; null if that failed, which the exchange is then told. */
    @Nullable
    Http2Stream open(Http2Exchange exchange, Http2Headers head, boolean end) {
        fresh = false;
        Http2Connection connection = codec().connection();
        int id = connection.local().incrementAndGetNextStreamId();
        if (id < 0) {
            drain();
            exchange.notOpened(new UpstreamFailure(Kind.CONNECT, "the connection has no streams left"));
            return null;
        }
        ChannelFuture future = codec().encoder().writeHeaders(ctx(), id, head, 0, end, ctx().newPromise());
        Http2Stream stream = connection.stream(id);
        Http2Connection.PropertyKey known = key;
        if (stream == null || known == null) {
            exchange.notOpened(whyNotOpened(future.cause()));
            return null;
        }
        stream.setProperty(known, exchange);
        if (end) {
            flush();
        }
        return stream;
    }

    private static UpstreamFailure whyNotOpened(@Nullable Throwable cause) {
        return cause instanceof Http2Exception.HeaderListSizeException
                ? new UpstreamFailure(Kind.TOO_LARGE, "its head is larger than the upstream takes")
                : new UpstreamFailure(Kind.CONNECT, "no stream could be opened");
    }

    void write(Http2Exchange exchange, Http2Stream stream, ByteBuf data, boolean end, long upTo) {
        codec().encoder()
                .writeData(ctx(), stream.id(), data, 0, end, ctx().newPromise())
                .addListener(future -> {
                    if (future.isSuccess()) {
                        exchange.left(upTo);
                    }
                });
    }

    void writeTrailers(Http2Stream stream, Http2Headers trailers) {
        codec().encoder().writeHeaders(ctx(), stream.id(), trailers, 0, true, ctx().newPromise());
    }

    /** Through the codec, which first writes what flow control allows. */
    void flush() {
        codec().flush(ctx());
    }

    void reset(Http2Stream stream, Http2Error code) {
        if (!closing) {
            codec().resetStream(ctx(), stream.id(), code.code(), ctx().newPromise());
            flush();
        }
    }

    void consumed(Http2Stream stream, int n) {
        try {
            if (!closing && window().consumeBytes(stream, n)) {
                flush();
            }
        } catch (Http2Exception e) {
            codec().onError(ctx(), true, e);
        }
    }

    /** Shrinks the connection's window by bytes that are kept of streams that have ended. */
    void withhold(int n) {
        changeWindow(-n);
    }

    /** Takes back what {@link #withhold} did. */
    void restore(int n) {
        changeWindow(n);
    }

    private void changeWindow(int by) {
        if (closing) {
            return;
        }
        try {
            window().incrementWindowSize(codec().connection().connectionStream(), by);
            flush();
        } catch (Http2Exception e) {
            codec().onError(ctx(), true, e);
        }
    }

    private Http2LocalFlowController window() {
        return codec().connection().local().flowController();
    }

    // The peer's side

    @Override
    public void onSettingsRead(ChannelHandlerContext context, Http2Settings settings) {
        Beginning waiting = beginning;
        beginning = null;
        if (waiting == null) {
            pool.roomMade();
            return;
        }
        usable = true;
        changeWindow(CONNECTION_WINDOW - DEFAULT_WINDOW);
        long tick =
                Math.min(LONGEST_TICK, Math.min(idleNanos, timing.pingAfter().toNanos()) / 4);
        ticks = context.executor().scheduleAtFixedRate(this::tick, tick, tick, TimeUnit.NANOSECONDS);
        waiting.usable(this);
    }

    @Override
    public void onHeadersRead(
            ChannelHandlerContext context, int id, Http2Headers headers, int padding, boolean endStream) {
        Http2Exchange exchange = exchange(id);
        if (exchange != null) {
            exchange.headersRead(headers, endStream);
        }
    }

    @Override
    public void onHeadersRead(
            ChannelHandlerContext context,
            int id,
            Http2Headers headers,
            int dependency,
            short weight,
            boolean exclusive,
            int padding,
            boolean endStream) {
        onHeadersRead(context, id, headers, padding, endStream);
    }

    @Override
    public int onDataRead(ChannelHandlerContext context, int id, ByteBuf data, int padding, boolean endOfStream) {
        Http2Exchange exchange = exchange(id);
        return exchange == null ? data.readableBytes() + padding : exchange.dataRead(data, padding, endOfStream);
    }

    @Override
    public void onRstStreamRead(ChannelHandlerContext context, int id, long errorCode) {
        Http2Exchange exchange = exchange(id);
        if (exchange != null) {
            exchange.resetRead(errorCode);
        }
    }

    @Override
    public void onGoAwayReceived(int lastStreamId, long errorCode, ByteBuf debugData) {
        lastProcessed = lastStreamId;
        if (errorCode == Http2Error.HTTP_1_1_REQUIRED.code()) {
            pool.http11Required();
        }
        drain();
        if (errorCode != Http2Error.NO_ERROR.code()) {
            ctx().executor().schedule(this::graceIsOver, timing.goAwayGrace().toNanos(), TimeUnit.NANOSECONDS);
        }
        ctx().executor().execute(this::closeIfDone);
    }

    private void graceIsOver() {
        if (!closing) {
            lost("it gave the connection up");
            close();
        }
    }

    @Override
    public void onStreamClosed(Http2Stream stream) {
        Http2Exchange exchange = exchange(stream);
        if (exchange != null) {
            exchange.closed(stream);
        }
        idleSince = System.nanoTime();
        pool.roomMade();
        closeIfDone();
    }

    // The connection's life

    /** Takes no more streams, and closes when the last one has ended. Idempotent. */
    void drain() {
        if (!draining) {
            draining = true;
            pool.drains(this);
        }
    }

    /** Closes a connection that drains and has no streams. */
    void closeIfDone() {
        if (draining && !closing && codec().connection().numActiveStreams() == 0) {
            closing = true;
            codec().goAway(ctx(), 0, Http2Error.NO_ERROR.code(), Unpooled.EMPTY_BUFFER, ctx().newPromise())
                    .addListener(ChannelFutureListener.CLOSE);
            flush();
        }
    }

    private void close() {
        closing = true;
        ctx().close();
    }

    private void tick() {
        long now = System.nanoTime();
        boolean active = codec().connection().numActiveStreams() > 0;
        if (!active && now - idleSince >= idleNanos) {
            drain();
            closeIfDone();
        } else if (!pool.isCurrent(address)) {
            drain();
            closeIfDone();
        } else if (active && pinging && now - pingSent >= timing.pingTimeout().toNanos()) {
            lost("the connection is dead");
            close();
        } else if (active && !pinging && now - lastRead >= timing.pingAfter().toNanos()) {
            pinging = true;
            pingSent = now;
            codec().encoder().writePing(ctx(), false, now, ctx().newPromise());
            flush();
        }
    }
}
