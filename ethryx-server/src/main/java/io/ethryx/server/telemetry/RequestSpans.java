package io.ethryx.server.telemetry;

import io.ethryx.server.config.UrlMask;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Makes a server span of each request, under the client's trace where it sent a {@code traceparent} (W3C Trace Context).
 * Attributes are those of the stable HTTP semantic conventions, and {@code method}, {@code path} and {@code upstream}.
 * Thread-safe. Costs the allocation of two spans a request.
 */
public final class RequestSpans {

    /** The methods that the semantic conventions know; any other is {@code _OTHER}. */
    private static final Set<String> KNOWN =
            Set.of("CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE", "QUERY");

    static final TextMapGetter<UnaryOperator<@Nullable String>> FIELDS =
            (fields, name) -> fields == null ? null : fields.apply(name);

    private final Tracer tracer;

    RequestSpans(Tracer tracer) {
        this.tracer = tracer;
    }

    /**
     * Begins the span of a request.
     *
     * @param facts what is known of it
     * @param fields gives the first value of a request's field by its lower-case name, null where there is none
     * @param ago how long ago it came, in nanoseconds
     * @return the span, to be ended
     */
    public RequestSpan begin(RequestFacts facts, UnaryOperator<@Nullable String> fields, long ago) {
        Context parent = W3CTraceContextPropagator.getInstance().extract(Context.root(), fields, FIELDS);
        SpanBuilder builder = tracer.spanBuilder(spanName(facts.method()))
                .setSpanKind(SpanKind.SERVER)
                .setParent(parent)
                .setAttribute("method", facts.method())
                .setAttribute("path", facts.path())
                .setAttribute("upstream", facts.layer())
                .setAttribute("url.scheme", "http")
                .setAttribute("url.path", facts.path())
                .setAttribute("network.protocol.version", facts.protocolVersion())
                .setAttribute("client.address", facts.client());
        method(builder, facts.method());
        String query = facts.query();
        if (query != null) {
            builder.setAttribute("url.query", UrlMask.of("?" + query).substring(1));
        }
        if (facts.authority() != null) {
            authority(builder, facts.authority());
        }
        if (facts.userAgent() != null) {
            builder.setAttribute("user_agent.original", facts.userAgent());
        }
        if (ago > 0) {
            builder.setStartTimestamp(PointTimes.now() - ago, TimeUnit.NANOSECONDS);
        }
        Span server = builder.startSpan();
        return new RequestSpan(tracer, server, parent.with(server), facts.method());
    }

    static String spanName(String method) {
        return KNOWN.contains(method) ? method : "HTTP";
    }

    static void method(SpanBuilder builder, String method) {
        if (KNOWN.contains(method)) {
            builder.setAttribute("http.request.method", method);
        } else {
            builder.setAttribute("http.request.method", "_OTHER").setAttribute("http.request.method_original", method);
        }
    }

    /** What an authority tells of a server; the port may be left out of it. */
    static void authority(SpanBuilder builder, String authority) {
        int colon = portColon(authority);
        builder.setAttribute("server.address", colon < 0 ? authority : authority.substring(0, colon));
        if (colon >= 0) {
            builder.setAttribute("server.port", Long.parseLong(authority.substring(colon + 1)));
        }
    }

    /** Where the port's colon stands, -1 where there is no port. */
    static int portColon(String authority) {
        int colon = authority.lastIndexOf(':');
        int digits = authority.length() - colon - 1;
        boolean port = colon >= 0
                && authority.indexOf(']') < colon
                && digits >= 1
                && digits <= 5
                && authority.chars().skip(colon + 1).allMatch(c -> c >= '0' && c <= '9');
        return port ? colon : -1;
    }
}
