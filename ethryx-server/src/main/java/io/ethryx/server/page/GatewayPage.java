package io.ethryx.server.page;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Topology;
import io.ethryx.health.NodeReport;
import io.ethryx.routing.NodeLoad;
import io.ethryx.server.figures.Numbers;
import io.ethryx.server.figures.Span;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The live page of a gateway: chains, nodes, the last decisions, and where a request would go. Thread-safe. */
public final class GatewayPage {

    private static final String STARTED = "jrpcx_rpc_calls_started";
    private static final String FAILED = "jrpcx_rpc_calls_failed";

    private final Sources sources;
    private final History history;

    /**
     * What a page is made of.
     *
     * @param metrics the page of metrics, text of version 0.0.4
     * @param topologies what calls see
     * @param nodes how nodes do
     * @param decisions the last ones
     * @param ready what {@code /readyz} says
     */
    public record Sources(
            Supplier<byte[]> metrics,
            Supplier<Topology> topologies,
            Nodes nodes,
            RecentDecisions decisions,
            BooleanSupplier ready) {}

    /**
     * How nodes do.
     *
     * @param reports what probes say, nothing for a node that is not probed
     * @param loads what calls say
     */
    public record Nodes(
            BiFunction<ChainId, Node, Optional<NodeReport>> reports, BiFunction<ChainId, Node, NodeLoad> loads) {}

    /**
     * A page that nobody has looked at.
     *
     * @param sources what it is made of
     */
    public GatewayPage(Sources sources) {
        this.sources = sources;
        this.history = new History(sources.metrics(), System::nanoTime);
    }

    /**
     * What changes all the time.
     *
     * @return markup
     */
    public String live() {
        Span span = history.look();
        Topology topology = sources.topologies().get();
        Html html = new Html();
        summary(html, span);
        ChainRows.write(html, history, span, topology);
        new NodeRows(sources.nodes(), topology).write(html);
        DecisionRows.write(html, sources.decisions().look());
        return html.toString();
    }

    /**
     * The whole page.
     *
     * @param chain the chain that was asked about, empty for none
     * @param request the request that was asked about, empty for none
     * @param told where it would go, or what is wrong with it, empty if none was asked about
     * @return a document
     */
    public String whole(String chain, String request, String told) {
        Html html = new Html().heading("Where would a request go?");
        html.raw("<form method=\"get\" action=\"/ui\" id=\"explain\"><label>Chain <input name=\"chain\" value=\"")
                .text(chain.isEmpty() ? firstChain() : chain)
                .raw("\" required></label><label>JSON-RPC request <textarea name=\"request\" rows=\"4\" required>")
                .text(
                        request.isEmpty()
                                ? "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_getBalance\","
                                        + "\"params\":[\"0x00000000000000000000000000000000000000aa\",\"0x1\"]}"
                                : request)
                .raw("</textarea></label><button>Explain</button></form>\n");
        if (!told.isEmpty()) {
            html.raw("<pre id=\"told\">").text(told).raw("</pre>\n");
        }
        return Frame.of("ethryx gateway", live(), html.toString());
    }

    private String firstChain() {
        return sources.topologies().get().chains().keySet().stream()
                .map(ChainId::toString)
                .sorted()
                .findFirst()
                .orElse("1");
    }

    private void summary(Html html, Span span) {
        boolean ready = sources.ready().getAsBoolean();
        String version = span.now().of("ethryx_build_info").stream()
                .map(sample -> sample.label("version"))
                .findFirst()
                .orElse("");
        html.raw("<h1>ethryx gateway ").text(version).raw("</h1>\n<ul class=\"facts\">");
        html.raw("<li><strong class=\"" + (ready ? "good" : "bad") + "\">")
                .text(ready ? "ready" : "not ready")
                .raw("</strong></li>");
        fact(html, "calls/s", Numbers.rate(span.rate(STARTED, sample -> true)));
        fact(html, "failed/s", Numbers.rate(span.rate(FAILED, sample -> true)));
        fact(html, "retries/s", Numbers.rate(span.rate("ethryx_gateway_retries_total", sample -> true)));
        fact(html, "limited/s", Numbers.rate(span.rate("ethryx_gateway_ratelimited_total", sample -> true)));
        fact(html, "in flight", Numbers.bytes(span.now().sum("ethryx_gateway_in_flight_bytes", sample -> true)));
        if (span.now().has("ethryx_gateway_etcd_connected")) {
            boolean connected = span.now().sum("ethryx_gateway_etcd_connected", sample -> true) > 0;
            fact(html, "etcd", connected ? "connected" : "away");
        }
        html.raw("</ul>\n");
    }

    private static void fact(Html html, String name, String value) {
        html.raw("<li>").text(name).raw(" <strong>").text(value).raw("</strong></li>");
    }
}
