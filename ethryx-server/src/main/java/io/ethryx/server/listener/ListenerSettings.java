package io.ethryx.server.listener;

import io.ethryx.server.budget.ByteBudget;
import io.ethryx.server.io.IoResources;

/**
 * What listeners need.
 *
 * @param limits what a client may ask
 * @param handler called for each request on its IO thread
 * @param io what the connections run on
 * @param heldBytes what all connections together may hold of unfinished heads and early bytes
 * @param events who hears of connections
 */
public record ListenerSettings(
        InboundLimits limits, ExchangeHandler handler, IoResources io, ByteBudget heldBytes, ListenerEvents events) {}
