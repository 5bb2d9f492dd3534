package io.ethryx.server.fields;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The fields that Ethryx looks at, filters or writes itself. A {@link FieldBlock} recognises them while it reads, so that
 * asking for one compares no names. No more than 63, so that a set of them fits a word ({@link FieldSet}).
 */
public enum KnownField {
    /** Accept. */
    ACCEPT("Accept"),
    /** Accept-Encoding. */
    ACCEPT_ENCODING("Accept-Encoding"),
    /** Age. */
    AGE("Age"),
    /** Allow. */
    ALLOW("Allow"),
    /** Authentication-Info. */
    AUTHENTICATION_INFO("Authentication-Info"),
    /** Authorization. */
    AUTHORIZATION("Authorization"),
    /** Cache-Control. */
    CACHE_CONTROL("Cache-Control"),
    /** Connection. */
    CONNECTION("Connection"),
    /** Content-Encoding. */
    CONTENT_ENCODING("Content-Encoding"),
    /** Content-Length. */
    CONTENT_LENGTH("Content-Length"),
    /** Content-Type. */
    CONTENT_TYPE("Content-Type"),
    /** Cookie. */
    COOKIE("Cookie"),
    /** Date. */
    DATE("Date"),
    /** Expect. */
    EXPECT("Expect"),
    /** Expires. */
    EXPIRES("Expires"),
    /** Forwarded. */
    FORWARDED("Forwarded"),
    /** Host. */
    HOST("Host"),
    /** HTTP2-Settings. */
    HTTP2_SETTINGS("HTTP2-Settings"),
    /** Keep-Alive. */
    KEEP_ALIVE("Keep-Alive"),
    /** Link. */
    LINK("Link"),
    /** Location. */
    LOCATION("Location"),
    /** Max-Forwards. */
    MAX_FORWARDS("Max-Forwards"),
    /** Origin. */
    ORIGIN("Origin"),
    /** Pragma. */
    PRAGMA("Pragma"),
    /** Proxy-Authenticate. */
    PROXY_AUTHENTICATE("Proxy-Authenticate"),
    /** Proxy-Authorization. */
    PROXY_AUTHORIZATION("Proxy-Authorization"),
    /** Proxy-Connection. */
    PROXY_CONNECTION("Proxy-Connection"),
    /** Range. */
    RANGE("Range"),
    /** Retry-After. */
    RETRY_AFTER("Retry-After"),
    /** Sec-WebSocket-Accept. */
    SEC_WEBSOCKET_ACCEPT("Sec-WebSocket-Accept"),
    /** Sec-WebSocket-Extensions. */
    SEC_WEBSOCKET_EXTENSIONS("Sec-WebSocket-Extensions"),
    /** Sec-WebSocket-Key. */
    SEC_WEBSOCKET_KEY("Sec-WebSocket-Key"),
    /** Sec-WebSocket-Protocol. */
    SEC_WEBSOCKET_PROTOCOL("Sec-WebSocket-Protocol"),
    /** Sec-WebSocket-Version. */
    SEC_WEBSOCKET_VERSION("Sec-WebSocket-Version"),
    /** Server. */
    SERVER("Server"),
    /** Set-Cookie. */
    SET_COOKIE("Set-Cookie"),
    /** TE. */
    TE("TE"),
    /** Trailer. */
    TRAILER("Trailer"),
    /** Trailers, which some write for Trailer. */
    TRAILERS("Trailers"),
    /** Transfer-Encoding. */
    TRANSFER_ENCODING("Transfer-Encoding"),
    /** Upgrade. */
    UPGRADE("Upgrade"),
    /** User-Agent. */
    USER_AGENT("User-Agent"),
    /** Vary. */
    VARY("Vary"),
    /** Via. */
    VIA("Via"),
    /** Warning. */
    WARNING("Warning"),
    /** WWW-Authenticate. */
    WWW_AUTHENTICATE("WWW-Authenticate"),
    /** X-Forwarded-For. */
    X_FORWARDED_FOR("X-Forwarded-For"),
    /** X-Forwarded-Host. */
    X_FORWARDED_HOST("X-Forwarded-Host"),
    /** X-Forwarded-Proto. */
    X_FORWARDED_PROTO("X-Forwarded-Proto");

    /** The code of a field that is not known. */
    static final int NONE = 63;

    private static final int SLOTS = 256;
    private static final KnownField[] ALL = values();

    /** The codes of fields, each in the slot of its name or behind it. */
    private static final byte[] CODES = new byte[SLOTS];

    /** The names by code, as they are usually spelled and in lower case. */
    private static final byte[][] SPELLED = new byte[ALL.length][];

    private static final byte[][] LOWER = new byte[ALL.length][];

    static {
        Arrays.fill(CODES, (byte) NONE);
        for (KnownField field : ALL) {
            byte[] name = field.spelled.getBytes(StandardCharsets.US_ASCII);
            int slot = slot(name, 0, name.length);
            while (CODES[slot] != NONE) {
                slot = (slot + 1) & (SLOTS - 1);
            }
            CODES[slot] = (byte) field.code;
            SPELLED[field.code] = name;
            LOWER[field.code] = field.spelled.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.US_ASCII);
        }
    }

    /** The field's number, and its bit in a set. */
    @SuppressWarnings("EnumOrdinal") // nothing outside this process knows it
    final int code = ordinal();

    final long bit = 1L << code;

    private final String spelled;

    KnownField(String spelled) {
        this.spelled = spelled;
    }

    /**
     * The name in its usual spelling.
     *
     * @return as Ethryx writes it over HTTP/1.1
     */
    public String spelled() {
        return spelled;
    }

    /**
     * The field that a name means.
     *
     * @param octets where the name is, a token
     * @param from where it begins
     * @param to where it ends
     * @return the field, or null for any that is not known
     */
    public static @Nullable KnownField of(byte[] octets, int from, int to) {
        int code = code(octets, from, to);
        return code == NONE ? null : ALL[code];
    }

    /** Writes the name as it is usually spelled; gives where it ends. */
    int spell(byte[] to, int at) {
        byte[] name = SPELLED[code];
        System.arraycopy(name, 0, to, at, name.length);
        return at + name.length;
    }

    /** The code of the field that a token means, {@link #NONE} for any that is not known. */
    static int code(byte[] octets, int from, int to) {
        if (to == from) {
            return NONE;
        }
        int slot = slot(octets, from, to);
        int code = CODES[slot];
        while (code != NONE && !means(code, octets, from, to)) {
            slot = (slot + 1) & (SLOTS - 1);
            code = CODES[slot];
        }
        return code;
    }

    static @Nullable KnownField ofCode(int code) {
        return code == NONE ? null : ALL[code];
    }

    /**
     * Which place in the table: the case bit is left out, so that upper and lower case meet in one. The factors are such that
     * no two of the names above do.
     */
    private static int slot(byte[] octets, int from, int to) {
        int length = to - from;
        int hash = length * 141 + (octets[from] & 0x1F) * 215 + (octets[to - 1] & 0x1F) * 205;
        hash += (octets[from + length / 2] & 0x1F) * 139;
        return (hash ^ (hash >>> 8)) & (SLOTS - 1);
    }

    /** The two spellings that nearly everybody uses are compared in one step each, any other letter by letter. */
    private static boolean means(int code, byte[] octets, int from, int to) {
        byte[] lower = LOWER[code];
        int length = lower.length;
        return to - from == length
                && (Arrays.equals(octets, from, to, SPELLED[code], 0, length)
                        || Arrays.equals(octets, from, to, lower, 0, length)
                        || isSpelledSomehow(lower, octets, from));
    }

    /** Of the octets of a token the case bit tells apart no others than letters. */
    private static boolean isSpelledSomehow(byte[] lower, byte[] octets, int from) {
        for (int i = 0; i < lower.length; i++) {
            if ((octets[from + i] | 0x20) != lower[i]) {
                return false;
            }
        }
        return true;
    }
}
