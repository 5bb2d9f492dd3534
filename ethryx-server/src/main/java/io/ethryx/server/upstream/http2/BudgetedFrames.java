package io.ethryx.server.upstream.http2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2FrameReader;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Counts the frames that a peer sends before anything is done with them; one too many ends the connection. */
final class BudgetedFrames implements Http2FrameReader {

    private final Http2FrameReader reader;
    private final BooleanSupplier budget;
    private @Nullable Counted counted;

    /**
     * Frames under a budget.
     *
     * @param reader reads them
     * @param budget asked at each frame that brings no body; false where it is one too many
     */
    BudgetedFrames(Http2FrameReader reader, BooleanSupplier budget) {
        this.reader = reader;
        this.budget = budget;
    }

    @Override
    public void readFrame(ChannelHandlerContext ctx, ByteBuf input, Http2FrameListener listener) throws Http2Exception {
        Counted known = counted;
        if (known == null || known.listener() != listener) {
            known = new Counted(listener);
            counted = known;
        }
        reader.readFrame(ctx, input, known);
    }

    @Override
    public Configuration configuration() {
        return reader.configuration();
    }

    @Override
    public void close() {
        reader.close();
    }

    private void count() throws Http2Exception {
        if (!budget.getAsBoolean()) {
            throw Http2Exception.connectionError(Http2Error.ENHANCE_YOUR_CALM, "too many frames");
        }
    }

    private final class Counted extends Http2FrameListenerDecorator {

        Counted(Http2FrameListener listener) {
            super(listener);
        }

        Http2FrameListener listener() {
            return listener;
        }

        @Override
        public int onDataRead(ChannelHandlerContext ctx, int stream, ByteBuf data, int padding, boolean end)
                throws Http2Exception {
            if (!data.isReadable()) {
                count();
            }
            return super.onDataRead(ctx, stream, data, padding, end);
        }

        @Override
        public void onHeadersRead(ChannelHandlerContext ctx, int stream, Http2Headers headers, int padding, boolean end)
                throws Http2Exception {
            count();
            super.onHeadersRead(ctx, stream, headers, padding, end);
        }

        @Override
        public void onHeadersRead(
                ChannelHandlerContext ctx,
                int stream,
                Http2Headers headers,
                int dependency,
                short weight,
                boolean exclusive,
                int padding,
                boolean end)
                throws Http2Exception {
            count();
            super.onHeadersRead(ctx, stream, headers, dependency, weight, exclusive, padding, end);
        }

        @Override
        public void onPriorityRead(
                ChannelHandlerContext ctx, int stream, int dependency, short weight, boolean exclusive)
                throws Http2Exception {
            count();
            super.onPriorityRead(ctx, stream, dependency, weight, exclusive);
        }

        @Override
        public void onRstStreamRead(ChannelHandlerContext ctx, int stream, long code) throws Http2Exception {
            count();
            super.onRstStreamRead(ctx, stream, code);
        }

        @Override
        public void onSettingsAckRead(ChannelHandlerContext ctx) throws Http2Exception {
            count();
            super.onSettingsAckRead(ctx);
        }

        @Override
        public void onSettingsRead(ChannelHandlerContext ctx, Http2Settings settings) throws Http2Exception {
            count();
            super.onSettingsRead(ctx, settings);
        }

        @Override
        public void onPingRead(ChannelHandlerContext ctx, long data) throws Http2Exception {
            count();
            super.onPingRead(ctx, data);
        }

        @Override
        public void onPingAckRead(ChannelHandlerContext ctx, long data) throws Http2Exception {
            count();
            super.onPingAckRead(ctx, data);
        }

        @Override
        public void onGoAwayRead(ChannelHandlerContext ctx, int lastStream, long code, ByteBuf debug)
                throws Http2Exception {
            count();
            super.onGoAwayRead(ctx, lastStream, code, debug);
        }

        @Override
        public void onWindowUpdateRead(ChannelHandlerContext ctx, int stream, int increment) throws Http2Exception {
            count();
            super.onWindowUpdateRead(ctx, stream, increment);
        }

        @Override
        public void onUnknownFrame(ChannelHandlerContext ctx, byte type, int stream, Http2Flags flags, ByteBuf payload)
                throws Http2Exception {
            count();
            super.onUnknownFrame(ctx, type, stream, flags, payload);
        }
    }
}
