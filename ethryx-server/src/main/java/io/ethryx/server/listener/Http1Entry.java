package io.ethryx.server.listener;

import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Protocols;

/** Gives each HTTP/1.1 exchange its {@link ClientStream} and its real target and fields before the handler runs. */
final class Http1Entry implements HttpHandler {

    private final HttpHandler handler;

    Http1Entry(HttpHandler handler) {
        this.handler = handler;
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) throws Exception {
        Http1Connection connection = Http1Connection.of(exchange);
        Http1Stream stream = new Http1Stream(connection, exchange);
        connection.guard().exchangeBegun(stream);
        ClientStreams.begin(exchange, stream);
        exchange.addExchangeCompleteListener(stream);
        exchange.addResponseCommitListener(stream);
        exchange.setPersistent(connection.guard().framing().persistent() && !connection.draining());
        exchange.setProtocol(connection.guard().framing().line().http10() ? Protocols.HTTP_1_0 : Protocols.HTTP_1_1);
        connection.guard().framing().fields().moveTo(exchange.getRequestHeaders());
        RawTarget.apply(exchange, stream.target());
        handler.handleRequest(exchange);
    }
}
