package io.ethryx.server.logging;

import org.jspecify.annotations.Nullable;

/**
 * One request, when its exchange has ended (decision S13).
 *
 * @param peer the TCP peer as {@code ip:port}
 * @param version {@code HTTP/1.0}, {@code HTTP/1.1} or {@code HTTP/2.0}
 * @param method as sent
 * @param path as sent, without the query
 * @param upstream {@code EL} or {@code CL}
 * @param proto {@code HTTP} or {@code WS}
 * @param status of the answer; 499 when the client left first
 * @param latencyMillis from the request to the head of its answer
 * @param totalMillis from the request to the end of the exchange
 * @param bytesIn of the request's body
 * @param bytesOut of the answer's body
 * @param userAgent only printed by an extended log
 * @param query without its question mark, only printed by an extended log
 */
public record AccessLine(
        String peer,
        String version,
        String method,
        String path,
        String upstream,
        String proto,
        int status,
        double latencyMillis,
        double totalMillis,
        long bytesIn,
        long bytesOut,
        @Nullable String userAgent,
        @Nullable String query) {}
