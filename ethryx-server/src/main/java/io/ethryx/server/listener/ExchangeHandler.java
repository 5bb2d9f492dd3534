package io.ethryx.server.listener;

/** Answers the requests of clients. */
public interface ExchangeHandler {

    /**
     * Takes a request; returns at once, and answers now or later on the same thread. A fault that is thrown here ends the
     * exchange with 500.
     *
     * @param exchange the request, on its IO thread, nothing of it read or answered
     */
    void handle(ClientExchange exchange);
}
