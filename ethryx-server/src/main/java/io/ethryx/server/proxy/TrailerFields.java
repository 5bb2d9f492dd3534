package io.ethryx.server.proxy;

import io.ethryx.server.fields.FieldBlock;
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

    /** Leaves the fields that may go on; null if none is left. */
    static @Nullable FieldBlock permitted(@Nullable FieldBlock trailers) {
        if (trailers == null) {
            return null;
        }
        for (int line = 0; line < trailers.size(); line++) {
            if (!mayFollow(trailers.name(line).toLowerCase(Locale.ROOT))) {
                trailers.drop(line);
            }
        }
        return trailers.isEmpty() ? null : trailers;
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
