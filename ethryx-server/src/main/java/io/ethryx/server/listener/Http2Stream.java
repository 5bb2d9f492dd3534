package io.ethryx.server.listener;

import io.undertow.server.ExchangeCompletionListener;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.protocol.http.HttpAttachments;
import io.undertow.util.HeaderMap;
import io.undertow.util.Headers;
import org.jspecify.annotations.Nullable;
import org.xnio.IoUtils;

/** The client's side of an HTTP/2 exchange. */
final class Http2Stream implements ClientStream, ExchangeCompletionListener {

    private final Http2Connection channel;
    private final HttpServerExchange exchange;
    private final String target;
    private final long requestLength;
    private @Nullable Runnable whenGone;

    Http2Stream(Http2Connection channel, HttpServerExchange exchange, String target) {
        this.channel = channel;
        this.exchange = exchange;
        this.target = target;
        String length = exchange.getRequestHeaders().getFirst(Headers.CONTENT_LENGTH);
        this.requestLength = exchange.isRequestComplete() ? -2 : length == null ? -1 : Long.parseLong(length);
    }

    @Override
    public String target() {
        return target;
    }

    @Override
    public long requestLength() {
        return requestLength;
    }

    @Override
    public void whenGone(Runnable action) {
        whenGone = action;
    }

    @Override
    public void sendInformational(int status, HeaderMap headers) {}

    @Override
    public @Nullable HeaderMap requestTrailers() {
        return exchange.getAttachment(HttpAttachments.REQUEST_TRAILERS);
    }

    @Override
    public void abort() {
        whenGone = null;
        IoUtils.safeClose(exchange.getConnection());
    }

    @Override
    public long bodyBytesIn() {
        return 0;
    }

    @Override
    public void exchangeEvent(HttpServerExchange exchange, NextListener nextListener) {
        whenGone = null;
        nextListener.proceed();
    }
}
