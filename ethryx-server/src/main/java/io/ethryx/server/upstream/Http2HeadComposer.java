package io.ethryx.server.upstream;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.FieldOctets;
import io.ethryx.server.fields.FieldSet;
import io.ethryx.server.fields.KnownField;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import io.undertow.util.HttpString;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes the fields of a request and its trailers (RFC 9113 section 8.2, 8.3): names in lower case, nothing that speaks to
 * one connection only, nothing that could become another field. One an IO thread.
 */
final class Http2HeadComposer implements UpstreamRequest.FieldSink {

    /** As a peer counts them: names, values and 32 for each field (RFC 9113 section 6.5.2). */
    static final int MAX_BYTES = 32 * 1_024;

    private static final int FIELD_BYTES = 32;
    private static final FieldSet LEFT_OUT = FieldSet.of(
            KnownField.HOST,
            KnownField.KEEP_ALIVE,
            KnownField.PROXY_CONNECTION,
            KnownField.UPGRADE,
            KnownField.HTTP2_SETTINGS);
    private static final FieldSet OURS =
            FieldSet.of(KnownField.CONNECTION, KnownField.CONTENT_LENGTH, KnownField.TRANSFER_ENCODING);
    private static final String TRAILERS = "trailers";
    private static final AsciiString CONTENT_LENGTH = AsciiString.cached("content-length");
    private static final Map<KnownField, AsciiString> NAMES = names();

    private final AsciiString scheme;
    private final AsciiString authority;
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

    Http2Headers trailers(FieldBlock fields) {
        begin();
        lines(fields);
        return headers;
    }

    private static Map<KnownField, AsciiString> names() {
        Map<KnownField, AsciiString> names = new EnumMap<>(KnownField.class);
        for (KnownField field : KnownField.values()) {
            names.put(field, AsciiString.cached(field.spelled()).toLowerCase());
        }
        return Collections.unmodifiableMap(names);
    }

    private void begin() {
        headers = new DefaultHttp2Headers(false);
        bytes = 0;
        fault = null;
    }

    @Override
    public void lines(FieldBlock fields) {
        if (fields.hasAny(OURS)) {
            refuse("a framing field was given as a field");
        }
        for (int line = 0; line < fields.size(); line++) {
            KnownField known = fields.known(line);
            boolean stays = LEFT_OUT.contains(known) || (known == KnownField.TE && !fields.valueIs(line, TRAILERS));
            if (!stays && !fields.isDropped(line)) {
                add(name(known, fields, line), value(fields, line));
            }
        }
    }

    private static AsciiString name(@Nullable KnownField known, FieldBlock fields, int line) {
        AsciiString usual = known == null ? null : NAMES.get(known);
        if (usual != null) {
            return usual;
        }
        int from = fields.nameStart(line);
        return new AsciiString(fields.bytes(), from, fields.nameEnd(line) - from, true).toLowerCase();
    }

    private static AsciiString value(FieldBlock fields, int line) {
        int from = fields.valueStart(line);
        return new AsciiString(fields.bytes(), from, fields.valueEnd(line) - from, true);
    }

    private void add(AsciiString name, CharSequence value) {
        count(name.length() + value.length() + FIELD_BYTES);
        headers.add(name, value);
    }

    @Override
    public void field(String name, String value) {
        AsciiString lower = new AsciiString(name).toLowerCase();
        KnownField known = KnownField.of(lower.array(), lower.arrayOffset(), lower.arrayOffset() + lower.length());
        if (LEFT_OUT.contains(known) || (known == KnownField.TE && !value.equalsIgnoreCase(TRAILERS))) {
            return;
        }
        if (OURS.contains(known)) {
            refuse("a framing field was given as a field");
        } else if (!FieldOctets.isName(name)) {
            refuse("a field name holds a forbidden character");
        } else if (!FieldOctets.isValue(value)) {
            refuse("a field value holds a forbidden character");
        }
        add(lower, trimmed(value));
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
            if (!FieldOctets.isToken(name.byteAt(i))) {
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
