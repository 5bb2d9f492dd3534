package io.ethryx.server.upstream;

import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes the fields of a request and its trailers (RFC 9113 section 8.2, 8.3): names in lower case, nothing that speaks to
 * one connection only, nothing that could become another field. One an IO thread.
 */
final class Http2HeadComposer implements UpstreamRequest.FieldSink {

    /** As a peer counts them: names, values and 32 for each field (RFC 9113 section 6.5.2). */
    static final int MAX_BYTES = 32 * 1_024;

    private static final byte[] METHOD = ":method".getBytes(StandardCharsets.US_ASCII);
    private static final HttpString KEEP_ALIVE = new HttpString("Keep-Alive");
    private static final HttpString PROXY_CONNECTION = new HttpString("Proxy-Connection");
    private static final Set<HttpString> LEFT_OUT =
            Set.of(Headers.HOST, KEEP_ALIVE, PROXY_CONNECTION, Headers.UPGRADE, new HttpString("HTTP2-Settings"));
    private static final Set<HttpString> OURS =
            Set.of(Headers.CONNECTION, Headers.CONTENT_LENGTH, Headers.TRANSFER_ENCODING);

    private final boolean secure;
    private final String authority;
    private final HpackWriter out = new HpackWriter();
    private byte[] name = new byte[64];
    private @Nullable UpstreamFailure fault;

    Http2HeadComposer(boolean secure, String authority) {
        this.secure = secure;
        this.authority = authority;
    }

    /** Why what was composed last can't be sent, or null. */
    @Nullable
    UpstreamFailure fault() {
        return fault;
    }

    EncodedFields head(UpstreamRequest request) {
        begin();
        method(request.method());
        out.whole(secure ? HpackWriter.SCHEME_HTTPS : HpackWriter.SCHEME_HTTP, secure ? 12 : 11);
        out.name(HpackWriter.AUTHORITY, 10);
        out.value(authority);
        target(request.target());
        request.writeFields(this);
        if (request.contentLength() >= 0) {
            out.name(HpackWriter.CONTENT_LENGTH, 14);
            out.value(Long.toString(request.contentLength()));
        }
        return done();
    }

    EncodedFields trailers(HeaderMap fields) {
        begin();
        for (HeaderValues values : fields) {
            for (int i = 0; i < values.size(); i++) {
                field(values.getHeaderName(), values.get(i));
            }
        }
        return done();
    }

    private void begin() {
        out.begin();
        fault = null;
    }

    private EncodedFields done() {
        if (out.listBytes() > MAX_BYTES && fault == null) {
            fault = new UpstreamFailure(
                    UpstreamFailure.Kind.TOO_LARGE, "its head is larger than " + MAX_BYTES / 1_024 + " KiB");
        }
        return out.done();
    }

    private void method(HttpString method) {
        if (method.equals(io.undertow.util.Methods.GET)) {
            out.whole(HpackWriter.METHOD_GET, 10);
        } else if (method.equals(io.undertow.util.Methods.POST)) {
            out.whole(HpackWriter.METHOD_POST, 11);
        } else {
            if (!isToken(method)) {
                refuse("the method holds a forbidden character");
            }
            out.name(METHOD, 0, METHOD.length, false);
            out.value(method.toString());
        }
    }

    private void target(String target) {
        boolean fits = target.equals("*") || target.startsWith("/");
        for (int i = 0; i < target.length(); i++) {
            char c = target.charAt(i);
            fits &= c > ' ' && c != 0x7F && c <= 0xFF;
        }
        if (!fits) {
            refuse("the target holds a forbidden character");
        }
        out.name(HpackWriter.PATH, 5);
        out.value(target);
    }

    @Override
    public void field(HttpString field, String value) {
        if (LEFT_OUT.contains(field) || (field.equals(Headers.TE) && !value.equalsIgnoreCase("trailers"))) {
            return;
        }
        if (OURS.contains(field)) {
            refuse("a framing field was given as a field");
        }
        if (!isToken(field)) {
            refuse("a field name holds a forbidden character");
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c > 0xFF || c == '\r' || c == '\n' || c == 0) {
                refuse("a field value holds a forbidden character");
            }
        }
        int n = field.length();
        if (name.length < n) {
            name = new byte[n];
        }
        for (int i = 0; i < n; i++) {
            name[i] = field.byteAt(i);
        }
        out.name(name, 0, n, field.equals(Headers.AUTHORIZATION));
        out.value(trimmed(value));
    }

    /** RFC 9113 section 8.2.1: no blank at either end. */
    private static String trimmed(String value) {
        int from = 0;
        int to = value.length();
        while (from < to && HttpBytes.isBlank((byte) value.charAt(from))) {
            from++;
        }
        while (to > from && HttpBytes.isBlank((byte) value.charAt(to - 1))) {
            to--;
        }
        return value.substring(from, to);
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

    private void refuse(String why) {
        if (fault == null) {
            fault = new UpstreamFailure(UpstreamFailure.Kind.BAD_REQUEST, why);
        }
    }
}
