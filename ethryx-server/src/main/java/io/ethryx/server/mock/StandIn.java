package io.ethryx.server.mock;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.WholeAnswer;
import io.ethryx.server.proxy.Tally;
import io.undertow.util.StatusCodes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** An answer in a node's stead: never cached, and counted as the node's. */
final class StandIn {

    private final int status;
    private final byte[] body;

    private StandIn(int status, byte[] body) {
        this.status = status;
        this.body = body;
    }

    /** An answer of JSON; without a body, and so with status 204, where there is nothing to say to a status of 200. */
    static StandIn json(int status, String body) {
        return new StandIn(
                status == StatusCodes.OK && body.isEmpty() ? StatusCodes.NO_CONTENT : status,
                body.getBytes(StandardCharsets.UTF_8));
    }

    /** An answer of JSON whose body is empty although it could have one. */
    static StandIn empty(int status) {
        return new StandIn(status, new byte[0]);
    }

    void send(ClientExchange exchange, Tally tally) {
        FieldBlock fields = new FieldBlock();
        fields.add(KnownField.CACHE_CONTROL, "no-store");
        if (status != StatusCodes.NO_CONTENT) {
            fields.add(KnownField.CONTENT_TYPE, "application/json");
        }
        tally.headReady(status);
        WholeAnswer.send(exchange, status, fields, ByteBuffer.wrap(body));
    }
}
