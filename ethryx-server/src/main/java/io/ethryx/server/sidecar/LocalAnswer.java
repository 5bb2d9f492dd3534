package io.ethryx.server.sidecar;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.WholeAnswer;
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

    void send(ClientExchange exchange) {
        FieldBlock fields = new FieldBlock();
        fields.add(KnownField.CONTENT_TYPE, contentType);
        fields.add(KnownField.CACHE_CONTROL, "no-store");
        WholeAnswer.send(exchange, status, fields, ByteBuffer.wrap(body));
    }
}
