package io.ethryx.server.proxy;

import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.upstream.UpstreamRequest;
import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;
import org.jspecify.annotations.Nullable;

/** The head that an upstream gets for a client's request: end-to-end fields as they came, the rest our own. */
final class ForwardedRequest implements UpstreamRequest {

    private final ClientExchange exchange;
    private final Destination destination;
    private final ForwardedFields forwardedFields;
    private final String target;
    private final long contentLength;

    ForwardedRequest(
            ClientExchange exchange, Destination destination, ForwardedFields forwardedFields, long contentLength) {
        this.exchange = exchange;
        this.destination = destination;
        this.forwardedFields = forwardedFields;
        this.target = destination.targets().join(exchange.target());
        this.contentLength = contentLength;
    }

    @Override
    public HttpString method() {
        return exchange.method();
    }

    @Override
    public String target() {
        return target;
    }

    @Override
    public long contentLength() {
        return contentLength;
    }

    @Override
    public boolean repeatable() {
        HttpString method = exchange.method();
        return contentLength == NO_BODY
                && (method.equals(Methods.GET) || method.equals(Methods.HEAD) || method.equals(Methods.OPTIONS));
    }

    @Override
    public void writeFields(FieldSink sink) {
        sink.field(Headers.HOST, destination.upstream().authority());
        HeaderMap headers = exchange.requestFields();
        HeaderValues connection = HopByHop.nominations(headers);
        for (long cookie = headers.fastIterateNonEmpty(); cookie != -1L; cookie = headers.fiNextNonEmpty(cookie)) {
            HeaderValues field = headers.fiCurrent(cookie);
            HttpString name = field.getHeaderName();
            if (!endsHere(name, connection)) {
                for (int i = 0; i < field.size(); i++) {
                    sink.field(name, field.get(i));
                }
            }
        }
        String authorization = destination.authorization();
        if (authorization != null) {
            sink.field(Headers.AUTHORIZATION, authorization);
        }
        forwardedFields.write(exchange, sink);
    }

    private boolean endsHere(HttpString name, @Nullable HeaderValues connection) {
        return HopByHop.ends(name, connection)
                || name.equals(Headers.HOST)
                || name.equals(Headers.CONTENT_LENGTH)
                || (destination.authorization() != null && name.equals(Headers.AUTHORIZATION))
                || forwardedFields.owns(name);
    }
}
