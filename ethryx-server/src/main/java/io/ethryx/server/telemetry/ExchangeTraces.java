package io.ethryx.server.telemetry;

import io.ethryx.server.config.UrlMask;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.proxy.CallTrace;
import io.ethryx.server.proxy.Destination;
import io.ethryx.server.proxy.EndedExchange;
import org.jspecify.annotations.Nullable;

/** Makes spans of exchanges: while they are forwarded, or afterwards of those that were answered here. Thread-safe. */
public final class ExchangeTraces {

    private final RequestSpans spans;

    /**
     * Traces of exchanges.
     *
     * @param spans where spans come from
     */
    public ExchangeTraces(RequestSpans spans) {
        this.spans = spans;
    }

    /**
     * Begins to trace an exchange that is forwarded.
     *
     * @param exchange the exchange
     * @param destination where to
     * @return its trace
     */
    public CallTrace begin(ClientExchange exchange, Destination destination) {
        RequestSpan span = spans.begin(facts(exchange, destination.layer()), name -> field(exchange, name), 0);
        return new ForwardedTrace(span, exchange, destination);
    }

    /**
     * Traces an exchange that was answered here, once it is over.
     *
     * @param ended what it was
     */
    public void answeredHere(EndedExchange ended) {
        ClientExchange exchange = ended.exchange();
        spans.begin(
                        facts(exchange, ended.layer()),
                        name -> field(exchange, name),
                        ended.times().totalNanos())
                .ended(ended.status());
    }

    /** A traceparent that is there twice is none; lines of tracestate are one list (W3C Trace Context sections 3.2, 3.3). */
    private static @Nullable String field(ClientExchange exchange, String name) {
        FieldBlock fields = exchange.requestFields();
        int line = fields.find(name, 0);
        if (line < 0) {
            return null;
        }
        int second = fields.find(name, line + 1);
        if (second < 0) {
            return fields.value(line);
        } else if (name.equals("traceparent")) {
            return null;
        }
        StringBuilder list = new StringBuilder(fields.value(line));
        for (int next = second; next >= 0; next = fields.find(name, next + 1)) {
            list.append(',').append(fields.value(next));
        }
        return list.toString();
    }

    private static RequestFacts facts(ClientExchange exchange, String layer) {
        return new RequestFacts(
                exchange.method().toString(),
                exchange.target(),
                layer,
                switch (exchange.version()) {
                    case HTTP_1_0 -> "1.0";
                    case HTTP_1_1 -> "1.1";
                    case HTTP_2 -> "2";
                },
                exchange.peerText(),
                exchange.host(),
                exchange.requestFields().value(KnownField.USER_AGENT));
    }

    /** The spans of one forwarded exchange. */
    private record ForwardedTrace(RequestSpan span, ClientExchange exchange, Destination destination)
            implements CallTrace {

        @Override
        public void asking() {
            boolean secure = destination.secure();
            String authority = destination.upstream().authority();
            String target = destination.targets().join(exchange.target());
            int query = target.indexOf('?');
            String url =
                    (secure ? "https://" : "http://") + authority + (query < 0 ? target : target.substring(0, query));
            FieldBlock fields = exchange.requestFields();
            // A state belongs to its trace: where that does not go on, it doesn't either (W3C Trace Context section
            // 4.3).
            drop(fields, "tracestate");
            span.asks(authority, secure, UrlMask.of(url), (name, value) -> replace(fields, name, value));
        }

        private static void replace(FieldBlock fields, String name, String value) {
            drop(fields, name);
            if (!value.isEmpty()) {
                fields.add(name, value);
            }
        }

        private static void drop(FieldBlock fields, String name) {
            for (int line = fields.find(name, 0); line >= 0; line = fields.find(name, line + 1)) {
                fields.drop(line);
            }
        }

        @Override
        public void answered(int status) {
            span.answered(status);
        }

        @Override
        public void failed(String kind) {
            span.upstreamFailed(kind);
        }

        @Override
        public void ended(int status) {
            span.ended(status);
        }
    }
}
