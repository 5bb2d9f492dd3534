package io.ethryx.server.top;

import io.ethryx.server.figures.Numbers;
import io.ethryx.server.figures.Sample;
import io.ethryx.server.figures.Samples;
import io.ethryx.server.figures.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/** What a sidecar is doing: the pair and its traffic. */
final class SidecarScreen {

    static final String MARK = "ethryx_active_connections";

    private static final String REQUESTS = "ethryx_proxy_requests_total";
    private static final String DURATION = "ethryx_proxy_request_duration_seconds";

    private SidecarScreen() {}

    static List<String> lines(Span span, int most) {
        Samples now = span.now();
        List<String> lines = new ArrayList<>();
        lines.add(
                "clients " + count(now, MARK, "protocol", "tcp") + "   WebSockets " + count(now, MARK, "protocol", "ws")
                        + "   aborted/s " + Numbers.rate(span.rate("ethryx_requests_aborted_total", sample -> true)));
        lines.add("");
        lines.addAll(pair(now).lines(most));
        lines.add("");
        lines.addAll(traffic(span).lines(most));
        return lines;
    }

    private static Table pair(Samples now) {
        Table table = new Table("LAYER", "HEALTHY", "HEAD", "BEHIND", "PEERS", "TRANSPORT");
        for (String layer : List.of("el", "cl")) {
            String head = layer.equals("el") ? "ethryx_upstream_block_number" : "ethryx_upstream_slot_number";
            String transport = now.of("ethryx_upstream_transport").stream()
                    .filter(sample -> sample.label("layer").equals(layer) && sample.value() > 0)
                    .map(sample -> sample.label("transport"))
                    .findFirst()
                    .orElse("-");
            table.row(
                    layer.equals("el") ? "EL" : "CL",
                    now.sum(
                                            "ethryx_upstream_health_status",
                                            sample -> sample.label("layer").equals(layer))
                                    > 0
                            ? "yes"
                            : "NO",
                    Numbers.whole(
                            now.of(head).stream().mapToDouble(Sample::value).findFirst()),
                    count(now, "ethryx_upstream_sync_distance", "layer", layer),
                    count(now, "ethryx_upstream_peers", "layer", layer),
                    transport);
        }
        return table;
    }

    private static Table traffic(Span span) {
        Table table = new Table("UPSTREAM", "REQUESTS/S", "4XX/S", "5XX/S", "P50", "P95", "P99");
        for (String upstream : List.of("EL", "CL")) {
            Predicate<Sample> own = sample -> sample.label("upstream").equals(upstream);
            table.row(
                    upstream,
                    Numbers.rate(span.rate(REQUESTS, own)),
                    Numbers.rate(span.rate(
                            REQUESTS, own.and(sample -> sample.label("status").startsWith("4")))),
                    Numbers.rate(span.rate(
                            REQUESTS, own.and(sample -> sample.label("status").startsWith("5")))),
                    quantile(span, 0.5, own),
                    quantile(span, 0.95, own),
                    quantile(span, 0.99, own));
        }
        return table;
    }

    private static String count(Samples now, String name, String label, String value) {
        return Numbers.whole(now.of(name).stream()
                .filter(sample -> sample.label(label).equals(value))
                .mapToDouble(Sample::value)
                .findFirst());
    }

    private static String quantile(Span span, double quantile, Predicate<Sample> own) {
        OptionalDouble seconds = span.quantile(DURATION, quantile, own);
        return Numbers.millis(seconds.isEmpty() ? seconds : OptionalDouble.of(seconds.getAsDouble() * 1000));
    }
}
