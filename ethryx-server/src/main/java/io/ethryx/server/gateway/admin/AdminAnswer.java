package io.ethryx.server.gateway.admin;

import io.ethryx.server.page.Asset;
import java.nio.charset.StandardCharsets;

/**
 * The answer to an admin call.
 *
 * @param status of HTTP
 * @param type of the body
 * @param body its bytes, not to be changed
 * @param challengesBrowsers whether a 401 lets a browser ask for the token
 */
@SuppressWarnings("ArrayRecordComponent") // written once, never compared
record AdminAnswer(int status, String type, byte[] body, boolean challengesBrowsers) {

    private static final String JSON = "application/json; charset=utf-8";
    private static final String HTML = "text/html; charset=utf-8";

    private AdminAnswer(int status, String type, byte[] body) {
        this(status, type, body, false);
    }

    /** A page, or a part of one. */
    static AdminAnswer page(String html) {
        return new AdminAnswer(200, HTML, html.getBytes(StandardCharsets.UTF_8));
    }

    /** A file that comes with the program. */
    static AdminAnswer file(Asset asset) {
        return new AdminAnswer(200, asset.type(), asset.bytes());
    }

    /** The same to somebody who sits before a browser. */
    AdminAnswer toBrowser() {
        return new AdminAnswer(status, type, body, true);
    }

    boolean isPage() {
        return type.equals(HTML);
    }

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
