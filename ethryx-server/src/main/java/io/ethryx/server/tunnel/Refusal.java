package io.ethryx.server.tunnel;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.HttpVersion;
import java.util.Optional;

/**
 * Why a handshake is refused before anything is dialled (RFC 6455 sections 4.2.1 and 4.4).
 *
 * @param status 400, 426, 501 or 503
 * @param sentence one plain sentence for the client
 */
public record Refusal(int status, String sentence) {

    static final Refusal UNKNOWN_PROTOCOL = new Refusal(501, "There is no such protocol here.\n");
    static final Refusal TOO_MANY = new Refusal(503, "Too many WebSockets are open.\n");

    private static final int BAD_REQUEST = 400;
    private static final int UPGRADE_REQUIRED = 426;
    private static final int UNAVAILABLE = 503;
    private static final String VERSION = "13";

    /**
     * What is wrong with a handshake, if anything. An extended CONNECT has no key (RFC 8441 section 5).
     *
     * @param exchange one that asks for a WebSocket
     * @return nothing for a good one
     */
    public static Optional<Refusal> of(ClientExchange exchange) {
        FieldBlock fields = exchange.requestFields();
        boolean extended = exchange.protocol() != null;
        String version = fields.value(KnownField.SEC_WEBSOCKET_VERSION);
        if (!extended && exchange.requestLength() != ClientExchange.NO_BODY && exchange.requestLength() != 0) {
            return bad("A WebSocket handshake has no body.");
        } else if (version == null && !extended) {
            return bad("The WebSocket handshake has no Sec-WebSocket-Version.");
        } else if (version != null
                && (fields.count(KnownField.SEC_WEBSOCKET_VERSION) > 1 || !version.equals(VERSION))) {
            return Optional.of(new Refusal(UPGRADE_REQUIRED, "Only version 13 of WebSocket is spoken here.\n"));
        } else if (!extended && !hasKey(fields)) {
            return bad("The WebSocket handshake needs one Sec-WebSocket-Key of 16 bytes in Base64.");
        }
        return Optional.empty();
    }

    private static boolean hasKey(FieldBlock fields) {
        String key = fields.value(KnownField.SEC_WEBSOCKET_KEY);
        return key != null && fields.count(KnownField.SEC_WEBSOCKET_KEY) == 1 && WebSocketKey.isValid(key);
    }

    private static Optional<Refusal> bad(String sentence) {
        return Optional.of(new Refusal(BAD_REQUEST, sentence + "\n"));
    }

    /**
     * The fields of the answer.
     *
     * @param version what the client speaks
     * @return fresh ones
     */
    public FieldBlock fields(HttpVersion version) {
        FieldBlock fields = new FieldBlock();
        fields.add(KnownField.CONTENT_TYPE, "text/plain; charset=utf-8");
        fields.add(KnownField.CACHE_CONTROL, "no-store");
        if (status == UNAVAILABLE) {
            fields.add(KnownField.RETRY_AFTER, "1");
        } else {
            fields.add(KnownField.SEC_WEBSOCKET_VERSION, VERSION);
        }
        if (status == UPGRADE_REQUIRED && version != HttpVersion.HTTP_2) {
            // RFC 9110 section 15.5.22: a 426 says what to upgrade to.
            fields.add(KnownField.UPGRADE, Handshake.PROTOCOL);
            fields.add(KnownField.CONNECTION, "Upgrade");
        }
        return fields;
    }
}
