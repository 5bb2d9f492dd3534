package io.ethryx.server.page;

import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Topology;
import io.ethryx.health.NodeReport;
import io.ethryx.routing.NodeLoad;
import io.ethryx.server.figures.Numbers;
import io.ethryx.server.page.Html.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The nodes of a gateway: what probes and calls say of each. */
final class NodeRows {

    private static final int MOST_NODES = 500;

    private final GatewayPage.Nodes nodes;
    private final Topology topology;

    NodeRows(GatewayPage.Nodes nodes, Topology topology) {
        this.nodes = nodes;
        this.topology = topology;
    }

    void write(Html html) {
        long now = System.nanoTime();
        List<List<Cell>> rows = new ArrayList<>();
        int all = 0;
        for (ChainTopology chain : ChainRows.sorted(topology)) {
            for (Node node : chain.nodes()) {
                all++;
                if (rows.size() < MOST_NODES) {
                    rows.add(row(chain, node, now));
                }
            }
        }
        html.heading("Nodes")
                .table(
                        "Nodes",
                        List.of(
                                "Node",
                                "Chain",
                                "Pool",
                                "Address",
                                "State",
                                "Head",
                                "Lag",
                                "Weight",
                                "In flight",
                                "p50",
                                "p95",
                                "Answers",
                                "Failures",
                                "Last trouble"),
                        rows);
        Texts.more(html, all, rows.size());
    }

    private List<Cell> row(ChainTopology chain, Node node, long now) {
        Optional<NodeReport> report = nodes.reports().apply(chain.id(), node);
        NodeLoad load = nodes.loads().apply(chain.id(), node);
        OptionalLong head = report.map(NodeReport::head).orElse(OptionalLong.empty());
        OptionalLong lag = head.isPresent() && chain.head().isPresent()
                ? OptionalLong.of(Math.max(0, chain.head().getAsLong() - head.getAsLong()))
                : OptionalLong.empty();
        boolean lagging = report.map(NodeReport::lagging).orElse(false);
        return List.of(
                Cell.of(node.key()),
                Cell.of(chain.id().toString()),
                Cell.of(node.pool().wireName()),
                Cell.of(node.hostPort()),
                Cell.state(node.status().wireName(), node.available()),
                Cell.number(Texts.of(head)),
                new Cell(Texts.of(lag), lagging ? "bad" : "number", ""),
                Cell.number(String.valueOf(topology.gatewayOf(chain.id()).weightOf(node.key()))),
                Cell.number(String.valueOf(load.inFlight())),
                Cell.number(micros(load, 50, now)),
                Cell.number(micros(load, 95, now)),
                Cell.number(String.valueOf(load.answers())),
                Cell.number(String.valueOf(load.failures())),
                Cell.of(report.flatMap(told -> told.probes().trouble())
                        .map(trouble -> trouble.fault().wireName() + ": " + trouble.detail())
                        .orElse("")));
    }

    private static String micros(NodeLoad load, double percent, long now) {
        long micros = load.answers() == 0 ? -1 : load.microsAt(percent, now);
        return Numbers.millis(micros < 0 ? OptionalDouble.empty() : OptionalDouble.of(micros / 1000.0));
    }
}
