package io.ethryx.server.listener;

import io.undertow.server.HttpServerExchange;
import io.undertow.util.AttachmentKey;
import org.jspecify.annotations.Nullable;

/**
 * Where an exchange's {@link ClientStream} is kept: with its connection, which serves one exchange at a time and has its map
 * already (an HTTP/2 exchange has a connection of its own).
 */
final class ClientStreams {

    private static final AttachmentKey<ClientStream> KEY = AttachmentKey.create(ClientStream.class);

    private ClientStreams() {}

    static void begin(HttpServerExchange exchange, ClientStream stream) {
        exchange.getConnection().putAttachment(KEY, stream);
    }

    static @Nullable ClientStream of(HttpServerExchange exchange) {
        return exchange.getConnection().getAttachment(KEY);
    }

    static void end(HttpServerExchange exchange) {
        exchange.getConnection().removeAttachment(KEY);
    }
}
