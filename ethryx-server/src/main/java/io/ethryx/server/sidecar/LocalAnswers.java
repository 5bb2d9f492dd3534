package io.ethryx.server.sidecar;

import io.ethryx.health.HealthDocument;
import io.ethryx.health.PairMonitor;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.metrics.MetricsPage;

/** The answers that Ethryx gives itself, from the last poll and never by asking a node. */
final class LocalAnswers {

    private static final LocalAnswer ALIVE = LocalAnswer.text(200, "ok");
    private static final LocalAnswer ELSEWHERE =
            LocalAnswer.text(404, "The metrics are served on the address given by --metrics-listen.\n");

    private final PairMonitor monitor;
    private final MetricsPage metrics;
    private final boolean metricsHere;

    /**
     * The answers of one group of listeners.
     *
     * @param monitor the pair's
     * @param metrics the metrics page
     * @param metricsHere whether the page is shown on these listeners
     */
    LocalAnswers(PairMonitor monitor, MetricsPage metrics, boolean metricsHere) {
        this.monitor = monitor;
        this.metrics = metrics;
        this.metricsHere = metricsHere;
    }

    void send(Route route, ClientExchange exchange) {
        answer(route, exchange).send(exchange);
    }

    private LocalAnswer answer(Route route, ClientExchange exchange) {
        return switch (route) {
            case LIVEZ -> ALIVE;
            case READYZ -> json(verbose(exchange) ? monitor.verboseReadyz() : monitor.readyz());
            case HEALTHZ -> json(monitor.healthz());
            case METRICS -> metricsHere ? page(exchange) : ELSEWHERE;
            case NODE_HEALTH, VALIDATOR_DUTY, MEV_RELAY, EL_INSPECTED, EL_WEBSOCKET, EL, CL_WEBSOCKET, CL ->
                throw new IllegalArgumentException(route + " is not answered here");
        };
    }

    private static boolean verbose(ClientExchange exchange) {
        String target = exchange.target();
        int query = target.indexOf('?');
        if (query < 0) {
            return false;
        }
        for (String part : target.substring(query + 1).split("&", -1)) {
            if (part.equals("verbose") || part.startsWith("verbose=")) {
                return true;
            }
        }
        return false;
    }

    private LocalAnswer page(ClientExchange exchange) {
        MetricsPage.Rendered page = metrics.render(exchange.requestFields().value(KnownField.ACCEPT));
        return new LocalAnswer(200, page.contentType(), page.body());
    }

    private static LocalAnswer json(HealthDocument document) {
        return LocalAnswer.json(document.status(), document.body());
    }
}
