package io.ethryx.server.upstream.http2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;

/** Takes away what the codec writes first, since the {@link Http2Greeting} has said it, and leaves. */
final class SaidAlready extends ChannelOutboundHandlerAdapter {

    private int left = Http2Greeting.length();

    @Override
    public void write(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) {
        ByteBuf piece = (ByteBuf) msg;
        left -= piece.readableBytes();
        piece.release();
        promise.setSuccess();
        if (left < 0) {
            throw new IllegalStateException("the codec begins otherwise than it was said");
        }
        if (left == 0) {
            ctx.pipeline().remove(this);
        }
    }
}
