package io.ethryx.server.upstream.http2;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionDecoder;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionEncoder;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2RemoteFlowController;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.UniformStreamByteDistributor;
import org.jspecify.annotations.Nullable;

/** The frames of one connection; tells its {@link Http2Link} what goes wrong, and why, before it deals with it. */
@SuppressWarnings("FutureReturnValueIgnored") // a write or close that fails is told by the end of the connection
final class Http2Codec extends Http2ConnectionHandler {

    /** What a peer may cut a block of fields into, where the pieces are small. */
    private static final int MOST_SMALL_CONTINUATIONS = 16;

    /** No timer of the codec's own: a connection that does not end by itself is ended by its link. */
    private static final int NO_TIMER = -1;

    private final Http2Link link;
    private final Http2Events events;
    private final Http2Vitals vitals;

    private Http2Codec(
            Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Link link, Http2Events events) {
        super(decoder, encoder, settings(), true);
        this.link = link;
        this.events = events;
        vitals = link.vitals();
        gracefulShutdownTimeoutMillis(NO_TIMER);
    }

    static Http2Codec of(Http2Link link, Http2Events events, FrameWriter writer) {
        Http2Connection connection = new DefaultHttp2Connection(false);
        connection
                .remote()
                .flowController(
                        new DefaultHttp2RemoteFlowController(connection, new UniformStreamByteDistributor(connection)));
        Http2ConnectionEncoder encoder = new DefaultHttp2ConnectionEncoder(connection, writer);
        DefaultHttp2FrameReader frames = new DefaultHttp2FrameReader(
                new AnswerHeadersDecoder(Http2Greeting.MAX_HEADER_LIST), MOST_SMALL_CONTINUATIONS);
        Http2ConnectionDecoder decoder = new DefaultHttp2ConnectionDecoder(
                connection, encoder, new BudgetedFrames(frames, link.vitals()::mayReceive));
        decoder.frameListener(events);
        connection.addListener(events);
        return new Http2Codec(decoder, encoder, link, events);
    }

    /** Those that the {@link Http2Greeting} has said. */
    private static Http2Settings settings() {
        return new Http2Settings()
                .pushEnabled(false)
                .initialWindowSize(Http2Greeting.STREAM_WINDOW)
                .maxHeaderListSize(Http2Greeting.MAX_HEADER_LIST);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) throws Exception {
        link.added(ctx);
        super.handlerAdded(ctx);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) throws Exception {
        vitals.touched();
        super.channelRead(ctx, msg);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
        events.tellHeads();
        super.channelReadComplete(ctx);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) throws Exception {
        super.channelWritabilityChanged(ctx);
        link.writabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        vitals.lost("the connection was lost");
        super.channelInactive(ctx);
        link.gone();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) throws Exception {
        if (Http2CodecUtil.getEmbeddedHttp2Exception(cause) == null) {
            vitals.lost("connection reset");
            ctx.close();
        } else {
            super.exceptionCaught(ctx, cause);
        }
    }

    @Override
    protected void onStreamError(
            ChannelHandlerContext ctx, boolean outbound, Throwable cause, Http2Exception.StreamException what) {
        if (!outbound) {
            events.streamFault(what.streamId(), "it broke a rule of HTTP/2 (" + what.error() + ")");
        }
        super.onStreamError(ctx, outbound, cause, what);
    }

    @Override
    protected void onConnectionError(
            ChannelHandlerContext ctx, boolean outbound, Throwable cause, @Nullable Http2Exception what) {
        vitals.lost("it broke a rule of HTTP/2" + (what == null ? "" : " (" + what.error() + ")"));
        super.onConnectionError(ctx, outbound, cause, what);
    }
}
