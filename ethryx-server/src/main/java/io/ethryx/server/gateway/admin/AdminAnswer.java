package io.ethryx.server.gateway.admin;

import java.nio.charset.StandardCharsets;

/**
 * The answer to an admin call.
 *
 * @param status of HTTP
 * @param type of the body
 * @param body its bytes, not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // written once, never compared
record AdminAnswer(int status, String type, byte[] body) {

    private static final String JSON = "application/json; charset=utf-8";

    /** An answer with a JSON value. */
    static AdminAnswer json(int status, JsonObject body) {
        return new AdminAnswer(status, JSON, AdminJson.print(body));
    }

    /** An answer with a document that is JSON already. */
    static AdminAnswer document(String json) {
        return new AdminAnswer(200, JSON, json.getBytes(StandardCharsets.UTF_8));
    }

    /** All is well. */
    static AdminAnswer ok(JsonObject body) {
        return json(200, body);
    }
}
