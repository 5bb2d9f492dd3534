package io.ethryx.server.listener;

import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;

/** Gives each HTTP/2 exchange its {@link ClientStream} and its real target before the handler runs. */
final class Http2Entry implements HttpHandler {

    private final Http2Connection channel;
    private final HttpHandler handler;

    Http2Entry(Http2Connection channel, HttpHandler handler) {
        this.channel = channel;
        this.handler = handler;
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) throws Exception {
        String query = exchange.getQueryString();
        String target = query.isEmpty() ? exchange.getRequestURI() : exchange.getRequestURI() + "?" + query;
        Http2Stream stream = new Http2Stream(channel, exchange, target);
        exchange.putAttachment(ClientStreams.KEY, stream);
        exchange.addExchangeCompleteListener(stream);
        if (exchange.getRequestHeaders().getFirst(Headers.HOST) == null) {
            exchange.getRequestHeaders().remove(Headers.HOST);
        }
        RawTarget.apply(exchange, target);
        handler.handleRequest(exchange);
    }
}
