package io.ethryx.server.listener;

import io.undertow.server.HttpServerExchange;

/** Puts a target into an exchange as it is: nothing is decoded, no parameters are split. Stateless. */
final class RawTarget {

    private RawTarget() {}

    static void apply(HttpServerExchange exchange, String target) {
        int query = target.indexOf('?');
        String path = query < 0 ? target : target.substring(0, query);
        exchange.setRequestURI(path);
        exchange.setRequestPath(path);
        exchange.setRelativePath(path);
        exchange.setQueryString(query < 0 ? "" : target.substring(query + 1));
    }
}
