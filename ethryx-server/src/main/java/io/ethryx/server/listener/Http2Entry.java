package io.ethryx.server.listener;

import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Cookies;
import io.undertow.util.Headers;

/** Gives each HTTP/2 exchange its {@link ClientStream} and its real target before the handler runs. */
final class Http2Entry implements HttpHandler {

    private final Http2Connection connection;
    private final ExchangeHandler handler;

    Http2Entry(Http2Connection connection, ExchangeHandler handler) {
        this.connection = connection;
        this.handler = handler;
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) {
        Http2Stream stream = connection.takeBegun();
        stream.begin(exchange);
        if (exchange.getRequestHeaders().getFirst(Headers.HOST) == null) {
            exchange.getRequestHeaders().remove(Headers.HOST);
        }
        Cookies.assembleCrumbs(exchange.getRequestHeaders());
        new UndertowExchange(exchange, stream, HttpVersion.HTTP_2).handle(handler);
    }
}
