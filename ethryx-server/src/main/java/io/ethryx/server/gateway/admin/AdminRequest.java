package io.ethryx.server.gateway.admin;

import io.ethryx.core.topology.ChainId;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * An admin call, read.
 *
 * @param route what it calls
 * @param names what stands in the places of the route's path, decoded
 * @param query the parameters behind the path, decoded, by name; of two of one name the first
 * @param content its body
 * @param caller who calls
 */
record AdminRequest(
        Route route, Map<String, String> names, Map<String, String> query, Content content, AdminCaller caller) {

    private static final String DRY_RUN = "dryrun";

    AdminRequest {
        names = Map.copyOf(names);
        query = Map.copyOf(query);
    }

    /**
     * A body.
     *
     * @param bytes all of it, not to be changed
     * @param type its Content-Type, empty if it has none
     */
    @SuppressWarnings("ArrayRecordComponent") // read once, never compared
    record Content(byte[] bytes, String type) {

        boolean isJson() {
            int semicolon = type.indexOf(';');
            String plain = semicolon < 0 ? type : type.substring(0, semicolon);
            return plain.strip().toLowerCase(Locale.ROOT).equals("application/json");
        }
    }

    /** The chain of the path in its normal form. */
    ChainId chain() {
        String text = name("chainId");
        return ChainId.ofKey(text)
                .orElseThrow(() -> AdminFault.bad(
                        "invalid chain id",
                        "'" + text + "' has nothing before its version; write for example 1 or 1-v2"));
    }

    /** What stands in a place of the path. */
    String name(String place) {
        return names.getOrDefault(place, "");
    }

    /** A parameter that is not empty. */
    Optional<String> parameter(String name) {
        return Optional.ofNullable(query.get(name)).map(String::strip).filter(text -> !text.isEmpty());
    }

    /** The body as a JSON object, whatever its Content-Type. */
    Members json() {
        return Members.of(content.bytes());
    }

    /** The body as a JSON object if it is said to be JSON, else one without members. */
    Members typedJson() {
        if (!content.isJson() || content.bytes().length == 0) {
            return Members.NONE;
        }
        return Members.of(content.bytes(), "invalid request body: " + Members.INVALID);
    }

    /** Whether nothing is to be changed. A parameter that can't be understood is refused: it may have been meant to stop it. */
    boolean dryRun() {
        String said = query.entrySet().stream()
                .filter(parameter -> parameter.getKey().toLowerCase(Locale.ROOT).equals(DRY_RUN))
                .map(parameter -> parameter.getValue().toLowerCase(Locale.ROOT))
                .findFirst()
                .orElse("false");
        return switch (said) {
            case "true", "1", "" -> true;
            case "false", "0" -> false;
            default ->
                throw AdminFault.bad("dryRun must be true or false", "dryRun is '" + said + "'; send dryRun=true");
        };
    }
}
