package io.ethryx.health;

import static io.ethryx.health.MonitoredNodes.ONE;
import static io.ethryx.health.MonitoredNodes.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.line.FailureKind;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Pool;
import io.ethryx.core.topology.Topology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reference section 15, lb/node_generation: a probe's result counts for the registration that it was made for, alone. */
class NodeGenerationTest {

    private static final ChainId TWO = new ChainId("2", "");

    private final MonitoredNodes monitored = MonitoredNodes.started();
    private final ScriptedNodes nodes = monitored.nodes;

    @AfterEach
    void nothing_is_left() {
        monitored.close();
    }

    private void answerLate(int probe) {
        nodes.answersLate(probe, "\"0x5\"");
        monitored.scheduler.runDue();
    }

    @Test
    void the_result_of_the_newest_registration_applies() {
        nodes.hangs(1);
        monitored.register(ONE, node("a", 1));
        answerLate(0);
        assertThat(monitored.view()).containsExactly("a state 1 ready");
    }

    @Test
    void a_newer_registration_invalidates_the_probe_of_an_older_one_and_cancels_it() {
        nodes.hangs(1);
        monitored.register(ONE, node("a", 1));
        monitored.register(ONE, node("a", 2));
        assertThat(nodes.open).as("the older probe is given up").isOne();
        answerLate(0);
        assertThat(monitored.view()).containsExactly("a state 2 unknown");
        answerLate(1);
        assertThat(monitored.view()).containsExactly("a state 2 ready");
    }

    @Test
    void a_node_that_goes_away_while_it_is_probed_does_not_come_back() {
        nodes.hangs(1);
        monitored.register(ONE, node("a", 1));
        monitored.forget(ONE);
        assertThat(nodes.open).isZero();
        answerLate(0);
        assertThat(monitored.view()).isEmpty();
        assertThat(monitored.events).isEmpty();
    }

    @Test
    void a_native_node_of_the_same_key_is_another() {
        nodes.hangs(1);
        nodes.hangs(2);
        monitored.register(ONE, node("a", 1), node("a", Pool.NATIVE, 2, Node.AVAILABLE, 100));
        answerLate(1);
        assertThat(monitored.view()).containsExactly("a state 1 unknown", "a native 2 ready");
        monitored.register(ONE, node("a", 1));
        answerLate(0);
        assertThat(monitored.view()).containsExactly("a state 1 ready");
    }

    @Test
    void a_node_that_is_forgotten_and_registered_again_does_not_get_the_earlier_ones_result() {
        nodes.hangs(1);
        monitored.register(ONE, node("a", 1));
        monitored.register(ONE);
        monitored.register(ONE, node("a", 1));
        answerLate(0);
        assertThat(monitored.view()).containsExactly("a state 1 unknown");
        answerLate(1);
        assertThat(monitored.view()).containsExactly("a state 1 ready");
    }

    @Test
    void other_nodes_and_chains_are_not_touched() {
        nodes.hangs(1);
        monitored.register(ONE, node("a", 1), node("b", 1));
        monitored.register(TWO, node("a", 1));
        monitored.register(ONE, node("b", 1));
        answerLate(2);
        assertThat(monitored.view()).containsExactly("b state 1 unknown");
        assertThat(monitored.view(TWO)).containsExactly("a state 1 ready");
        answerLate(1);
        assertThat(monitored.view()).containsExactly("b state 1 ready");
    }

    /** With threads of all kinds at once, and nodes that answer on threads of their own. */
    @Test
    @Timeout(60)
    void a_hundred_at_once_end_with_nothing_registered_and_nothing_running() throws Exception {
        long seed = new Random().nextLong();
        AtomicInteger open = new AtomicInteger();
        BlockingQueue<Topology> shown = new LinkedBlockingQueue<>();
        ExecutorService others = Executors.newFixedThreadPool(8);
        NodeProbeTransport transport = (chain, node, body, listener) -> {
            open.incrementAndGet();
            AtomicInteger ended = new AtomicInteger();
            others.execute(() -> listener.onResponse(ScriptedNodes.response(200, "{\"result\":\"0x5\"}")));
            return () -> {
                if (ended.getAndIncrement() == 0) {
                    open.decrementAndGet();
                }
            };
        };
        NodeMonitorSettings settings = new NodeMonitorSettings(
                new NodeMonitorSettings.Pace(Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofMillis(1)),
                NodeProbeChoice.stock(Map.of()),
                false,
                true,
                chain -> 64,
                16);
        List<RuntimeException> unexpected = new ArrayList<>();
        NodeListener listener = new NodeListener() {
            @Override
            public void unexpected(RuntimeException problem) {
                unexpected.add(problem);
            }
        };
        NodeMonitor monitor = new NodeMonitor(settings, NodeMonitorParts.of(transport, listener), shown::add);
        monitor.start();
        List<Future<?>> runs = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Random random = new Random(seed + i);
            runs.add(others.submit(() -> churn(monitor, random)));
        }
        for (Future<?> run : runs) {
            run.get();
        }
        monitor.follow(Topology.EMPTY);
        Topology last = shown.take();
        while (!last.chains().isEmpty() || monitor.chains().size() > 0) {
            Topology next = shown.poll(20, TimeUnit.SECONDS);
            assertThat(next).as("seed %d, last %s", seed, last).isNotNull();
            assertThat(next.revision()).isEqualTo(last.revision() + 1);
            last = next;
        }
        monitor.close();
        others.shutdown();
        assertThat(others.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
        assertThat(open).as("probes left, seed %d", seed).hasValue(0);
        assertThat(unexpected).as("seed %d", seed).isEmpty();
    }

    private static void churn(NodeMonitor monitor, Random random) {
        for (int step = 0; step < 20; step++) {
            List<Node> wanted = new ArrayList<>();
            for (int i = random.nextInt(5); i > 0; i--) {
                Pool pool = List.of(Pool.STATE, Pool.ARCHIVE, Pool.NATIVE).get(random.nextInt(3));
                wanted.add(node("n" + i, pool, 1 + random.nextInt(3), 1 + random.nextInt(3), 100));
            }
            ChainId chain = random.nextBoolean() ? ONE : TWO;
            monitor.follow(
                    new Topology(step, Map.of(chain, ChainTopology.empty(chain).withNodes(wanted))));
            for (Node node : wanted) {
                monitor.failed(chain, node, FailureKind.CONNECT);
                monitor.probeNow(chain, node);
                monitor.report(chain, node);
            }
        }
    }
}
