package io.ethryx.server.gateway.usage;

import io.ethryx.core.line.Caller;
import java.nio.charset.StandardCharsets;

/** The field that names the client. */
final class ClientField {

    static final String NAME = Caller.CLIENT_ID;

    private ClientField() {}

    /**
     * The name in a field's value, of which each byte is one char: most clients that go beyond ASCII write UTF-8, so that records
     * are keyed by the very bytes that were sent.
     */
    static String text(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) > 0x7F) {
                return new String(value.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
            }
        }
        return value;
    }
}
