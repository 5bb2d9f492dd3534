package io.ethryx.server.gateway;

import io.ethryx.server.fields.ExactMethod;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.gateway.metrics.GatewayMetrics;
import io.ethryx.server.gateway.metrics.PageText;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.ExchangeHandler;
import io.ethryx.server.listener.WholeAnswer;
import io.undertow.util.Methods;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;

/** Serves the metrics and probes, on the listener of {@code metric_listen}. */
final class MetricsHandler implements ExchangeHandler {

    private static final String PLAIN = "text/plain; charset=utf-8";

    private final GatewayMetrics metrics;
    private final Readiness readiness;
    private final Executor aside;

    /**
     * A handler.
     *
     * @param metrics what there is to see
     * @param readiness what {@code /readyz} says
     * @param aside where pages are written, which may take a while
     */
    MetricsHandler(GatewayMetrics metrics, Readiness readiness, Executor aside) {
        this.metrics = metrics;
        this.readiness = readiness;
        this.aside = aside;
    }

    @Override
    public void handle(ClientExchange exchange) {
        if (exchange.protocol() != null) {
            text(exchange, 501, "There is no such protocol here.");
            return;
        }
        String target = exchange.target();
        int query = target.indexOf('?');
        switch (query < 0 ? target : target.substring(0, query)) {
            case "/metrics" -> whereRead(exchange, () -> metrics(exchange));
            case "/livez" -> whereRead(exchange, () -> text(exchange, 200, "alive"));
            case "/readyz" -> whereRead(exchange, () -> ready(exchange));
            default -> text(exchange, 404, "This listener serves GET /metrics, /livez and /readyz.");
        }
    }

    private static void whereRead(ClientExchange exchange, Runnable answer) {
        if (ExactMethod.is(exchange.method(), Methods.GET) || ExactMethod.is(exchange.method(), Methods.HEAD)) {
            answer.run();
        } else {
            FieldBlock fields = new FieldBlock();
            fields.add("Allow", "GET, HEAD");
            send(exchange, 405, PLAIN, fields, "This is read with GET or HEAD.\n".getBytes(StandardCharsets.US_ASCII));
        }
    }

    private void ready(ClientExchange exchange) {
        String state = readiness.state();
        text(exchange, state.equals(Readiness.READY) ? 200 : 503, state);
    }

    private void metrics(ClientExchange exchange) {
        exchange.whenGone(exchange::abort);
        PageCoding coding = PageCoding.acceptedBy(exchange.requestFields());
        aside.execute(() -> {
            byte[] page = coding.pack(metrics.page());
            exchange.ioThread().execute(() -> {
                if (!exchange.hasEnded()) {
                    FieldBlock fields = new FieldBlock();
                    if (coding == PageCoding.GZIP) {
                        fields.add(KnownField.CONTENT_ENCODING, "gzip");
                    }
                    send(exchange, 200, PageText.CONTENT_TYPE, fields, page);
                }
            });
        });
    }

    private static void text(ClientExchange exchange, int status, String sentence) {
        send(exchange, status, PLAIN, new FieldBlock(), (sentence + "\n").getBytes(StandardCharsets.US_ASCII));
    }

    private static void send(ClientExchange exchange, int status, String type, FieldBlock fields, byte[] body) {
        fields.add(KnownField.CONTENT_TYPE, type);
        fields.add(KnownField.CACHE_CONTROL, "no-store");
        WholeAnswer.send(exchange, status, fields, ByteBuffer.wrap(body));
    }
}
