package io.ethryx.server.upstream;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.AbstractHttp2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Settings;
import org.jspecify.annotations.Nullable;

/** The frames of one connection; tells its {@link Http2Link} what goes wrong, and why, before it deals with it. */
@SuppressWarnings("FutureReturnValueIgnored") // a write or close that fails is told by the end of the connection
final class Http2Codec extends Http2ConnectionHandler {

    private static final int STREAM_WINDOW = 65_535;
    private static final int MAX_HEADER_LIST = 65_536;

    /** Empty DATA frames in a row; honest peers send some. */
    private static final int MAX_EMPTY_FRAMES = 100;

    private final Http2Link link;

    private Http2Codec(
            Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings, Http2Link link) {
        super(decoder, encoder, settings, true);
        this.link = link;
    }

    static Http2Codec of(Http2Link link) {
        return new Builder(link).build();
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) throws Exception {
        link.added(this, ctx);
        if (ctx.channel().isActive()) {
            link.opened();
        }
        super.handlerAdded(ctx);
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) throws Exception {
        link.opened();
        super.channelActive(ctx);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) throws Exception {
        link.touched();
        super.channelRead(ctx, msg);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        link.lost("the connection was lost");
        super.channelInactive(ctx);
        link.gone();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) throws Exception {
        if (Http2CodecUtil.getEmbeddedHttp2Exception(cause) == null) {
            link.lost("connection reset");
            ctx.close();
        } else {
            super.exceptionCaught(ctx, cause);
        }
    }

    @Override
    protected void onStreamError(
            ChannelHandlerContext ctx, boolean outbound, Throwable cause, Http2Exception.StreamException what) {
        if (!outbound) {
            link.streamFault(what.streamId(), "it broke a rule of HTTP/2 (" + what.error() + ")");
        }
        super.onStreamError(ctx, outbound, cause, what);
    }

    @Override
    protected void onConnectionError(
            ChannelHandlerContext ctx, boolean outbound, Throwable cause, @Nullable Http2Exception what) {
        link.lost("it broke a rule of HTTP/2" + (what == null ? "" : " (" + what.error() + ")"));
        super.onConnectionError(ctx, outbound, cause, what);
    }

    private static final class Builder extends AbstractHttp2ConnectionHandlerBuilder<Http2Codec, Builder> {

        private final Http2Link link;

        Builder(Http2Link link) {
            this.link = link;
            server(false);
            frameListener(link);
            initialSettings(new Http2Settings()
                    .pushEnabled(false)
                    .initialWindowSize(STREAM_WINDOW)
                    .maxHeaderListSize(MAX_HEADER_LIST));
            encoderEnforceMaxConcurrentStreams(true);
            decoderEnforceMaxConsecutiveEmptyDataFrames(MAX_EMPTY_FRAMES);
            decoupleCloseAndGoAway(true);
            headerSensitivityDetector((name, value) -> isSecret(name));
        }

        private static boolean isSecret(CharSequence name) {
            return name.length() == 13 && name.toString().equals("authorization");
        }

        @Override
        protected Http2Codec build() {
            return super.build();
        }

        @Override
        protected Http2Codec build(
                Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings) {
            return new Http2Codec(decoder, encoder, settings, link);
        }
    }
}
