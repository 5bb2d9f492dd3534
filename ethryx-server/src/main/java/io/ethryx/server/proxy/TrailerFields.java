package io.ethryx.server.proxy;

import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which fields may stand behind a body: everything but what frames, routes, authenticates or conditions a message (RFC
 * 9110 section 6.5.1), since a receiver may merge trailers into the head.
 */
final class TrailerFields {

    private static final Set<String> FORBIDDEN = Set.of(
            "age",
            "authorization",
            "authentication-info",
            "cache-control",
            "connection",
            "cookie",
            "date",
            "expect",
            "expires",
            "forwarded",
            "host",
            "keep-alive",
            "location",
            "max-forwards",
            "origin",
            "pragma",
            "range",
            "retry-after",
            "set-cookie",
            "te",
            "trailer",
            "trailers",
            "transfer-encoding",
            "upgrade",
            "vary",
            "via",
            "warning",
            "www-authenticate");

    private static final String[] FORBIDDEN_PREFIXES = {
        "access-control-", "content-", "if-", "proxy-", "sec-", "x-forwarded-", "x-real-", ":"
    };

    private TrailerFields() {}

    /** The fields that may go on, or null if none is left. */
    static @Nullable HeaderMap permitted(@Nullable HeaderMap trailers) {
        if (trailers == null) {
            return null;
        }
        HeaderMap kept = new HeaderMap();
        for (HeaderValues field : trailers) {
            if (mayFollow(field.getHeaderName().toString().toLowerCase(Locale.ROOT))) {
                kept.putAll(field.getHeaderName(), field);
            }
        }
        return kept.size() == 0 ? null : kept;
    }

    private static boolean mayFollow(String name) {
        if (FORBIDDEN.contains(name)) {
            return false;
        }
        for (String prefix : FORBIDDEN_PREFIXES) {
            if (name.startsWith(prefix)) {
                return false;
            }
        }
        return true;
    }
}
