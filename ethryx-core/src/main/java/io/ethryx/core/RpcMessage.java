package io.ethryx.core;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where one message of a body stands, and what it is called.
 *
 * @param from its first byte
 * @param to behind its last byte
 * @param plain whether every reader reads it alike: an object whose {@code jsonrpc}, {@code method}, {@code params} and
 *     {@code id} each stand once at most, are spelt so and without escapes, with a string for a method and a string, a
 *     number or null for an id. Of a message that is not plain neither method nor id is told.
 * @param method its method, unescaped, or null where it has none or is not plain
 * @param idFrom the first byte of its id, -1 where it has none or is not plain
 * @param idTo behind the last byte of its id, -1 likewise
 */
public record RpcMessage(
        int from, int to, boolean plain, @Nullable String method, int idFrom, int idTo) {

    private static final List<String> NAMES = List.of("jsonrpc", "method", "params", "id");

    /**
     * Whether it has an id to be told: a plain request without one is a notification.
     *
     * @return false for what is not plain
     */
    public boolean hasId() {
        return idFrom >= 0;
    }

    /** Reads the value that the parser stands on. */
    static RpcMessage read(JsonParser parser, byte[] body) throws IOException {
        return parser.currentToken() == JsonToken.START_OBJECT ? new Reader(parser, body).read() : notAnObject(parser);
    }

    private static RpcMessage notAnObject(JsonParser parser) throws IOException {
        int from = start(parser);
        parser.skipChildren();
        return new RpcMessage(from, end(parser), false, null, -1, -1);
    }

    private static int start(JsonParser parser) {
        return (int) parser.currentTokenLocation().getByteOffset();
    }

    /** Behind the token that the parser stands on. */
    private static int end(JsonParser parser) throws IOException {
        if (parser.currentToken().isNumeric()) {
            return start(parser) + parser.getTextLength();
        }
        parser.finishToken();
        return (int) parser.currentLocation().getByteOffset();
    }

    /** Reads one object, member by member. */
    private static final class Reader {

        private final JsonParser parser;
        private final byte[] body;
        private final int from;
        private boolean plain = true;
        private int seen;
        private @Nullable String method;
        private int idFrom = -1;
        private int idTo = -1;

        Reader(JsonParser parser, byte[] body) {
            this.parser = parser;
            this.body = body;
            this.from = start(parser);
        }

        RpcMessage read() throws IOException {
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                String known = known(name);
                if (known == null) {
                    parser.nextToken();
                    parser.skipChildren();
                } else {
                    plain &= known.equals(name) && standsUnescaped(name) && standsFirst(name);
                    value(name, parser.nextToken());
                }
            }
            int to = end(parser);
            return plain
                    ? new RpcMessage(from, to, true, method, idFrom, idTo)
                    : new RpcMessage(from, to, false, null, -1, -1);
        }

        private static @Nullable String known(String name) {
            for (String known : NAMES) {
                if (known.equalsIgnoreCase(name)) {
                    return known;
                }
            }
            return null;
        }

        /** Whether the name in the bytes ends where it would without escapes. */
        private boolean standsUnescaped(String name) {
            return body[start(parser) + 1 + name.length()] == '"';
        }

        private boolean standsFirst(String name) {
            int bit = 1 << (name.charAt(0) - 'a');
            boolean first = (seen & bit) == 0;
            seen |= bit;
            return first;
        }

        private void value(String name, JsonToken token) throws IOException {
            if (name.equals("method")) {
                plain &= token == JsonToken.VALUE_STRING;
                method = plain ? parser.getText() : null;
            } else if (name.equals("id")) {
                plain &= token.isNumeric() || token == JsonToken.VALUE_STRING || token == JsonToken.VALUE_NULL;
                idFrom = start(parser);
                parser.skipChildren();
                idTo = end(parser);
                return;
            }
            parser.skipChildren();
        }
    }
}
