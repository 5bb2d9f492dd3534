package io.ethryx.server.telemetry;

import org.jspecify.annotations.Nullable;

/**
 * What a span tells of a client's request.
 *
 * @param method as the client wrote it
 * @param target the raw target, with its query
 * @param layer {@code EL} or {@code CL}
 * @param protocolVersion {@code 1.0}, {@code 1.1} or {@code 2}
 * @param client the peer's address
 * @param authority what the client called this server, host and perhaps port, if it said so
 * @param userAgent the client's User-Agent, if it sent one
 */
public record RequestFacts(
        String method,
        String target,
        String layer,
        String protocolVersion,
        String client,
        @Nullable String authority,
        @Nullable String userAgent) {

    String path() {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    @Nullable
    String query() {
        int query = target.indexOf('?');
        return query < 0 ? null : target.substring(query + 1);
    }
}
