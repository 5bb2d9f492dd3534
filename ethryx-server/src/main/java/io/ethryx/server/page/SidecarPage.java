package io.ethryx.server.page;

import io.ethryx.health.PairMonitor;
import io.ethryx.health.Readiness;
import io.ethryx.health.Transition;
import io.ethryx.server.figures.Numbers;
import io.ethryx.server.figures.Sample;
import io.ethryx.server.figures.Samples;
import io.ethryx.server.figures.Span;
import io.ethryx.server.page.Html.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The live page of a sidecar: the pair, its readiness and how that changed, and the traffic. Thread-safe. */
public final class SidecarPage {

    private static final String REQUESTS = "ethryx_proxy_requests_total";
    private static final String DURATION = "ethryx_proxy_request_duration_seconds";

    private final PairMonitor monitor;
    private final History history;

    /**
     * A page that nobody has looked at.
     *
     * @param monitor the pair's
     * @param metrics the page of metrics, text of version 0.0.4
     */
    public SidecarPage(PairMonitor monitor, Supplier<byte[]> metrics) {
        this.monitor = monitor;
        this.history = new History(metrics, System::nanoTime);
    }

    /**
     * The whole page.
     *
     * @return a document
     */
    public String whole() {
        return Frame.of("ethryx sidecar", live(), "");
    }

    /**
     * What changes all the time.
     *
     * @return markup
     */
    public String live() {
        Span span = history.look();
        Html html = new Html();
        summary(html, span.now());
        pair(html, span.now());
        traffic(html, span);
        timeline(html);
        return html.toString();
    }

    private void summary(Html html, Samples now) {
        Readiness readiness = monitor.readiness();
        html.raw("<h1>ethryx sidecar</h1>\n<ul class=\"facts\"><li><strong class=\""
                        + (readiness.ready() ? "good" : "bad") + "\">")
                .text(
                        readiness.ready()
                                ? "ready"
                                : "not ready: " + readiness.reason().wireName())
                .raw("</strong></li><li>clients <strong>")
                .text(count(now, "ethryx_active_connections", "protocol", "tcp"))
                .raw("</strong></li><li>WebSockets <strong>")
                .text(count(now, "ethryx_active_connections", "protocol", "ws"))
                .raw("</strong></li></ul>\n");
        html.heading("Readiness")
                .table(
                        "Readiness",
                        List.of("Check", "State", "Detail"),
                        readiness.checks().stream()
                                .map(check -> List.of(
                                        Cell.of(check.name().wireName()),
                                        Cell.state(check.ok() ? "ok" : "not ok", check.ok()),
                                        Cell.of(check.detail())))
                                .toList());
    }

    private static void pair(Html html, Samples now) {
        List<List<Cell>> rows = new ArrayList<>();
        for (String layer : List.of("el", "cl")) {
            boolean healthy = now.sum(
                            "ethryx_upstream_health_status",
                            sample -> sample.label("layer").equals(layer))
                    > 0;
            String head = layer.equals("el") ? "ethryx_upstream_block_number" : "ethryx_upstream_slot_number";
            rows.add(List.of(
                    Cell.of(layer.equals("el") ? "EL" : "CL"),
                    Cell.state(healthy ? "healthy" : "down or syncing", healthy),
                    Cell.number(Numbers.whole(now.of(head).stream()
                            .mapToDouble(sample -> sample.value())
                            .findFirst())),
                    Cell.number(count(now, "ethryx_upstream_sync_distance", "layer", layer)),
                    Cell.number(count(now, "ethryx_upstream_peers", "layer", layer)),
                    Cell.of(now.of("ethryx_upstream_transport").stream()
                            .filter(sample -> sample.label("layer").equals(layer) && sample.value() > 0)
                            .map(sample -> sample.label("transport"))
                            .findFirst()
                            .orElse("-"))));
        }
        html.heading("Pair").table("Pair", List.of("Layer", "State", "Head", "Behind", "Peers", "Transport"), rows);
    }

    private void traffic(Html html, Span span) {
        List<List<Cell>> rows = new ArrayList<>();
        for (String upstream : List.of("EL", "CL")) {
            Predicate<Sample> own = sample -> sample.label("upstream").equals(upstream);
            OptionalDouble rate = span.rate(REQUESTS, own);
            rows.add(List.of(
                    Cell.of(upstream),
                    Cell.number(Numbers.rate(rate)),
                    rate.isEmpty()
                            ? Cell.of("")
                            : Cell.plot(Plot.of(history.line(upstream, rate.getAsDouble()), "requests a second")),
                    Cell.number(Numbers.rate(span.rate(
                            REQUESTS, own.and(sample -> sample.label("status").startsWith("5"))))),
                    Cell.number(seconds(span.quantile(DURATION, 0.5, own))),
                    Cell.number(seconds(span.quantile(DURATION, 0.95, own))),
                    Cell.number(seconds(span.quantile(DURATION, 0.99, own)))));
        }
        html.heading("Traffic")
                .table("Traffic", List.of("Upstream", "Requests/s", "", "5xx/s", "p50", "p95", "p99"), rows);
    }

    private void timeline(Html html) {
        html.heading("How readiness changed");
        List<Transition> timeline = monitor.timeline();
        if (timeline.isEmpty()) {
            html.raw("<p class=\"none\">It has not, since the start.</p>\n");
            return;
        }
        html.table(
                "How readiness changed",
                List.of("At", "From", "To", "Reason", "Detail"),
                timeline.stream()
                        .map(change -> List.of(
                                Cell.of(change.at().toString()),
                                Cell.of(change.from().wireName()),
                                Cell.state(
                                        change.to().wireName(),
                                        change.readiness().ready()),
                                Cell.of(change.readiness().reason().wireName()),
                                Cell.of(change.readiness().reasonDetail())))
                        .toList());
    }

    private static String seconds(OptionalDouble seconds) {
        return Numbers.millis(seconds.isEmpty() ? seconds : OptionalDouble.of(seconds.getAsDouble() * 1000));
    }

    private static String count(Samples now, String name, String label, String value) {
        return Numbers.whole(now.of(name).stream()
                .filter(sample -> sample.label(label).equals(value))
                .mapToDouble(sample -> sample.value())
                .findFirst());
    }
}
