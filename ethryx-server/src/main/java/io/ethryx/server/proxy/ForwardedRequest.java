package io.ethryx.server.proxy;

import io.ethryx.server.fields.ExactMethod;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.FieldSet;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.upstream.UpstreamRequest;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;
import org.jspecify.annotations.Nullable;

/**
 * The head that an upstream gets for a client's request: end-to-end fields as they came, the rest our own. What does not go
 * on is dropped from the exchange's fields.
 */
final class ForwardedRequest implements UpstreamRequest {

    private static final FieldSet REPLACED = FieldSet.of(KnownField.HOST, KnownField.CONTENT_LENGTH);

    private final ClientExchange exchange;
    private final Destination destination;
    private final String target;
    private final Shape shape;

    /**
     * How the request goes on.
     *
     * @param contentLength as {@link UpstreamRequest#contentLength}
     * @param upgrade as {@link UpstreamRequest#upgrade}
     */
    record Shape(long contentLength, @Nullable String upgrade) {}

    ForwardedRequest(ClientExchange exchange, Destination destination, ForwardedFields forwardedFields, Shape shape) {
        this.exchange = exchange;
        this.destination = destination;
        this.target = destination.targets().join(exchange.target());
        this.shape = shape;
        FieldBlock fields = exchange.requestFields();
        HopByHop.drop(fields);
        forwardedFields.apply(exchange);
        fields.drop(REPLACED);
        if (destination.authorization() != null) {
            fields.drop(KnownField.AUTHORIZATION);
        }
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
        return shape.contentLength();
    }

    @Override
    public @Nullable String upgrade() {
        return shape.upgrade();
    }

    @Override
    public boolean repeatable() {
        HttpString method = exchange.method();
        return shape.contentLength() == NO_BODY
                && (ExactMethod.is(method, Methods.GET)
                        || ExactMethod.is(method, Methods.HEAD)
                        || ExactMethod.is(method, Methods.OPTIONS));
    }

    @Override
    public void writeFields(FieldSink sink) {
        sink.field(KnownField.HOST.spelled(), destination.upstream().authority());
        sink.lines(exchange.requestFields());
        String authorization = destination.authorization();
        if (authorization != null) {
            sink.field(KnownField.AUTHORIZATION.spelled(), authorization);
        }
    }
}
