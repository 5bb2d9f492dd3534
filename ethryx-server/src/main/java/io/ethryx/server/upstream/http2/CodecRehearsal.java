package io.ethryx.server.upstream.http2;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2FrameAdapter;

/** One request and its answer between the codec and nobody, so that its classes are loaded before an IO thread needs them. */
@SuppressWarnings("FutureReturnValueIgnored") // nobody hears it
final class CodecRehearsal {

    private static final byte[] ANSWER = {
        // SETTINGS, and its acknowledgement of ours
        0,
        0,
        0,
        4,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        4,
        1,
        0,
        0,
        0,
        0,
        // HEADERS of stream 3 with :status 200 and a literal field
        0,
        0,
        5,
        1,
        4,
        0,
        0,
        0,
        3,
        (byte) 0x88,
        0x40,
        1,
        'a',
        0,
        // DATA with END_STREAM
        0,
        0,
        1,
        0,
        1,
        0,
        0,
        0,
        3,
        'a'
    };

    private CodecRehearsal() {}

    static void run() {
        Http2ConnectionHandler codec = new Http2ConnectionHandlerBuilder()
                .server(false)
                .frameListener(new Http2FrameAdapter())
                .build();
        EmbeddedChannel nobody = new EmbeddedChannel(codec);
        codec.encoder()
                .writeHeaders(
                        nobody.pipeline().context(codec),
                        3,
                        new DefaultHttp2Headers().method("GET").scheme("http").path("/"),
                        0,
                        true,
                        nobody.newPromise());
        nobody.flushOutbound();
        nobody.writeInbound(Unpooled.wrappedBuffer(ANSWER));
        nobody.finishAndReleaseAll();
    }
}
