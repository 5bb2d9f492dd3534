package io.ethryx.server.listener;

import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Protocols;

/** Gives each HTTP/1.1 exchange its {@link ClientStream} and its real target and fields before the handler runs. */
final class Http1Entry implements HttpHandler {

    private final ExchangeHandler handler;

    Http1Entry(ExchangeHandler handler) {
        this.handler = handler;
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) {
        Http1Connection connection = Http1Connection.of(exchange);
        Http1Stream stream = new Http1Stream(connection, exchange);
        connection.guard().exchangeBegun(stream);
        exchange.addExchangeCompleteListener(stream);
        exchange.addResponseCommitListener(stream);
        exchange.setPersistent(connection.guard().framing().persistent() && !connection.draining());
        exchange.setProtocol(connection.guard().framing().line().http10() ? Protocols.HTTP_1_0 : Protocols.HTTP_1_1);
        connection.guard().framing().fields().moveTo(exchange.getRequestHeaders());
        HttpVersion version =
                connection.guard().framing().line().http10() ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1;
        new UndertowExchange(exchange, stream, version).handle(handler);
    }
}
