package io.ethryx.server.probe;

import io.ethryx.server.upstream.Upstream;
import io.ethryx.server.upstream.UpstreamRequest;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a probe asks, and whom.
 *
 * @param upstream the connections to take
 * @param method of HTTP
 * @param target path and query
 * @param authorization the field's value, or null to send none
 * @param body ASCII JSON, if there is one
 * @param mostAnswerBytes how long a body may be that answers it
 */
public record ProbeHead(
        Upstream upstream,
        HttpString method,
        String target,
        @Nullable String authorization,
        Optional<String> body,
        int mostAnswerBytes)
        implements UpstreamRequest {

    /**
     * Checks the parts.
     *
     * @param upstream see the record
     * @param method see the record
     * @param target see the record
     * @param authorization see the record
     * @param body see the record
     * @param mostAnswerBytes see the record
     */
    public ProbeHead {
        Objects.requireNonNull(upstream, "upstream");
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(body, "body");
    }

    @Override
    public long contentLength() {
        return body.isPresent() ? body.get().length() : NO_BODY;
    }

    /** A probe changes nothing on a node, so a second sending does no harm. */
    @Override
    public boolean repeatable() {
        return body.isEmpty();
    }

    @Override
    public void writeFields(FieldSink sink) {
        sink.field(Headers.HOST.toString(), upstream.authority());
        if (body.isPresent()) {
            sink.field(Headers.CONTENT_TYPE.toString(), "application/json");
        }
        if (authorization != null) {
            sink.field(Headers.AUTHORIZATION.toString(), authorization);
        }
    }
}
