package io.ethryx.server.proxy;

import io.ethryx.server.listener.ClientExchange;
import org.jspecify.annotations.Nullable;

/**
 * What an exchange was, once it is over.
 *
 * @param exchange the client's request and answer; to be read while it is being told, not kept
 * @param layer {@code EL} or {@code CL}
 * @param status the status sent, or 499 where the client left first
 * @param times how long it took
 * @param traced whether a {@link CallTrace} was told of its end
 * @param passage what passed where it asked for another protocol, agreed on or not; null for an ordinary one
 */
public record EndedExchange(
        ClientExchange exchange,
        String layer,
        int status,
        Times times,
        boolean traced,
        ProtocolSwitch.@Nullable Passage passage) {

    /**
     * How long an exchange took.
     *
     * @param headNanos from dispatch to the head of the answer, or to the end where there was none
     * @param totalNanos from dispatch to the end
     */
    public record Times(long headNanos, long totalNanos) {}
}
