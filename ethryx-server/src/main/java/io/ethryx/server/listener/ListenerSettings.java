package io.ethryx.server.listener;

import io.ethryx.server.budget.ByteBudget;
import io.ethryx.server.timer.IoTimers;
import io.undertow.connector.ByteBufferPool;
import org.xnio.XnioWorker;

/**
 * What listeners need.
 *
 * @param limits what a client may ask
 * @param handler called for each request on its IO thread
 * @param worker whose IO threads serve the connections
 * @param timers the deadlines of that worker's IO threads
 * @param pool where buffers come from
 * @param heldBytes what all connections together may hold of unfinished heads and early bytes
 * @param events who hears of connections
 */
public record ListenerSettings(
        InboundLimits limits,
        ExchangeHandler handler,
        XnioWorker worker,
        IoTimers timers,
        ByteBufferPool pool,
        ByteBudget heldBytes,
        ListenerEvents events) {}
