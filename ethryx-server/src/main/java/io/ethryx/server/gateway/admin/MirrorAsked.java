package io.ethryx.server.gateway.admin;

import io.ethryx.core.topology.MirrorTarget;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/**
 * A mirror target that a call describes.
 *
 * @param address a host name or address
 * @param port 1 to 65535
 * @param rateLimit copies a second; 0 or left out for no limit
 */
record MirrorAsked(String address, int port, OptionalInt rateLimit) {

    /** Reads and checks a description. */
    static MirrorAsked of(Members body) {
        String address = body.text("address")
                .orElseThrow(() -> AdminFault.bad(
                        "address is required", "send {\"address\":…,\"port\":…} with Content-Type: application/json"));
        int port = body.integer("port").orElse(0);
        NewNode.checkPort(port);
        OptionalInt limit = body.integer("rateLimit");
        if (limit.isPresent() && limit.getAsInt() < 0) {
            throw AdminFault.bad(
                    "rateLimit must not be negative",
                    "rateLimit is " + limit.getAsInt() + "; send copies a second, or leave it out for no limit");
        }
        return new MirrorAsked(address, port, limit);
    }

    static MirrorAsked of(MirrorTarget target) {
        return new MirrorAsked(target.address(), target.port(), target.rateLimit());
    }

    String key() {
        return address + ":" + port;
    }

    private JsonObject object() {
        return new JsonObject().with("address", address).with("port", port);
    }

    private JsonObject limited(JsonObject object) {
        return rateLimit.isPresent() ? object.with("rateLimit", rateLimit.getAsInt()) : object;
    }

    /** As its key has it. */
    String text() {
        return new String(AdminJson.print(limited(object())), StandardCharsets.UTF_8);
    }

    /** As answers have it. */
    JsonObject shown() {
        String host = address.indexOf(':') < 0 ? address : '[' + address + ']';
        return limited(object().with("url", "http://" + host + ":" + port));
    }

    MirrorTarget target() {
        OptionalInt above = rateLimit.isPresent() && rateLimit.getAsInt() > 0 ? rateLimit : OptionalInt.empty();
        return new MirrorTarget(key(), address, port, above);
    }

    AdminAnswer added() {
        return AdminAnswer.json(
                201,
                new JsonObject()
                        .with("message", "mirror target added successfully")
                        .with("mirror", shown()));
    }
}
