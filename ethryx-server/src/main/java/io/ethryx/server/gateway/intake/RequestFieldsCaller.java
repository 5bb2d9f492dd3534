package io.ethryx.server.gateway.intake;

import io.ethryx.core.line.Caller;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.gateway.mirror.RequestFields;
import io.ethryx.server.listener.ClientExchange;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** The caller as the fields of its request tell it. Its Host is kept, since nodes get another. */
final class RequestFieldsCaller implements Caller, RequestFields {

    private static final String HOST = "host";

    private final FieldBlock fields;
    private final @Nullable String host;
    private final InetAddress peer;

    RequestFieldsCaller(ClientExchange exchange) {
        fields = exchange.requestFields();
        peer = exchange.peer().getAddress();
        host = exchange.host();
    }

    /** Its own word, else its address. */
    @Override
    public String identity() {
        String own = field(CLIENT_ID);
        return own == null || own.isEmpty() ? peer.getHostAddress() : own;
    }

    @Override
    public @Nullable String field(String name) {
        if (name.equals(HOST)) {
            return host;
        }
        int line = fields.find(name, 0);
        return line < 0 ? null : fields.value(line);
    }

    @Override
    public FieldBlock fields() {
        return fields;
    }
}
