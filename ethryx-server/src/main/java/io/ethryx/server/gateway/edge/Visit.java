package io.ethryx.server.gateway.edge;

import io.ethryx.server.listener.ClientExchange;

/**
 * A request that has come in.
 *
 * @param exchange to be served
 * @param watch to be told of what happens to it, but for the head of its answer and its end, which it hears of itself
 */
public record Visit(ClientExchange exchange, RequestWatch watch) {}
