package io.ethryx.server.gateway.metrics;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Node;
import io.ethryx.health.NodeMonitor;
import io.ethryx.health.NodeReport;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * How nodes join (reference section 13), how often they are ejected, and when heads moved. Series of a node that is registered no more go away.
 * Thread-safe.
 */
public final class NodeFamilies implements MetricFamilies {

    private static final String CHECKS = "jrpcx_rpc_health_check_total";
    private static final String TIMES = "jrpcx_rpc_health_check_duration_ms";
    private static final String EJECTIONS = "ethryx_gateway_node_ejections_total";
    private static final String MOVED = "ethryx_gateway_chain_head_moved_timestamp_seconds";
    private static final String SUCCESS = "success";
    private static final String TIMEOUT = "timeout";
    private static final String RETRY = "retry";

    private final Supplier<NodeMonitor> monitor;
    private final ConcurrentMap<Name, Checks> checks = new ConcurrentHashMap<>();

    /** What the labels call a node: a Native node may share its key with another. */
    private record Name(ChainId chain, String key) {}

    /** What was counted of the joining of the nodes of one name. */
    private static final class Checks {

        private final LongAdder retries = new LongAdder();
        private final Times successes = new Times();
        private final Times timeouts = new Times();
    }

    private static final class Times {

        private final LongAdder count = new LongAdder();
        private final Buckets millis = Buckets.ofProbeMillis();

        void observe(Duration time) {
            millis.observe(time.toMillis());
            count.increment();
        }
    }

    /**
     * Families in which nothing is counted yet.
     *
     * @param monitor who probes the nodes
     */
    public NodeFamilies(Supplier<NodeMonitor> monitor) {
        this.monitor = monitor;
    }

    /**
     * A node joined.
     *
     * @param chain the chain that it is registered for
     * @param node the node
     * @param waited since it was registered
     */
    public void joined(ChainId chain, Node node, Duration waited) {
        of(chain, node).successes.observe(waited);
    }

    /**
     * A probe of a node that has not joined failed.
     *
     * @param chain the chain that it is registered for
     * @param node the node
     */
    public void retried(ChainId chain, Node node) {
        of(chain, node).retries.increment();
    }

    /**
     * A node has not joined within the maximum wait.
     *
     * @param chain the chain that it is registered for
     * @param node the node
     * @param waited since it was registered
     */
    public void overdue(ChainId chain, Node node, Duration waited) {
        of(chain, node).timeouts.observe(waited);
    }

    private Checks of(ChainId chain, Node node) {
        return checks.computeIfAbsent(new Name(chain, node.key()), unseen -> new Checks());
    }

    @Override
    public void writeTo(PageText page) {
        NodeMonitor current = monitor.get();
        Set<Name> registered = new HashSet<>();
        SortedMap<String, Long> ejections = new TreeMap<>();
        for (ChainId chain : current.chains()) {
            for (NodeReport report : current.reports(chain)) {
                String key = report.registered().key();
                registered.add(new Name(chain, key));
                report.ejections()
                        .forEach((fault, times) -> ejections.merge(
                                PageText.labels("chain_id", chain.toString(), "node", key, "reason", fault.wireName()),
                                times,
                                Long::sum));
            }
        }
        checks.keySet().retainAll(registered);
        page.family(EJECTIONS, PageText.Type.COUNTER, "Times that a node that served was taken out.");
        ejections.forEach((labels, times) -> page.sample(EJECTIONS, labels, times));
        writeChecks(page);
        page.family(MOVED, PageText.Type.GAUGE, "When a chain's head last moved.");
        for (ChainId chain : current.chains()) {
            current.headMoved(chain)
                    .ifPresent(at ->
                            page.sample(MOVED, PageText.labels("chain_id", chain.toString()), at.getEpochSecond()));
        }
    }

    private void writeChecks(PageText page) {
        page.family(CHECKS, PageText.Type.COUNTER, "Nodes that joined, or not in time, and probes before that failed.");
        checks.forEach((name, counted) -> {
            count(page, name, SUCCESS, counted.successes.count);
            count(page, name, TIMEOUT, counted.timeouts.count);
            count(page, name, RETRY, counted.retries);
        });
        page.family(
                TIMES,
                PageText.Type.HISTOGRAM,
                "Milliseconds from a node's registration until it joined, or was late.");
        checks.forEach((name, counted) -> {
            counted.successes.millis.write(page, TIMES, labels(name, SUCCESS));
            counted.timeouts.millis.write(page, TIMES, labels(name, TIMEOUT));
        });
    }

    private static void count(PageText page, Name name, String status, LongAdder times) {
        if (times.sum() > 0) {
            page.sample(CHECKS, labels(name, status), times.sum());
        }
    }

    private static String labels(Name name, String status) {
        return PageText.labels("chain_id", name.chain().toString(), "node_key", name.key(), "status", status);
    }
}
