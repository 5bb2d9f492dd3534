package io.ethryx.server.upstream;

import io.undertow.util.HttpString;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The names that answers usually have, so that reading one of them makes no object. Spelled as the upstream spells them. */
final class FieldNames {

    private static final String[] USUAL = {
        "Accept-Ranges",
        "Access-Control-Allow-Credentials",
        "Access-Control-Allow-Headers",
        "Access-Control-Allow-Methods",
        "Access-Control-Allow-Origin",
        "Access-Control-Expose-Headers",
        "Access-Control-Max-Age",
        "Age",
        "Allow",
        "Alt-Svc",
        "Cache-Control",
        "Connection",
        "Content-Disposition",
        "Content-Encoding",
        "Content-Language",
        "Content-Length",
        "Content-Location",
        "Content-Range",
        "Content-Security-Policy",
        "Content-Type",
        "Date",
        "ETag",
        "Eth-Consensus-Block-Value",
        "Eth-Consensus-Dependent-Root",
        "Eth-Consensus-Version",
        "Eth-Execution-Optimistic",
        "Eth-Execution-Payload-Blinded",
        "Eth-Execution-Payload-Value",
        "Expires",
        "Keep-Alive",
        "Last-Modified",
        "Link",
        "Location",
        "Pragma",
        "Proxy-Authenticate",
        "Referrer-Policy",
        "Retry-After",
        "Server",
        "Set-Cookie",
        "Strict-Transport-Security",
        "Trailer",
        "Transfer-Encoding",
        "Upgrade",
        "Vary",
        "Via",
        "WWW-Authenticate",
        "Warning",
        "X-Cache",
        "X-Content-Type-Options",
        "X-Frame-Options",
        "X-Powered-By",
        "X-Request-Id",
    };

    private static final int SLOTS = 512;
    private static final @Nullable HttpString[] TABLE = new @Nullable HttpString[SLOTS];

    static {
        for (String name : USUAL) {
            put(name);
            put(name.toLowerCase(Locale.ROOT));
        }
    }

    private FieldNames() {}

    private static void put(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.ISO_8859_1);
        int slot = slot(hash(bytes, bytes.length));
        while (TABLE[slot] != null) {
            slot = slot(slot + 1);
        }
        TABLE[slot] = new HttpString(name);
    }

    private static int slot(int hash) {
        return hash & (SLOTS - 1);
    }

    private static int hash(byte[] bytes, int length) {
        int hash = length;
        for (int i = 0; i < length; i++) {
            hash = hash * 31 + bytes[i];
        }
        return hash ^ (hash >>> 9);
    }

    /** The name that the first bytes spell. */
    static HttpString of(byte[] bytes, int length) {
        int slot = slot(hash(bytes, length));
        HttpString known = TABLE[slot];
        while (known != null) {
            if (spells(known, bytes, length)) {
                return known;
            }
            slot = slot(slot + 1);
            known = TABLE[slot];
        }
        return new HttpString(bytes, 0, length);
    }

    private static boolean spells(HttpString name, byte[] bytes, int length) {
        if (name.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (name.byteAt(i) != bytes[i]) {
                return false;
            }
        }
        return true;
    }
}
