package io.ethryx.server.page;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Pool;
import io.ethryx.core.topology.Topology;
import io.ethryx.server.figures.Numbers;
import io.ethryx.server.figures.Sample;
import io.ethryx.server.figures.Span;
import io.ethryx.server.page.Html.Cell;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/** The chains of a gateway: heads, pools, rates and times. */
final class ChainRows {

    private static final int MOST_CHAINS = 200;
    private static final String STARTED = "jrpcx_rpc_calls_started";
    private static final String FAILED = "jrpcx_rpc_calls_failed";
    private static final String TIME = "jrpcx_rpc_calls_time";

    private ChainRows() {}

    static void write(Html html, History history, Span span, Topology topology) {
        List<List<Cell>> rows = new ArrayList<>();
        for (ChainTopology chain : sorted(topology)) {
            Predicate<Sample> own = sample -> ofChain(sample, chain.id());
            OptionalDouble calls = span.rate(STARTED, own);
            OptionalDouble p95 = span.quantile(TIME, 0.95, own);
            String name = chain.id().toString();
            rows.add(List.of(
                    Cell.of(name),
                    Cell.number(Texts.of(chain.head())),
                    pool(chain, Pool.STATE),
                    pool(chain, Pool.ARCHIVE),
                    pool(chain, Pool.NATIVE),
                    Cell.number(Numbers.rate(calls)),
                    plot(history, name + " calls/s", calls, "calls a second"),
                    Cell.number(Numbers.rate(span.rate(FAILED, own))),
                    Cell.number(Numbers.millis(span.quantile(TIME, 0.5, own))),
                    Cell.number(Numbers.millis(p95)),
                    Cell.number(Numbers.millis(span.quantile(TIME, 0.99, own))),
                    plot(history, name + " p95", p95, "p95 in ms")));
        }
        html.heading("Chains")
                .table(
                        "Chains",
                        List.of(
                                "Chain",
                                "Head",
                                "State",
                                "Archive",
                                "Native",
                                "Calls/s",
                                "",
                                "Failed/s",
                                "p50",
                                "p95",
                                "p99",
                                ""),
                        rows);
        Texts.more(html, topology.chains().size(), rows.size());
    }

    private static boolean ofChain(Sample sample, ChainId chain) {
        return sample.label("chain_id").equals(chain.base())
                && sample.label("chain_version").equals(chain.version());
    }

    private static Cell plot(History history, String line, OptionalDouble value, String what) {
        return value.isEmpty() ? Cell.of("") : Cell.plot(Plot.of(history.line(line, value.getAsDouble()), what));
    }

    private static Cell pool(ChainTopology chain, Pool pool) {
        List<Node> nodes =
                chain.nodes().stream().filter(node -> node.pool() == pool).toList();
        long up = nodes.stream().filter(Node::available).count();
        return Cell.state(up + "/" + nodes.size(), up == nodes.size());
    }

    static List<ChainTopology> sorted(Topology topology) {
        return topology.chains().values().stream()
                .sorted(Comparator.comparing(chain -> chain.id().toString()))
                .limit(MOST_CHAINS)
                .toList();
    }
}
