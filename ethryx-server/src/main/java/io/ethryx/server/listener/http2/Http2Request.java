package io.ethryx.server.listener.http2;

import io.ethryx.server.fields.ExactMethod;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.FieldOctets;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.http2.HeaderBlock;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.connection.Authority;
import io.ethryx.server.listener.connection.RawAnswers;
import io.ethryx.server.listener.connection.UriOctets;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;
import org.jspecify.annotations.Nullable;

/**
 * A request of HTTP/2 whose head holds together (RFC 9113 section 8.3.1, RFC 8441 section 4, decision S25).
 *
 * @param method as sent; an extended CONNECT shows itself as GET
 * @param target path and query
 * @param protocol what an extended CONNECT wants to speak, or null
 * @param fields with the Host that the authority makes
 * @param length of the body, -1 for unknown, {@link ClientExchange#NO_BODY} for none
 */
record Http2Request(
        HttpString method, String target, @Nullable String protocol, FieldBlock fields, long length) {

    private static final String HOST = "host";
    private static final int MOST_DIGITS = 18;
    private static final long UNKNOWN = -1;
    private static final long MALFORMED = -3;

    /** Reads a head; null if it is malformed. */
    static @Nullable Http2Request of(HeaderBlock block, boolean ended) {
        String method = block.method();
        if (block.isMalformed() || method == null || !isToken(method) || !putHost(block)) {
            return null;
        }
        long length = length(block.fields(), ended);
        if (length == MALFORMED) {
            return null;
        } else if (method.equals(Methods.CONNECT_STRING)) {
            return connect(block, length);
        }
        String target = target(block, method);
        return target == null || block.protocol() != null
                ? null
                : new Http2Request(Methods.fromString(method), target, null, block.fields(), length);
    }

    private static @Nullable Http2Request connect(HeaderBlock block, long length) {
        String protocol = block.protocol();
        if (block.authority() == null) {
            return null;
        } else if (protocol == null) {
            boolean plain = block.scheme() == null && block.path() == null;
            return plain ? new Http2Request(Methods.CONNECT, block.authority(), null, block.fields(), length) : null;
        }
        String target = target(block, Methods.CONNECT_STRING);
        return target == null || length >= 0 || !isToken(protocol)
                ? null
                : new Http2Request(Methods.GET, target, protocol, block.fields(), length);
    }

    boolean isPlainConnect() {
        return ExactMethod.is(method, Methods.CONNECT);
    }

    private static @Nullable String target(HeaderBlock block, String method) {
        String scheme = block.scheme();
        String path = block.path();
        if (scheme == null || !isToken(scheme) || path == null || path.isEmpty()) {
            return null;
        } else if (path.charAt(0) != '/') {
            return path.equals("*") && method.equals(Methods.OPTIONS_STRING) ? path : null;
        }
        for (int i = 0; i < path.length(); i++) {
            if (!UriOctets.isTarget((byte) path.charAt(i))) {
                return null;
            }
        }
        return path;
    }

    /** Makes one Host of authority and Host; false if either is malformed or they differ. */
    private static boolean putHost(HeaderBlock block) {
        String authority = block.authority();
        FieldBlock fields = block.fields();
        String host = fields.value(KnownField.HOST);
        if (host == null) {
            if (authority != null && isHost(authority)) {
                fields.add(HOST, authority);
                return true;
            }
            return authority == null;
        }
        if (fields.count(KnownField.HOST) > 1 || (!host.isEmpty() && !isHost(host))) {
            return false;
        } else if (authority != null) {
            fields.drop(KnownField.HOST);
            fields.add(HOST, authority);
            return isHost(authority) && authority.equalsIgnoreCase(host);
        } else if (host.isEmpty()) {
            fields.drop(KnownField.HOST);
        }
        return true;
    }

    private static boolean isHost(String host) {
        byte[] bytes = RawAnswers.bytes(host);
        return Authority.isValid(bytes, 0, bytes.length);
    }

    private static long length(FieldBlock fields, boolean ended) {
        String length = fields.value(KnownField.CONTENT_LENGTH);
        if (length == null) {
            return ended ? ClientExchange.NO_BODY : UNKNOWN;
        }
        if (fields.count(KnownField.CONTENT_LENGTH) > 1 || length.isEmpty() || length.length() > MOST_DIGITS) {
            return MALFORMED;
        }
        for (int i = 0; i < length.length(); i++) {
            if (length.charAt(i) < '0' || length.charAt(i) > '9') {
                return MALFORMED;
            }
        }
        long bytes = Long.parseLong(length);
        return ended && bytes != 0 ? MALFORMED : bytes;
    }

    static boolean isToken(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!FieldOctets.isToken((byte) text.charAt(i))) {
                return false;
            }
        }
        return !text.isEmpty();
    }
}
