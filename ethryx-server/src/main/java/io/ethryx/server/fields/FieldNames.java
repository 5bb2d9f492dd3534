package io.ethryx.server.fields;

import io.undertow.util.HttpString;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The names that the fields of requests and answers usually have, so that reading one of them makes no object. They keep the
 * spelling that they came in: the usual one or lower case; any other is made anew. Stateless.
 */
public final class FieldNames {

    private static final String[] USUAL = {
        "Accept",
        "Accept-Encoding",
        "Accept-Language",
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
        "Authorization",
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
        "Cookie",
        "Date",
        "DNT",
        "ETag",
        "Eth-Consensus-Block-Value",
        "Eth-Consensus-Dependent-Root",
        "Eth-Consensus-Version",
        "Eth-Execution-Optimistic",
        "Eth-Execution-Payload-Blinded",
        "Eth-Execution-Payload-Value",
        "Expect",
        "Expires",
        "Forwarded",
        "From",
        "Host",
        "If-Match",
        "If-Modified-Since",
        "If-None-Match",
        "If-Range",
        "If-Unmodified-Since",
        "Keep-Alive",
        "Last-Modified",
        "Link",
        "Location",
        "Max-Forwards",
        "Origin",
        "Pragma",
        "Proxy-Authenticate",
        "Proxy-Authorization",
        "Proxy-Connection",
        "Range",
        "Referer",
        "Referrer-Policy",
        "Retry-After",
        "Sec-Fetch-Dest",
        "Sec-Fetch-Mode",
        "Sec-Fetch-Site",
        "Sec-WebSocket-Extensions",
        "Sec-WebSocket-Key",
        "Sec-WebSocket-Protocol",
        "Sec-WebSocket-Version",
        "Server",
        "Set-Cookie",
        "Strict-Transport-Security",
        "TE",
        "Traceparent",
        "Tracestate",
        "Trailer",
        "Transfer-Encoding",
        "Upgrade",
        "User-Agent",
        "Vary",
        "Via",
        "Warning",
        "WWW-Authenticate",
        "X-Cache",
        "X-Content-Type-Options",
        "X-Forwarded-For",
        "X-Forwarded-Host",
        "X-Forwarded-Proto",
        "X-Frame-Options",
        "X-Powered-By",
        "X-Real-IP",
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
        int slot = slot(hash(bytes, 0, bytes.length));
        while (TABLE[slot] != null) {
            slot = slot(slot + 1);
        }
        TABLE[slot] = new HttpString(name);
    }

    private static int slot(int hash) {
        return hash & (SLOTS - 1);
    }

    private static int hash(byte[] bytes, int from, int length) {
        int hash = length;
        for (int i = from; i < from + length; i++) {
            hash = hash * 31 + bytes[i];
        }
        return hash ^ (hash >>> 9);
    }

    /**
     * The name that some bytes spell.
     *
     * @param bytes where it is
     * @param from where it begins
     * @param length of how many bytes it is, one or more
     * @return the name as it is spelled
     */
    public static HttpString of(byte[] bytes, int from, int length) {
        int slot = slot(hash(bytes, from, length));
        HttpString known = TABLE[slot];
        while (known != null) {
            if (spells(known, bytes, from, length)) {
                return known;
            }
            slot = slot(slot + 1);
            known = TABLE[slot];
        }
        return new HttpString(bytes, from, length);
    }

    private static boolean spells(HttpString name, byte[] bytes, int from, int length) {
        if (name.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (name.byteAt(i) != bytes[from + i]) {
                return false;
            }
        }
        return true;
    }
}
