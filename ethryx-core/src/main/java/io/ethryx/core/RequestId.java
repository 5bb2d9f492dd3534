package io.ethryx.core;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Finds the id of a JSON-RPC request, for an error that answers it. One pass over the bytes; meant for the error path.
 *
 * @see <a href="https://www.jsonrpc.org/specification#request_object">JSON-RPC 2.0, section 4</a>
 */
public final class RequestId {

    private static final JsonFactory JSON = new JsonFactory();

    private RequestId() {}

    /**
     * The id of a single request, exactly as it stands in the bytes.
     *
     * @param request a body
     * @return a string with its quotes, or a number as it was written; {@link RpcError#NULL_ID} for a batch, a
     *     notification, an id of another type, an id that stands twice, and for what is not JSON
     */
    public static String of(byte[] request) {
        try (JsonParser parser = JSON.createParser(request)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return RpcError.NULL_ID;
            }
            String found = null;
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean id = parser.currentName().equals("id");
                JsonToken value = parser.nextToken();
                if (id) {
                    if (found != null) {
                        return RpcError.NULL_ID;
                    }
                    found = text(parser, value, request);
                }
                parser.skipChildren();
            }
            return found == null || parser.nextToken() != null ? RpcError.NULL_ID : found;
        } catch (IOException notJson) {
            return RpcError.NULL_ID;
        }
    }

    private static String text(JsonParser parser, JsonToken value, byte[] request) throws IOException {
        if (value.isNumeric()) {
            return parser.getText();
        }
        if (value != JsonToken.VALUE_STRING) {
            return RpcError.NULL_ID;
        }
        int start = (int) parser.currentTokenLocation().getByteOffset();
        parser.finishToken();
        int end = (int) parser.currentLocation().getByteOffset();
        return new String(request, start, end - start, StandardCharsets.UTF_8);
    }
}
