package io.ethryx.server.proxy;

import io.ethryx.server.listener.ClientExchange;

/**
 * What an exchange was, once it is over.
 *
 * @param exchange the client's request and answer; to be read while it is being told, not kept
 * @param layer {@code EL} or {@code CL}
 * @param status the status sent, or 499 where the client left first
 * @param headNanos from dispatch to the head of the answer, or to the end where there was none
 * @param totalNanos from dispatch to the end
 * @param traced whether a {@link CallTrace} was told of its end
 */
public record EndedExchange(
        ClientExchange exchange, String layer, int status, long headNanos, long totalNanos, boolean traced) {}
