package io.ethryx.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.RoutingDecision.Forward;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class SelectorStressTest {

    private static final int THREADS = 4;
    private static final int PICKS = 60_000;

    @Test
    void turns_are_shared_exactly_by_many_threads() throws Exception {
        long[] weights = {1, 2, 3};
        TurnSelector selector = new TurnSelector(weights, new AtomicLong());
        long[] seen = sum(together(() -> pick(selector, weights.length)));
        assertThat(seen).containsExactly(THREADS * PICKS / 6, THREADS * PICKS / 3, THREADS * PICKS / 2);
    }

    @Test
    void turns_beyond_the_written_out_order_are_shared_exactly_too() throws Exception {
        long[] weights = IntStream.range(0, 200).mapToLong(i -> 1 + i % 50).toArray();
        long period = new SmoothCycle(weights).period();
        TurnSelector selector = new TurnSelector(weights, new AtomicLong());
        long[] seen = sum(together(() -> pick(selector, weights.length)));
        long cycles = THREADS * (long) PICKS / period;
        for (int i = 0; i < weights.length; i++) {
            assertThat(seen[i]).as("index %d", i).isBetween(cycles * weights[i], (cycles + 1) * weights[i]);
        }
    }

    @Test
    void random_shares_hold_over_many_threads() throws Exception {
        long[] weights = {10, 20, 70};
        WeightSelector selector = new WeightSelector(weights, Randomness.perThread());
        long[] seen = sum(together(() -> pick(selector, weights.length)));
        double picks = THREADS * (double) PICKS;
        for (int i = 0; i < weights.length; i++) {
            double share = weights[i] / 100.0;
            double sigma = Math.sqrt(picks * share * (1 - share));
            assertThat((double) seen[i])
                    .as("index %d", i)
                    .isBetween(picks * share - 6 * sigma, picks * share + 6 * sigma);
        }
    }

    @ParameterizedTest
    @EnumSource(SelectionStrategy.class)
    void every_call_that_begins_and_ends_is_counted_by_a_node_s_load(SelectionStrategy strategy) throws Exception {
        NodeLoad load = new NodeLoad(strategy);
        together(() -> {
            for (int i = 0; i < PICKS; i++) {
                load.begun();
                load.answered(1000 + i % 100, i * 1_000_000L);
            }
            return new long[0];
        });
        assertThat(load.inFlight()).isZero();
        assertThat(load.answers()).isEqualTo(THREADS * (long) PICKS);
    }

    @Test
    void while_topologies_are_swapped_each_call_gets_a_node_of_its_own_topology() throws Exception {
        TopologyRouter router = new TopologyRouter(RoutingSettings.DEFAULT, Randomness.perThread(), System::nanoTime);
        List<Topology> topologies = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            topologies.add(Nodes.of(Nodes.state("s" + i), Nodes.archive("a" + i))
                    .revision(i)
                    .topology());
        }
        AtomicBoolean done = new AtomicBoolean();
        Thread swapper = new Thread(() -> {
            for (int i = 0; !done.get(); i++) {
                router.prepare(topologies.get(i % 50));
            }
        });
        swapper.start();
        try {
            together(() -> {
                for (int i = 0; i < 5_000; i++) {
                    Topology topology = topologies.get(i % 50);
                    CallFacts facts = Requests.facts(topology, "eth_getBalance", "[\"0xaa\",\"0x1\"]");
                    Node node = ((Forward) router.route(facts, List.of())).node();
                    assertThat(node.key()).isEqualTo("a" + i % 50);
                }
                return new long[0];
            });
        } finally {
            done.set(true);
            swapper.join(TimeUnit.SECONDS.toMillis(30));
        }
        assertThat(swapper.isAlive()).isFalse();
    }

    @Test
    void a_pick_beside_those_that_were_tried_keeps_the_shares_of_the_rest() {
        Map<Integer, Integer> seen = new HashMap<>();
        WeightSelector selector = new WeightSelector(new long[] {50, 10, 30, 60}, new SeededChance(5));
        for (int i = 0; i < 40_000; i++) {
            seen.merge(selector.pickBeside(index -> index == 0 || index == 3), 1, Integer::sum);
        }
        assertThat(seen.keySet()).containsExactlyInAnyOrder(1, 2);
        assertThat(seen.get(1)).isBetween(9_500, 10_500);
        for (Selector each : List.of(
                selector,
                new TurnSelector(new long[] {1, 1}, new AtomicLong()),
                new PeakEwmaSelector(new PeakEwma[] {new PeakEwma(1), new PeakEwma(1)}, new SeededChance(1)))) {
            assertThat(each.pickBeside(index -> true)).isEqualTo(Selector.NOBODY);
            assertThat(each.pickBeside(index -> index != 1)).isEqualTo(1);
        }
    }

    private static long[] pick(Selector selector, int size) {
        long[] seen = new long[size];
        for (int i = 0; i < PICKS; i++) {
            seen[selector.pick()]++;
        }
        return seen;
    }

    private static long[] sum(List<long[]> parts) {
        long[] sum = new long[parts.get(0).length];
        for (long[] part : parts) {
            Arrays.setAll(sum, i -> sum[i] + part[i]);
        }
        return sum;
    }

    private static List<long[]> together(Callable<long[]> work) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try {
            CountDownLatch begin = new CountDownLatch(THREADS);
            List<Future<long[]>> futures = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                futures.add(pool.submit(() -> {
                    begin.countDown();
                    begin.await();
                    return work.call();
                }));
            }
            List<long[]> results = new ArrayList<>();
            for (Future<long[]> future : futures) {
                results.add(future.get(120, TimeUnit.SECONDS));
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }
}
