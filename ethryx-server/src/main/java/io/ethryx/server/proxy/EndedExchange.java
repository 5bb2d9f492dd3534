package io.ethryx.server.proxy;

import io.undertow.server.HttpServerExchange;

/**
 * What an exchange was, once it is over.
 *
 * @param exchange the client's request and answer
 * @param target the raw target
 * @param layer {@code EL} or {@code CL}
 * @param status the status sent, or 499 where the client left first
 * @param headNanos from dispatch to the head of the answer, or to the end where there was none
 * @param totalNanos from dispatch to the end
 * @param bytesIn bytes of the request's body
 */
public record EndedExchange(
        HttpServerExchange exchange,
        String target,
        String layer,
        int status,
        long headNanos,
        long totalNanos,
        long bytesIn) {}
