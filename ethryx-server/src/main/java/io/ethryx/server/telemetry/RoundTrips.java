package io.ethryx.server.telemetry;

import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Makes a span {@code RoundTrip} of each request to a gateway, under the client's trace where it sent a {@code traceparent}
 * (W3C Trace Context), and below it a span {@code Upstream} for each node that is asked. Thread-safe. A request that is not
 * sampled costs the reading and writing of the context.
 */
public final class RoundTrips {

    private final Tracer tracer;

    RoundTrips(Tracer tracer) {
        this.tracer = tracer;
    }

    /**
     * Begins the span of a request.
     *
     * @param fields gives the first value of a request's field by its lower-case name, null where there is none
     * @param method the HTTP method
     * @param target the raw target; its query is left out
     * @param client the peer's address
     * @return the span, to be ended
     */
    public RoundTrip begin(UnaryOperator<@Nullable String> fields, String method, String target, String client) {
        Context parent = W3CTraceContextPropagator.getInstance().extract(Context.root(), fields, RequestSpans.FIELDS);
        int query = target.indexOf('?');
        SpanBuilder builder = tracer.spanBuilder("RoundTrip")
                .setSpanKind(SpanKind.SERVER)
                .setParent(parent)
                .setAttribute("url.scheme", "http")
                .setAttribute("url.path", query < 0 ? target : target.substring(0, query))
                .setAttribute("client.address", client);
        RequestSpans.method(builder, method);
        return new RoundTrip(tracer, parent, builder.startSpan());
    }
}
