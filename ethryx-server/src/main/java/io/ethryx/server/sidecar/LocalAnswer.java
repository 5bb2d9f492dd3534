package io.ethryx.server.sidecar;

import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.Methods;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** An answer that Ethryx gives itself (decision S2): never cached, and a HEAD gets the length that a GET would. */
final class LocalAnswer {

    private final int status;
    private final String contentType;
    private final byte[] body;

    LocalAnswer(int status, String contentType, byte[] body) {
        this.status = status;
        this.contentType = contentType;
        this.body = body;
    }

    static LocalAnswer text(int status, String text) {
        return new LocalAnswer(status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    static LocalAnswer json(int status, byte[] json) {
        return new LocalAnswer(status, "application/json", json);
    }

    void send(HttpServerExchange exchange) {
        exchange.setStatusCode(status);
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, contentType).put(Headers.CACHE_CONTROL, "no-store");
        exchange.setResponseContentLength(body.length);
        if (exchange.getRequestMethod().equals(Methods.HEAD)) {
            exchange.endExchange();
        } else {
            exchange.getResponseSender().send(ByteBuffer.wrap(body));
        }
    }
}
