package io.ethryx.routing;

import io.ethryx.core.line.Attempt;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Caller;
import io.ethryx.core.line.NodeReply;
import io.ethryx.core.line.RoutingDecision;
import io.ethryx.core.line.RoutingDecision.Forward;
import io.ethryx.core.line.RoutingDecision.Unroutable;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.NodeStatus;
import io.ethryx.core.topology.Pool;
import io.ethryx.core.topology.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * A cluster, its callers and a gateway on a clock of their own: a minute of two hundred calls a second, which takes no time
 * and comes out the same at each run. Blocks come every twelve seconds; nodes are probed every five.
 */
final class RoutingSimulation {

    static final long SECOND = 1_000_000_000L;
    private static final long DURATION = 60 * SECOND;
    private static final int CALLS_A_SECOND = 200;
    private static final long FIRST_HEAD = 20_000_000;
    private static final BlockContextReader CONTEXTS = new BlockContextReader(MethodTable.standard());

    private final String title;
    private final List<SimulatedNode> nodes;
    private final Random random = new Random(42);
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::order));
    private final TopologyRouter router;
    private final List<Long> latencies = new ArrayList<>();
    private boolean probing = true;
    private long headLag;
    private long now;
    private long order;
    private long revision;
    private int failed;
    private int retried;
    private int lackedState;
    private Topology topology = Topology.EMPTY;

    private record Event(long at, long order, Runnable action) {}

    RoutingSimulation(String title, SelectionStrategy strategy, SimulatedNode... nodes) {
        this.title = title;
        this.nodes = Arrays.asList(nodes);
        RoutingSettings settings = new RoutingSettings(strategy, 64, Map.of(), 3);
        this.router = new TopologyRouter(settings, new SeededChance(7), () -> now);
    }

    RoutingSimulation withoutProbes() {
        probing = false;
        return this;
    }

    /** The gateway hears of heads so many blocks late. */
    RoutingSimulation headsLagBy(long blocks) {
        headLag = blocks;
        return this;
    }

    String run() {
        for (long at = 0; at < DURATION; at += 12 * SECOND) {
            schedule(at, this::publish);
        }
        for (long at = 5 * SECOND; probing && at < DURATION; at += 5 * SECOND) {
            schedule(at, this::publish);
        }
        for (long i = 0; i < DURATION / SECOND * CALLS_A_SECOND; i++) {
            schedule(i * SECOND / CALLS_A_SECOND + random.nextLong(SECOND / CALLS_A_SECOND), this::call);
        }
        while (!events.isEmpty()) {
            Event event = events.poll();
            now = event.at();
            event.action().run();
        }
        return report();
    }

    private void schedule(long at, Runnable action) {
        events.add(new Event(at, order++, action));
    }

    private void publish() {
        Node[] known = nodes.stream()
                .map(each -> probing && each.isDead(now) ? each.node.withProbed(NodeStatus.UNREACHABLE) : each.node)
                .toArray(Node[]::new);
        topology = Nodes.of(known).head(head() - headLag).revision(++revision).topology();
        router.prepare(topology);
    }

    private long head() {
        return FIRST_HEAD + now / (12 * SECOND);
    }

    private void call() {
        long behind = switch (random.nextInt(10)) {
            case 0, 1, 2, 3, 4, 5 -> 0;
            case 6 -> 1 + random.nextInt(64);
            case 7 -> 65 + random.nextInt(63);
            default -> 1000 + random.nextInt(1_000_000);
        };
        String block = behind == 0 ? "latest" : "0x" + Long.toHexString(head() - behind);
        CallFacts facts = new CallFacts(
                Requests.call("eth_getBalance", "[\"0xaa\",\"" + block + "\"]"),
                io.ethryx.core.line.Target.of(topology, Requests.CHAIN),
                Caller.ANONYMOUS,
                CONTEXTS);
        next(facts, behind, now, new ArrayList<>());
    }

    private void next(CallFacts facts, long behind, long began, List<Attempt> attempts) {
        RoutingDecision decision = router.route(facts, attempts);
        if (!(decision instanceof Forward forward)) {
            end(decision, began, attempts);
            return;
        }
        retried += attempts.isEmpty() ? 0 : 1;
        NodeReply reply = nodeOf(forward.node()).reply(now, behind, random);
        NodeLoad load = router.load(facts, forward.node());
        load.begun();
        schedule(now + reply.elapsedNanos(), () -> {
            if (reply instanceof NodeReply.Answered) {
                load.answered(reply.elapsedNanos(), now);
            } else {
                load.failed(reply.elapsedNanos(), now);
            }
            attempts.add(new Attempt(forward.node(), reply));
            next(facts, behind, began, attempts);
        });
    }

    private SimulatedNode nodeOf(Node node) {
        return nodes.stream()
                .filter(each -> each.node.sameEntry(node))
                .findFirst()
                .orElseThrow();
    }

    private void end(RoutingDecision decision, long began, List<Attempt> attempts) {
        boolean answered = !(decision instanceof Unroutable)
                && attempts.get(attempts.size() - 1).reply() instanceof NodeReply.Answered;
        if (!answered) {
            failed++;
            return;
        }
        latencies.add(now - began);
        NodeReply.Answered last =
                (NodeReply.Answered) attempts.get(attempts.size() - 1).reply();
        lackedState += last.error() == null ? 0 : 1;
    }

    private String report() {
        latencies.sort(null);
        String lines = nodes.stream()
                .map(each -> String.format(
                        Locale.ROOT,
                        "  %-7s %-3s asked %5d  answered %5d",
                        each.node.pool().wireName(),
                        each.node.key(),
                        each.asked,
                        each.answered))
                .collect(Collectors.joining("\n"));
        long archived = nodes.stream()
                .filter(each -> each.node.pool() == Pool.ARCHIVE)
                .mapToInt(each -> each.answered)
                .sum();
        return String.format(
                Locale.ROOT,
                "%s\n  answered %5d  failed %d  second and later attempts %d  without state %d  by archive nodes %d\n"
                        + "  p50 %s  p95 %s  p99 %s  slowest %s\n%s\n",
                title,
                latencies.size(),
                failed,
                retried,
                lackedState,
                archived,
                millis(50),
                millis(95),
                millis(99),
                millis(100),
                lines);
    }

    private String millis(int percent) {
        int index = Math.max(0, (int) ((long) latencies.size() * percent / 100) - 1);
        return latencies.isEmpty() ? "-" : String.format(Locale.ROOT, "%d ms", latencies.get(index) / 1_000_000);
    }
}
