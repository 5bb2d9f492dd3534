package io.ethryx.server.gateway.mirror;

import io.ethryx.core.line.Caller;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.FieldSet;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.proxy.HopByHop;

/** The fields that a copy takes along: the client's, without those of the hop, of the body as it was, and secrets. */
final class CopiedFields {

    private static final FieldSet REPLACED =
            FieldSet.of(KnownField.HOST, KnownField.CONTENT_LENGTH, KnownField.CONTENT_ENCODING, KnownField.EXPECT);
    private static final FieldSet CREDENTIALS = FieldSet.of(KnownField.AUTHORIZATION, KnownField.COOKIE);
    private static final String HANDSHAKE = "sec-websocket-";

    private CopiedFields() {}

    static FieldBlock of(Caller caller, boolean credentials) {
        FieldBlock copied = new FieldBlock();
        if (caller instanceof RequestFields request) {
            copied.addAll(request.fields());
        }
        HopByHop.drop(copied);
        copied.drop(REPLACED);
        dropHandshake(copied);
        if (!credentials) {
            copied.drop(CREDENTIALS);
            for (int line = copied.find(Caller.CLIENT_ID, 0);
                    line >= 0;
                    line = copied.find(Caller.CLIENT_ID, line + 1)) {
                copied.drop(line);
            }
        }
        if (!copied.has(KnownField.CONTENT_TYPE)) {
            copied.add(KnownField.CONTENT_TYPE, "application/json");
        }
        return copied;
    }

    /** What a message of a WebSocket came with was for its connection. */
    private static void dropHandshake(FieldBlock fields) {
        for (int line = 0; line < fields.size(); line++) {
            if (fields.name(line).regionMatches(true, 0, HANDSHAKE, 0, HANDSHAKE.length())) {
                fields.drop(line);
            }
        }
    }
}
