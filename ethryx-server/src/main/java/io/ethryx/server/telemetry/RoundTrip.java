package io.ethryx.server.telemetry;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;

/** The span of one request to a gateway. Confined to one thread. */
public final class RoundTrip {

    private static final int MOST_CHARS = 256;

    private final Tracer tracer;
    private final Span span;
    private final Context context;
    private String method = "";

    RoundTrip(Tracer tracer, Context parent, Span span) {
        this.tracer = tracer;
        this.span = span;
        this.context = parent.with(span);
    }

    /**
     * The request is a call.
     *
     * @param chain the chain that serves it
     * @param rpcMethod its method, or a word for a batch
     */
    public void calls(String chain, String rpcMethod) {
        method = rpcMethod.length() <= MOST_CHARS ? rpcMethod : rpcMethod.substring(0, MOST_CHARS);
        span.setAttribute("chain_id", chain)
                .setAttribute("rpc.system", "jsonrpc")
                .setAttribute("rpc.method", method)
                .setAttribute("rpc_method", method);
    }

    /**
     * A node is asked.
     *
     * @param node its key
     * @param pool its pool
     * @param address its host
     * @param port its port
     * @return the span of that, to be ended
     */
    public UpstreamSpan asks(String node, String pool, String address, int port) {
        SpanBuilder builder = tracer.spanBuilder("Upstream")
                .setSpanKind(SpanKind.CLIENT)
                .setParent(context)
                .setAttribute("rpc.system", "jsonrpc")
                .setAttribute("rpc.method", method)
                .setAttribute("rpc_method", method)
                .setAttribute("node", node)
                .setAttribute("pool", pool)
                .setAttribute("server.address", address)
                .setAttribute("server.port", (long) port);
        return new UpstreamSpan(context, builder.startSpan());
    }

    /**
     * The exchange is over.
     *
     * @param status what the client got, or 499 where it left before
     */
    public void ended(int status) {
        if (status == 499) {
            span.setAttribute("error.type", "client_aborted").setStatus(StatusCode.ERROR);
        } else {
            span.setAttribute("http.response.status_code", (long) status);
            if (status >= 500) {
                span.setAttribute("error.type", Integer.toString(status)).setStatus(StatusCode.ERROR);
            }
        }
        span.end();
    }
}
