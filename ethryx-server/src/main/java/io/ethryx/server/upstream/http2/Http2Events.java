package io.ethryx.server.upstream.http2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2EventAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the peer of one connection says, brought to the call that it concerns. The head of an answer is told together with
 * the first bytes of its body where they have come with it, so that both can leave for the client in one piece.
 */
final class Http2Events extends Http2EventAdapter {

    /** Hears how the connection begins; one of the two, once. */
    interface Beginning {
        void usable(Http2Link link);

        void unusable(String cause);
    }

    private final Http2Pool pool;
    private final Http2Link link;
    private final List<Http2AnswerSide> untold = new ArrayList<>();
    private @Nullable Beginning beginning;
    private int lastProcessed = Integer.MAX_VALUE;

    Http2Events(Http2Pool pool, Http2Link link, Beginning beginning) {
        this.pool = pool;
        this.link = link;
        this.beginning = beginning;
    }

    /** Tells the heads that have come without a body: there is no more to be read now. */
    void tellHeads() {
        for (int i = 0; i < untold.size(); i++) {
            untold.get(i).tellHead();
        }
        untold.clear();
    }

    /** The codec found something wrong with a stream. */
    void streamFault(int id, String what) {
        Http2Call call = link.call(id);
        if (call != null) {
            call.faulty(what);
        }
    }

    /** The connection has ended; if it never began, that has to be told. */
    void gone() {
        Beginning waiting = beginning;
        beginning = null;
        if (waiting != null) {
            waiting.unusable(link.vitals().end());
        }
    }

    @Override
    public void onSettingsRead(ChannelHandlerContext context, Http2Settings settings) {
        Beginning waiting = beginning;
        beginning = null;
        if (waiting == null) {
            pool.roomMade();
        } else {
            link.becomeUsable();
            waiting.usable(link);
        }
    }

    @Override
    public void onHeadersRead(
            ChannelHandlerContext context, int id, Http2Headers headers, int padding, boolean endStream) {
        Http2Call call = link.call(id);
        if (call != null && call.answer.headersRead((AnswerHeaders) headers, endStream)) {
            untold.add(call.answer);
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
        Http2Call call = link.call(id);
        return call == null ? data.readableBytes() + padding : padding + call.answer.dataRead(data, endOfStream);
    }

    @Override
    public void onRstStreamRead(ChannelHandlerContext context, int id, long errorCode) {
        Http2Call call = link.call(id);
        if (call != null) {
            call.resetRead(errorCode);
        }
    }

    @Override
    public void onGoAwayReceived(int lastStreamId, long errorCode, ByteBuf debugData) {
        lastProcessed = lastStreamId;
        if (errorCode == Http2Error.HTTP_1_1_REQUIRED.code()) {
            pool.http11Required();
        }
        link.vitals().givenUp(errorCode != Http2Error.NO_ERROR.code());
    }

    @Override
    public void onStreamClosed(Http2Stream stream) {
        Http2Call call = link.call(stream);
        if (call != null) {
            call.closed(stream, stream.id() > lastProcessed);
        }
        pool.roomMade();
        link.vitals().streamClosed();
    }
}
