package io.ethryx.server.telemetry;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.util.function.BiConsumer;

/** The span of one node that is asked; it ends with what is told of it. Confined to one thread. */
public final class UpstreamSpan {

    private final Context context;
    private final Span span;

    UpstreamSpan(Context parent, Span span) {
        this.context = parent.with(span);
        this.span = span;
    }

    /**
     * Hands its context on.
     *
     * @param fields takes {@code traceparent} and, where there is one, {@code tracestate}
     */
    public void inject(BiConsumer<String, String> fields) {
        W3CTraceContextPropagator.getInstance().inject(context, fields, (to, name, value) -> {
            if (to != null && !value.isEmpty()) {
                to.accept(name, value);
            }
        });
    }

    /**
     * The node's answer has begun.
     *
     * @param status its status
     */
    public void answered(int status) {
        span.setAttribute("http.response.status_code", (long) status);
        if (status >= 400) {
            span.setAttribute("error.type", Integer.toString(status)).setStatus(StatusCode.ERROR);
        }
        span.end();
    }

    /**
     * The node did not answer, or was given up.
     *
     * @param kind what happened, in a word
     */
    public void failed(String kind) {
        span.setAttribute("error.type", kind).setStatus(StatusCode.ERROR);
        span.end();
    }
}
