package io.ethryx.server.upstream.http2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.DefaultHttp2FrameWriter;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.handler.codec.http2.Http2Headers;

/** Writes frames; the usual ones, a head that fits in one frame and a short piece of a body, in one buffer each. */
final class FrameWriter extends DefaultHttp2FrameWriter {

    /** Shorter pieces are copied behind their frame's head rather than written beside it. */
    private static final int SHORT = 2 * 1_024;

    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;

    private final EncodedFieldsWriter fields;
    private long frames;

    FrameWriter(EncodedFieldsWriter fields) {
        super(fields);
        this.fields = fields;
    }

    /** How many frames of requests were written. */
    long frames() {
        return frames;
    }

    @Override
    public ChannelFuture writeHeaders(
            ChannelHandlerContext ctx,
            int stream,
            Http2Headers headers,
            int padding,
            boolean end,
            ChannelPromise promise) {
        frames++;
        byte[] block = ((SentFields) headers).block();
        int length = fields.length(block);
        if (length > maxFrameSize()) {
            return super.writeHeaders(ctx, stream, headers, padding, end, promise);
        }
        ByteBuf frame = ctx.alloc().heapBuffer(Http2CodecUtil.FRAME_HEADER_LENGTH + length);
        head(frame, length, Http2FrameTypes.HEADERS, END_HEADERS | (end ? END_STREAM : 0), stream);
        fields.write(block, frame);
        return ctx.write(frame, promise);
    }

    @Override
    public ChannelFuture writeData(
            ChannelHandlerContext ctx, int stream, ByteBuf data, int padding, boolean end, ChannelPromise promise) {
        frames++;
        int length = data.readableBytes();
        if (length > SHORT || padding > 0) {
            return super.writeData(ctx, stream, data, padding, end, promise);
        }
        ByteBuf frame = ctx.alloc().heapBuffer(Http2CodecUtil.FRAME_HEADER_LENGTH + length);
        head(frame, length, Http2FrameTypes.DATA, end ? END_STREAM : 0, stream);
        frame.writeBytes(data);
        data.release();
        return ctx.write(frame, promise);
    }

    private static void head(ByteBuf frame, int length, byte type, int flags, int stream) {
        frame.writeMedium(length);
        frame.writeByte(type);
        frame.writeByte(flags);
        frame.writeInt(stream);
    }
}
