package io.ethryx.server.proxy;

import io.ethryx.server.fields.ExactMethod;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ClientExchange;
import io.undertow.util.Methods;
import java.util.Locale;

/** Tells a JSON-RPC call by its outside: the body is not looked at. */
final class JsonRpcCalls {

    private JsonRpcCalls() {}

    /** Whether a request is a POST of JSON. */
    static boolean looksLikeOne(ClientExchange exchange) {
        if (!ExactMethod.is(exchange.method(), Methods.POST)) {
            return false;
        }
        String contentType = exchange.requestFields().value(KnownField.CONTENT_TYPE);
        if (contentType == null) {
            return false;
        }
        int semicolon = contentType.indexOf(';');
        String type = semicolon < 0 ? contentType : contentType.substring(0, semicolon);
        return type.trim().toLowerCase(Locale.ROOT).equals("application/json");
    }
}
