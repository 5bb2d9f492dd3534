package io.ethryx.server.top;

import io.ethryx.server.figures.Numbers;
import io.ethryx.server.figures.Sample;
import io.ethryx.server.figures.Samples;
import io.ethryx.server.figures.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/** What a gateway is doing: chains, nodes, methods. */
final class GatewayScreen {

    static final String MARK = "ethryx_gateway_topology_version";

    private static final String STARTED = "jrpcx_rpc_calls_started";
    private static final String FAILED = "jrpcx_rpc_calls_failed";
    private static final String TIME = "jrpcx_rpc_calls_time";
    private static final String AVAILABLE = "ethryx_gateway_node_available";
    private static final String CHAIN = "chain_id";

    private GatewayScreen() {}

    static List<String> lines(Span span, int most) {
        List<String> lines = new ArrayList<>();
        lines.add(summary(span));
        lines.add("");
        lines.addAll(chains(span).lines(most));
        lines.add("");
        lines.addAll(nodes(span).lines(most));
        lines.add("");
        lines.addAll(methods(span).lines(most));
        return lines;
    }

    private static String summary(Span span) {
        Samples now = span.now();
        String etcd = now.has("ethryx_gateway_etcd_connected")
                ? now.sum("ethryx_gateway_etcd_connected", sample -> true) > 0 ? "etcd connected" : "etcd AWAY"
                : "no etcd";
        return "in flight " + Numbers.bytes(now.sum("ethryx_gateway_in_flight_bytes", sample -> true)) + "   " + etcd
                + "   retries/s " + Numbers.rate(span.rate("ethryx_gateway_retries_total", sample -> true))
                + "   failovers/s " + Numbers.rate(span.rate("ethryx_gateway_failovers_total", sample -> true))
                + "   limited/s " + Numbers.rate(span.rate("ethryx_gateway_ratelimited_total", sample -> true));
    }

    private static Table chains(Span span) {
        Table table =
                new Table("CHAIN", "HEAD", "STATE", "ARCHIVE", "NATIVE", "CALLS/S", "FAILED/S", "P50", "P95", "P99");
        for (String chain : span.now().labels("ethryx_gateway_pool_size", CHAIN)) {
            Predicate<Sample> own = sample -> sample.label(CHAIN).equals(chain);
            table.row(
                    chain,
                    head(span, own),
                    pool(span, own, "state"),
                    pool(span, own, "archive"),
                    pool(span, own, "native"),
                    Numbers.rate(span.rate(STARTED, own)),
                    Numbers.rate(span.rate(FAILED, own)),
                    quantile(span, 0.5, own),
                    quantile(span, 0.95, own),
                    quantile(span, 0.99, own));
        }
        return table;
    }

    private static String head(Span span, Predicate<Sample> own) {
        return Numbers.whole(span.now().of("ethryx_gateway_chain_head").stream()
                .filter(own)
                .mapToDouble(Sample::value)
                .max());
    }

    /** How many of a pool's nodes are available. */
    private static String pool(Span span, Predicate<Sample> own, String pool) {
        List<Sample> nodes = span.now().of(AVAILABLE).stream()
                .filter(own.and(sample -> sample.label("pool").equals(pool)))
                .toList();
        long up = nodes.stream().filter(sample -> sample.value() > 0).count();
        return up + "/" + nodes.size();
    }

    private static Table nodes(Span span) {
        Table table = new Table("NODE", "CHAIN", "POOL", "UP", "EJECTED");
        span.now().of(AVAILABLE).stream()
                .sorted(Comparator.comparingDouble(Sample::value)
                        .thenComparing(sample -> sample.label(CHAIN))
                        .thenComparing(sample -> sample.label("node")))
                .forEach(node -> table.row(
                        node.label("node"),
                        node.label(CHAIN),
                        node.label("pool"),
                        node.value() > 0 ? "yes" : "NO",
                        Numbers.whole(OptionalDouble.of(span.now()
                                .sum(
                                        "ethryx_gateway_node_ejections_total",
                                        sample -> sample.label(CHAIN).equals(node.label(CHAIN))
                                                && sample.label("node").equals(node.label("node")))))));
        return table;
    }

    private static Table methods(Span span) {
        Table table = new Table("METHOD", "CALLS/S", "FAILED/S", "P50", "P95", "P99");
        span.now().labels(STARTED, "method").stream()
                .map(method ->
                        (Predicate<Sample>) sample -> sample.label("method").equals(method))
                .sorted(Comparator.comparingDouble((Predicate<Sample> own) ->
                                span.rate(STARTED, own).orElse(span.now().sum(STARTED, own)))
                        .reversed())
                .forEach(own -> table.row(
                        span.now().of(STARTED).stream()
                                .filter(own)
                                .findFirst()
                                .orElseThrow()
                                .label("method"),
                        Numbers.rate(span.rate(STARTED, own)),
                        Numbers.rate(span.rate(FAILED, own)),
                        quantile(span, 0.5, own),
                        quantile(span, 0.95, own),
                        quantile(span, 0.99, own)));
        return table;
    }

    private static String quantile(Span span, double quantile, Predicate<Sample> own) {
        return Numbers.millis(span.quantile(TIME, quantile, own));
    }
}
