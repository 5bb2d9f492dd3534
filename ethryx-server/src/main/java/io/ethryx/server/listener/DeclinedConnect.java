package io.ethryx.server.listener;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A plain CONNECT, which is answered 405 by the listener itself (decision S22).
 *
 * @param version what its client speaks
 * @param peer the client
 * @param authority where it wanted to be connected to
 * @param userAgent its User-Agent, or null for none
 */
public record DeclinedConnect(
        HttpVersion version,
        InetSocketAddress peer,
        String authority,
        @Nullable String userAgent) {

    /** The status of the answer. */
    public static final int STATUS = 405;

    /** What is allowed instead. */
    public static final String ALLOWED = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

    /**
     * Answers a CONNECT with 405 and tells of it.
     *
     * @param exchange the CONNECT, on its IO thread; its answer has not begun
     * @param events hears of it
     */
    public static void answer(ClientExchange exchange, ListenerEvents events) {
        DeclinedConnect declined = new DeclinedConnect(
                exchange.version(),
                exchange.peer(),
                exchange.target(),
                exchange.requestFields().value(KnownField.USER_AGENT));
        FieldBlock fields = new FieldBlock();
        fields.add(KnownField.ALLOW, ALLOWED);
        fields.add(KnownField.CACHE_CONTROL, "no-store");
        events.connectDeclined(declined);
        WholeAnswer.send(exchange, STATUS, fields, ByteBuffer.allocate(0));
    }
}
