package io.ethryx.server.telemetry;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The server span of one request, and the client span of what was asked upstream for it. Confined to one thread. */
public final class RequestSpan {

    private final Tracer tracer;
    private final Span server;
    private final Context context;
    private final String method;
    private @Nullable Span client;

    RequestSpan(Tracer tracer, Span server, Context context, String method) {
        this.tracer = tracer;
        this.server = server;
        this.context = context;
        this.method = method;
    }

    /**
     * An upstream is asked: begins the client span and hands its context on.
     *
     * @param authority the upstream's own, its port left out where it is the scheme's
     * @param secure whether the scheme is https
     * @param url the URL that is asked, masked, without its query
     * @param fields takes {@code traceparent} and, where there is one, {@code tracestate}
     */
    public void asks(String authority, boolean secure, String url, BiConsumer<String, String> fields) {
        SpanBuilder builder = tracer.spanBuilder(RequestSpans.spanName(method))
                .setSpanKind(SpanKind.CLIENT)
                .setParent(context)
                .setAttribute("url.full", url);
        RequestSpans.authority(builder, authority);
        if (RequestSpans.portColon(authority) < 0) {
            builder.setAttribute("server.port", secure ? 443L : 80L);
        }
        RequestSpans.method(builder, method);
        Span asked = builder.startSpan();
        client = asked;
        W3CTraceContextPropagator.getInstance().inject(context.with(asked), fields, (to, name, value) -> {
            if (to != null) {
                to.accept(name, value);
            }
        });
    }

    /**
     * The upstream's head has come.
     *
     * @param status its status
     */
    public void answered(int status) {
        if (client != null) {
            client.setAttribute("http.response.status_code", status);
            if (status >= 400) {
                failed(client, Integer.toString(status));
            }
        }
    }

    /**
     * The upstream did not answer, or broke off.
     *
     * @param kind what happened, in a word, such as {@code timeout}
     */
    public void upstreamFailed(String kind) {
        if (client != null) {
            failed(client, kind);
        }
    }

    /**
     * The exchange is over.
     *
     * @param status what the client got, or 499 where it left before
     */
    public void ended(int status) {
        if (client != null) {
            client.end();
        }
        if (status == 499) {
            failed(server, "client_aborted");
        } else {
            server.setAttribute("http.response.status_code", status);
            if (status >= 500) {
                failed(server, Integer.toString(status));
            }
        }
        server.end();
    }

    private static void failed(Span span, String type) {
        span.setAttribute("error.type", type).setStatus(StatusCode.ERROR);
    }
}
