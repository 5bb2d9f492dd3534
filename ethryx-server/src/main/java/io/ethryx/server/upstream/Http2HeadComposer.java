package io.ethryx.server.upstream;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes the fields of a request and its trailers (RFC 9113 section 8.2, 8.3): names in lower case, nothing that speaks to
 * one connection only, nothing that could become another field. One an IO thread.
 */
final class Http2HeadComposer implements UpstreamRequest.FieldSink {

    /** As a peer counts them: names, values and 32 for each field (RFC 9113 section 6.5.2). */
    static final int MAX_BYTES = 32 * 1_024;

    private static final int FIELD_BYTES = 32;
    private static final int MOST_NAMES = 512;
    private static final AsciiString CONTENT_LENGTH = AsciiString.cached("content-length");
    private static final HttpString KEEP_ALIVE = new HttpString("Keep-Alive");
    private static final HttpString PROXY_CONNECTION = new HttpString("Proxy-Connection");
    private static final Set<HttpString> LEFT_OUT =
            Set.of(Headers.HOST, KEEP_ALIVE, PROXY_CONNECTION, Headers.UPGRADE, new HttpString("HTTP2-Settings"));
    private static final Set<HttpString> OURS =
            Set.of(Headers.CONNECTION, Headers.CONTENT_LENGTH, Headers.TRANSFER_ENCODING);

    private final AsciiString scheme;
    private final AsciiString authority;
    private final Map<HttpString, AsciiString> names = new HashMap<>();
    private Http2Headers headers = new DefaultHttp2Headers(false);
    private int bytes;
    private @Nullable UpstreamFailure fault;

    Http2HeadComposer(boolean secure, String authority) {
        this.scheme = AsciiString.cached(secure ? "https" : "http");
        this.authority = AsciiString.cached(authority);
    }

    /** Why what was composed last can't be sent, or null. */
    @Nullable
    UpstreamFailure fault() {
        return fault;
    }

    Http2Headers head(UpstreamRequest request) {
        begin();
        String method = request.method().toString();
        String target = request.target();
        if (!isToken(request.method())) {
            refuse("the method holds a forbidden character");
        }
        checkTarget(target);
        headers.method(method).scheme(scheme).authority(authority).path(target);
        count(method.length() + target.length() + authority.length() + scheme.length() + 4 * FIELD_BYTES + 30);
        request.writeFields(this);
        if (request.contentLength() >= 0) {
            headers.add(CONTENT_LENGTH, Long.toString(request.contentLength()));
        }
        return headers;
    }

    Http2Headers trailers(HeaderMap fields) {
        begin();
        for (HeaderValues values : fields) {
            for (int i = 0; i < values.size(); i++) {
                field(values.getHeaderName(), values.get(i));
            }
        }
        return headers;
    }

    private void begin() {
        headers = new DefaultHttp2Headers(false);
        bytes = 0;
        fault = null;
    }

    @Override
    public void field(HttpString name, String value) {
        if (LEFT_OUT.contains(name) || (name.equals(Headers.TE) && !value.equalsIgnoreCase("trailers"))) {
            return;
        }
        if (OURS.contains(name)) {
            refuse("a framing field was given as a field");
        }
        AsciiString lower = lower(name);
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c > 0xFF || c == '\r' || c == '\n' || c == 0) {
                refuse("a field value holds a forbidden character");
            }
        }
        count(name.length() + value.length() + FIELD_BYTES);
        headers.add(lower, trimmed(value));
    }

    /** RFC 9113 section 8.2.1: no blank at either end. */
    private static String trimmed(String value) {
        int from = 0;
        int to = value.length();
        while (from < to && isBlank(value.charAt(from))) {
            from++;
        }
        while (to > from && isBlank(value.charAt(to - 1))) {
            to--;
        }
        return value.substring(from, to);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    private AsciiString lower(HttpString name) {
        AsciiString known = names.get(name);
        if (known != null) {
            return known;
        }
        if (!isToken(name)) {
            refuse("a field name holds a forbidden character");
        }
        AsciiString made = new AsciiString(name.toString()).toLowerCase();
        if (names.size() < MOST_NAMES && fault == null) {
            names.put(name, made);
        }
        return made;
    }

    private void checkTarget(String target) {
        boolean fits = target.equals("*") || target.startsWith("/");
        for (int i = 0; i < target.length(); i++) {
            char c = target.charAt(i);
            fits &= c > ' ' && c != 0x7F && c <= 0xFF;
        }
        if (!fits) {
            refuse("the target holds a forbidden character");
        }
    }

    private static boolean isToken(HttpString name) {
        int n = name.length();
        for (int i = 0; i < n; i++) {
            if (!HttpBytes.isToken(name.byteAt(i))) {
                return false;
            }
        }
        return n > 0;
    }

    private void count(int more) {
        bytes += more;
        if (bytes > MAX_BYTES && fault == null) {
            fault = new UpstreamFailure(
                    UpstreamFailure.Kind.TOO_LARGE, "its head is larger than " + MAX_BYTES / 1_024 + " KiB");
        }
    }

    private void refuse(String why) {
        if (fault == null) {
            fault = new UpstreamFailure(UpstreamFailure.Kind.BAD_REQUEST, why);
        }
    }
}
