package io.ethryx.server.demo;

import java.util.List;
import java.util.Locale;

/**
 * A request as a simulated node received it.
 *
 * @param method the HTTP method, or {@code MESSAGE} for a WebSocket message
 * @param path the raw path, empty for a WebSocket message
 * @param query the raw query without its question mark, empty if there is none
 * @param headers each as {@code name: value}, in no particular order
 * @param body the body as UTF-8 text
 */
public record SeenRequest(String method, String path, String query, List<String> headers, String body) {

    /**
     * Copies the headers.
     *
     * @param method see the record
     * @param path see the record
     * @param query see the record
     * @param headers see the record
     * @param body see the record
     */
    public SeenRequest {
        headers = List.copyOf(headers);
    }

    /**
     * The values of a header.
     *
     * @param name in any case
     * @return one a field line, empty if there is none
     */
    public List<String> header(String name) {
        String start = name.toLowerCase(Locale.ROOT) + ":";
        return headers.stream()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(start))
                .map(line -> line.substring(start.length()).strip())
                .toList();
    }
}
