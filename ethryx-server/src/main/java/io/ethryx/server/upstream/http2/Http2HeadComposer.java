package io.ethryx.server.upstream.http2;

import io.ethryx.server.fields.ExactMethod;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.FieldOctets;
import io.ethryx.server.fields.FieldSet;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.upstream.UpstreamFailure;
import io.ethryx.server.upstream.UpstreamRequest;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Makes the fields of a request and its trailers (RFC 9113 section 8.2, 8.3): names in lower case, nothing that speaks to
 * one connection only, nothing that could become another field. One an IO thread.
 */
final class Http2HeadComposer implements UpstreamRequest.FieldSink {

    /** As a peer counts them: names, values and 32 for each field (RFC 9113 section 6.5.2). */
    static final int MAX_BYTES = 32 * 1_024;

    private static final byte[] METHOD = ":method".getBytes(StandardCharsets.US_ASCII);
    private static final FieldSet LEFT_OUT = FieldSet.of(
            KnownField.HOST,
            KnownField.KEEP_ALIVE,
            KnownField.PROXY_CONNECTION,
            KnownField.UPGRADE,
            KnownField.HTTP2_SETTINGS);
    private static final FieldSet OURS =
            FieldSet.of(KnownField.CONNECTION, KnownField.CONTENT_LENGTH, KnownField.TRANSFER_ENCODING);
    private static final String TRAILERS = "trailers";

    private final boolean secure;
    private final String authority;
    private final HpackWriter out = new HpackWriter();
    private final FieldBlock single = new FieldBlock();
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

    EncodedFields trailers(FieldBlock fields) {
        begin();
        lines(fields);
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
        if (ExactMethod.is(method, Methods.GET)) {
            out.whole(HpackWriter.METHOD_GET, 10);
        } else if (ExactMethod.is(method, io.undertow.util.Methods.POST)) {
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
    public void lines(FieldBlock fields) {
        if (fields.hasAny(OURS)) {
            refuse("a framing field was given as a field");
        }
        for (int line = 0; line < fields.size(); line++) {
            KnownField known = fields.known(line);
            boolean stays = LEFT_OUT.contains(known) || (known == KnownField.TE && !fields.valueIs(line, TRAILERS));
            if (!stays && !fields.isDropped(line)) {
                out.name(
                        fields.bytes(),
                        fields.nameStart(line),
                        fields.nameEnd(line),
                        known == KnownField.AUTHORIZATION);
                out.value(fields.bytes(), fields.valueStart(line), fields.valueEnd(line));
            }
        }
    }

    @Override
    public void field(String name, String value) {
        if (!FieldOctets.isName(name)) {
            refuse("a field name holds a forbidden character");
        } else if (!FieldOctets.isValue(value)) {
            refuse("a field value holds a forbidden character");
        } else {
            single.clear();
            single.add(name, value);
            lines(single);
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

    private void refuse(String why) {
        if (fault == null) {
            fault = new UpstreamFailure(UpstreamFailure.Kind.BAD_REQUEST, why);
        }
    }
}
