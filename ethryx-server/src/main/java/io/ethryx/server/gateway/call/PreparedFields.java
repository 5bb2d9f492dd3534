package io.ethryx.server.gateway.call;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.FieldSet;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.proxy.ForwardedFields;
import io.ethryx.server.proxy.HopByHop;

/** The client's fields as nodes get them, prepared once for all attempts. */
final class PreparedFields {

    private static final FieldSet REPLACED = FieldSet.of(KnownField.HOST, KnownField.CONTENT_LENGTH);

    private PreparedFields() {}

    static FieldBlock of(ClientExchange exchange, ForwardedFields forwarded) {
        FieldBlock fields = exchange.requestFields();
        HopByHop.drop(fields);
        forwarded.apply(exchange);
        fields.drop(REPLACED);
        return fields;
    }
}
