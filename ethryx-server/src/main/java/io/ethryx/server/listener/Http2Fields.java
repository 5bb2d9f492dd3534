package io.ethryx.server.listener;

import io.undertow.protocols.http2.Http2Channel;
import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The verdict on the fields of HTTP/2 requests and trailers (RFC 9113 sections 8.2 and 8.3, decision S25). Stateless. */
final class Http2Fields {

    private static final Set<HttpString> PSEUDO =
            Set.of(Http2Channel.METHOD, Http2Channel.SCHEME, Http2Channel.PATH, Http2Channel.AUTHORITY);
    private static final Set<HttpString> OF_THE_CONNECTION = Set.of(
            Headers.CONNECTION,
            Headers.KEEP_ALIVE,
            Headers.TRANSFER_ENCODING,
            Headers.UPGRADE,
            new HttpString("proxy-connection"));
    private static final int MOST_DIGITS = 18;

    private Http2Fields() {}

    /** Judges a request's head; puts the Host of one without an authority in the authority's place. */
    static boolean isValidRequest(HeaderMap headers, @Nullable String protocol, boolean ended) {
        for (HeaderValues values : headers) {
            if (!isValid(values, true)) {
                return false;
            }
        }
        return isValidAuthority(headers)
                && isValidLength(headers, ended)
                && (protocol == null ? isValidTarget(headers) : isValidExtendedConnect(headers, protocol));
    }

    static boolean areValidTrailers(HeaderMap trailers) {
        for (HeaderValues values : trailers) {
            if (!isValid(values, false)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isValid(HeaderValues values, boolean pseudoAllowed) {
        HttpString name = values.getHeaderName();
        if (name.length() == 0) {
            return false;
        } else if (name.byteAt(0) == ':') {
            if (!pseudoAllowed || !PSEUDO.contains(name) || values.size() != 1) {
                return false;
            }
        } else if (!isValidName(name) || OF_THE_CONNECTION.contains(name)) {
            return false;
        }
        for (String value : values) {
            if (!isValidValue(value) || (name.equals(Headers.TE) && !value.equals("trailers"))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isValidName(HttpString name) {
        for (int i = 0; i < name.length(); i++) {
            byte c = name.byteAt(i);
            if (!Octets.isToken(c) || (c >= 'A' && c <= 'Z')) {
                return false;
            }
        }
        return true;
    }

    private static boolean isValidValue(String value) {
        int length = value.length();
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c > 0xFF || !Octets.isFieldValue((byte) c)) {
                return false;
            }
        }
        return length == 0
                || (!Octets.isBlank((byte) value.charAt(0)) && !Octets.isBlank((byte) value.charAt(length - 1)));
    }

    private static boolean isValidAuthority(HeaderMap headers) {
        String authority = headers.getFirst(Http2Channel.AUTHORITY);
        HeaderValues hosts = headers.get(Headers.HOST);
        if (hosts != null && hosts.size() > 1) {
            return false;
        }
        String host = hosts == null ? null : hosts.getFirst();
        if (authority == null && host != null && !host.isEmpty()) {
            headers.put(Http2Channel.AUTHORITY, host);
        }
        return isHost(authority, false)
                && isHost(host, true)
                && (authority == null || host == null || same(authority, host));
    }

    private static boolean same(String authority, String host) {
        return authority.equalsIgnoreCase(host);
    }

    private static boolean isHost(@Nullable String host, boolean mayBeEmpty) {
        if (host == null || (host.isEmpty() && mayBeEmpty)) {
            return true;
        }
        byte[] bytes = RawAnswers.bytes(host);
        return Authority.isValid(bytes, 0, bytes.length);
    }

    private static boolean isValidLength(HeaderMap headers, boolean ended) {
        HeaderValues lengths = headers.get(Headers.CONTENT_LENGTH);
        if (lengths == null) {
            return true;
        }
        String length = lengths.getFirst();
        if (lengths.size() > 1 || length.isEmpty() || length.length() > MOST_DIGITS) {
            return false;
        }
        for (int i = 0; i < length.length(); i++) {
            if (length.charAt(i) < '0' || length.charAt(i) > '9') {
                return false;
            }
        }
        return !ended || Long.parseLong(length) == 0;
    }

    /** RFC 8441 section 4: a CONNECT with scheme and path, unlike any other. */
    private static boolean isValidExtendedConnect(HeaderMap headers, String protocol) {
        return isToken(protocol)
                && Methods.CONNECT_STRING.equals(headers.getFirst(Http2Channel.METHOD))
                && headers.contains(Http2Channel.AUTHORITY)
                && !headers.contains(Headers.CONTENT_LENGTH)
                && isValidPath(headers, Methods.CONNECT_STRING);
    }

    private static boolean isValidTarget(HeaderMap headers) {
        String method = headers.getFirst(Http2Channel.METHOD);
        if (method == null || !isToken(method)) {
            return false;
        } else if (method.equals(Methods.CONNECT_STRING)) {
            return !headers.contains(Http2Channel.SCHEME)
                    && !headers.contains(Http2Channel.PATH)
                    && headers.contains(Http2Channel.AUTHORITY);
        }
        return isValidPath(headers, method);
    }

    private static boolean isValidPath(HeaderMap headers, String method) {
        String scheme = headers.getFirst(Http2Channel.SCHEME);
        String path = headers.getFirst(Http2Channel.PATH);
        if (scheme == null || !isToken(scheme) || path == null || path.isEmpty()) {
            return false;
        } else if (path.charAt(0) != '/') {
            return path.equals("*") && method.equals(Methods.OPTIONS_STRING);
        }
        for (int i = 0; i < path.length(); i++) {
            if (!Octets.isTarget((byte) path.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isToken(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!Octets.isToken((byte) text.charAt(i))) {
                return false;
            }
        }
        return !text.isEmpty();
    }
}
