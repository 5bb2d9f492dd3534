package io.ethryx.core;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where the messages of a JSON-RPC body stand in its bytes: one pass, no tree, nothing re-printed. Serves requests and
 * answers alike. Immutable; keeps positions, not the bytes.
 *
 * @param batch whether the body is an array
 * @param messages the messages, in the order of the body; one if it is no batch
 * @see <a href="https://www.jsonrpc.org/specification">JSON-RPC 2.0, sections 4 to 6</a>
 */
public record RpcOutline(boolean batch, List<RpcMessage> messages) {

    /** A batch of more messages has no outline. */
    public static final int MAX_MESSAGES = 10_000;

    private static final int MAX_DEPTH = 512;

    private static final JsonFactory JSON = new JsonFactoryBuilder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .build();

    /**
     * Copies the list.
     *
     * @param batch see the record
     * @param messages see the record
     */
    public RpcOutline {
        messages = List.copyOf(messages);
    }

    /**
     * Reads a body. Costs one pass over it, and a string for the names and methods of each message.
     *
     * @param body a whole body
     * @return nothing unless it is an object or an array in strict JSON: UTF-8 without a byte order mark or malformed
     *     bytes, at most 512 deep, no trailing bytes, at most {@link #MAX_MESSAGES} messages
     */
    public static Optional<RpcOutline> of(byte[] body) {
        if (body.length == 0 || !isPlainUtf8(body)) {
            return Optional.empty();
        }
        try (JsonParser parser = JSON.createParser(body)) {
            JsonToken first = parser.nextToken();
            if (first != JsonToken.START_OBJECT && first != JsonToken.START_ARRAY) {
                return Optional.empty();
            }
            boolean batch = first == JsonToken.START_ARRAY;
            List<RpcMessage> messages = new ArrayList<>();
            if (batch) {
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    if (messages.size() == MAX_MESSAGES) {
                        return Optional.empty();
                    }
                    messages.add(RpcMessage.read(parser, body));
                }
            } else {
                messages.add(RpcMessage.read(parser, body));
            }
            return parser.nextToken() == null ? Optional.of(new RpcOutline(batch, messages)) : Optional.empty();
        } catch (IOException notJson) {
            return Optional.empty();
        }
    }

    /** Keeps the parser from guessing an encoding, and checks what it does not. */
    private static boolean isPlainUtf8(byte[] body) {
        for (int i = 0; i < Math.min(4, body.length); i++) {
            if (body[i] == 0 || body[i] == (byte) 0xEF || body[i] == (byte) 0xFE || body[i] == (byte) 0xFF) {
                return false;
            }
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
            return true;
        } catch (CharacterCodingException malformed) {
            return false;
        }
    }
}
