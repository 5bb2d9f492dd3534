package io.ethryx.server.proxy;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.FieldOctets;
import io.ethryx.server.fields.FieldSet;
import io.ethryx.server.fields.KnownField;
import org.jspecify.annotations.Nullable;

/**
 * Which fields may stand behind a body: everything but what frames, routes, authenticates or conditions a message (RFC
 * 9110 section 6.5.1), since a receiver may merge trailers into the head.
 */
final class TrailerFields {

    private static final FieldSet STAYING = FieldSet.of(
            KnownField.AGE,
            KnownField.AUTHENTICATION_INFO,
            KnownField.AUTHORIZATION,
            KnownField.CACHE_CONTROL,
            KnownField.CONNECTION,
            KnownField.COOKIE,
            KnownField.DATE,
            KnownField.EXPECT,
            KnownField.EXPIRES,
            KnownField.FORWARDED,
            KnownField.HOST,
            KnownField.KEEP_ALIVE,
            KnownField.LOCATION,
            KnownField.MAX_FORWARDS,
            KnownField.ORIGIN,
            KnownField.PRAGMA,
            KnownField.RANGE,
            KnownField.RETRY_AFTER,
            KnownField.SET_COOKIE,
            KnownField.TE,
            KnownField.TRAILER,
            KnownField.TRAILERS,
            KnownField.TRANSFER_ENCODING,
            KnownField.UPGRADE,
            KnownField.VARY,
            KnownField.VIA,
            KnownField.WARNING,
            KnownField.WWW_AUTHENTICATE);

    private static final String[] FORBIDDEN_PREFIXES = {
        "access-control-", "content-", "if-", "proxy-", "sec-", "x-forwarded-", "x-real-", ":"
    };

    private TrailerFields() {}

    /**
     * Drops what may not go on.
     *
     * @param trailers the fields behind a body, or null
     * @return the same fields, or null if none is left
     */
    static @Nullable FieldBlock permitted(@Nullable FieldBlock trailers) {
        if (trailers == null) {
            return null;
        }
        trailers.drop(STAYING);
        for (int line = 0; line < trailers.size(); line++) {
            if (isForbidden(trailers, line)) {
                trailers.drop(line);
            }
        }
        return trailers.isEmpty() ? null : trailers;
    }

    private static boolean isForbidden(FieldBlock trailers, int line) {
        int from = trailers.nameStart(line);
        int length = trailers.nameEnd(line) - from;
        for (String prefix : FORBIDDEN_PREFIXES) {
            int n = prefix.length();
            if (length >= n && FieldOctets.spell(trailers.bytes(), from, from + n, prefix)) {
                return true;
            }
        }
        return false;
    }
}
