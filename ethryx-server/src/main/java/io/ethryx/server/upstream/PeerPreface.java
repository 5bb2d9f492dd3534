package io.ethryx.server.upstream;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Looks at the first bytes of a peer: those of a SETTINGS frame pass (RFC 9113 section 3.4), anything else ends the
 * connection with what the peer did instead.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write or close that fails is told by the end of the connection
final class PeerPreface extends ChannelInboundHandlerAdapter {

    private static final int FRAME_HEAD = 9;
    private static final int SETTINGS = 4;
    private static final int LARGEST_LENGTH = 16_384;
    private static final byte[] HTTP_1 = {'H', 'T', 'T', 'P', '/'};

    private final Consumer<String> otherwise;
    private final byte[] first = new byte[FRAME_HEAD];
    private int seen;
    private boolean refused;

    PeerPreface(Consumer<String> otherwise) {
        this.otherwise = otherwise;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) throws Exception {
        if (refused) {
            ReferenceCountUtil.release(msg);
            return;
        }
        ByteBuf bytes = (ByteBuf) msg;
        for (int i = 0; seen < FRAME_HEAD && i < bytes.readableBytes(); i++) {
            first[seen++] = bytes.getByte(bytes.readerIndex() + i);
        }
        if (!couldBeSettings() && (seen >= HTTP_1.length || !couldBeHttp1())) {
            bytes.release();
            refuse(ctx, couldBeHttp1() ? "it answered in HTTP/1" : "it answered in something else");
            return;
        }
        if (couldBeSettings()) {
            if (seen == FRAME_HEAD) {
                ctx.pipeline().remove(this);
            }
            ctx.fireChannelRead(msg);
        } else {
            bytes.release();
        }
    }

    private boolean couldBeSettings() {
        int length = 0;
        for (int i = 0; i < seen; i++) {
            int b = first[i] & 0xFF;
            boolean fits = switch (i) {
                case 0, 1, 2 -> {
                    length = length << 8 | b;
                    yield i < 2 || (length <= LARGEST_LENGTH && length % 6 == 0);
                }
                case 3 -> b == SETTINGS;
                case 4 -> (b & 1) == 0;
                default -> b == 0;
            };
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    private boolean couldBeHttp1() {
        for (int i = 0; i < Math.min(seen, HTTP_1.length); i++) {
            if (first[i] != HTTP_1[i]) {
                return false;
            }
        }
        return seen > 0;
    }

    private void refuse(ChannelHandlerContext ctx, String what) {
        if (!refused) {
            refused = true;
            otherwise.accept("it does not speak HTTP/2 (" + what + ")");
            ctx.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        refuse(ctx, "it closed the connection");
        super.channelInactive(ctx);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) throws Exception {
        if (cause instanceof IOException) {
            refuse(ctx, "it closed the connection");
        }
        super.exceptionCaught(ctx, cause);
    }
}
