package io.ethryx.server.gateway.call;

import io.ethryx.core.line.CallFacts;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.gateway.edge.RequestWatch;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.timer.TimerWheel;

/**
 * What every attempt for one call has to do with.
 *
 * @param means what requests are served with
 * @param exchange the client's
 * @param facts the call
 * @param fields the client's, as nodes get them
 * @param watch who looks on
 */
record CallAtHand(RpcMeans means, ClientExchange exchange, CallFacts facts, FieldBlock fields, RequestWatch watch) {

    TimerWheel wheel() {
        return means.io().timers().of(exchange.ioThread());
    }
}
