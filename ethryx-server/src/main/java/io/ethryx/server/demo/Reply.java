package io.ethryx.server.demo;

import io.undertow.io.IoCallback;
import io.undertow.io.Sender;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import io.undertow.util.SameThreadExecutor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.xnio.IoUtils;

/**
 * An answer of a simulated node.
 *
 * @param status the HTTP status
 * @param contentType the content type, empty for none
 * @param headers further headers
 * @param body read through copies, so that one reply may be sent many times
 */
record Reply(int status, String contentType, Map<String, String> headers, ByteBuffer body) {

    private static final IoCallback LEAVE_OPEN = new IoCallback() {
        @Override
        public void onComplete(HttpServerExchange exchange, Sender sender) {
            // the rest of the body is held back for good
        }

        @Override
        public void onException(HttpServerExchange exchange, Sender sender, IOException failure) {
            IoUtils.safeClose(exchange.getConnection());
        }
    };

    static Reply json(int status, String body) {
        return new Reply(status, "application/json", Map.of(), ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)));
    }

    static Reply empty(int status) {
        return new Reply(status, "", Map.of(), ByteBuffer.allocate(0));
    }

    void send(HttpServerExchange exchange) {
        head(exchange);
        exchange.getResponseSender().send(body.duplicate());
    }

    /** Sends the head, which announces the whole body, and half of the body; the exchange stays open. */
    void sendHalf(HttpServerExchange exchange) {
        head(exchange);
        exchange.setResponseContentLength(Math.max(2, body.remaining()));
        ByteBuffer half = body.duplicate().limit(body.remaining() / 2);
        exchange.dispatch(
                SameThreadExecutor.INSTANCE, () -> exchange.getResponseSender().send(half, LEAVE_OPEN));
    }

    private void head(HttpServerExchange exchange) {
        exchange.setStatusCode(status);
        if (!contentType.isEmpty()) {
            exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, contentType);
        }
        headers.forEach((name, value) -> exchange.getResponseHeaders().put(new HttpString(name), value));
    }
}
