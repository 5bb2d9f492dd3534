import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Topology;
import io.ethryx.discovery.DiscoveryListener;
import io.ethryx.discovery.EtcdEdit;
import io.ethryx.discovery.EtcdEditor;
import io.ethryx.discovery.EtcdSettings;
import io.ethryx.discovery.EtcdSource;
import io.ethryx.discovery.EtcdValue;
import io.ethryx.routing.Randomness;
import io.ethryx.routing.RoutingSettings;
import io.ethryx.routing.TopologyRouter;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * How long 1,000 chains of 10 nodes take to load from etcd, and how long a single change takes from being sent until calls are
 * routed by it. The arguments are etcd's URL and a file for the raw figures; ends with 1 if a bound is missed.
 */
final class EtcdBenchmark {

    private static final int CHAINS = 1_000;
    private static final int NODES = 10;
    private static final int LOADS = 5;
    private static final int WARM_UP = 100;
    private static final int CHANGES = 1_000;
    private static final double LOAD_BOUND_MS = 3_000;
    private static final double CHANGE_BOUND_MS = 50;

    private final EtcdSettings settings;
    private final PrintWriter raw;

    private EtcdBenchmark(EtcdSettings settings, PrintWriter raw) {
        this.settings = settings;
        this.raw = raw;
    }

    public static void main(String[] arguments) throws Exception {
        try (PrintWriter raw = new PrintWriter(Files.newBufferedWriter(Path.of(arguments[1])))) {
            EtcdBenchmark benchmark = new EtcdBenchmark(EtcdSettings.of(List.of(arguments[0])), raw);
            raw.println("what\tround\tmilliseconds");
            boolean held = benchmark.run();
            raw.flush();
            System.exit(held ? 0 : 1);
        }
    }

    private boolean run() throws Exception {
        try (EtcdEditor editor = new EtcdEditor(settings)) {
            register(editor);
            double[] loads = loads();
            double[] changes = changes(editor);
            double slowest = Arrays.stream(loads).max().orElseThrow();
            Arrays.sort(changes);
            double p99 = changes[(int) Math.ceil(changes.length * 0.99) - 1];
            System.out.printf(
                    "load of %,d nodes of %,d chains: first %.0f ms, slowest of %d %.0f ms (bound %.0f ms)%n",
                    CHAINS * NODES, CHAINS, loads[0], LOADS, slowest, LOAD_BOUND_MS);
            System.out.printf(
                    "a single change, sent until routed by: median %.1f ms, p99 %.1f ms, longest of %,d %.1f ms (bound %.0f ms)%n",
                    changes[changes.length / 2], p99, CHANGES, changes[changes.length - 1], CHANGE_BOUND_MS);
            return slowest <= LOAD_BOUND_MS && p99 <= CHANGE_BOUND_MS;
        }
    }

    private static String key(int chain, int node) {
        return (chain + 1) + "/nodes/n" + node;
    }

    private static String value(int node, int weight) {
        return "{\"stateType\":1,\"address\":\"10.0.0.1\",\"port\":" + (8_000 + node) + ",\"nodeType\":"
                + (1 + node % 2) + ",\"weight\":" + weight + ",\"source\":\"manual\"}";
    }

    private static void register(EtcdEditor editor) throws Exception {
        for (int chain = 0; chain < CHAINS; chain += 10) {
            EtcdEdit edit = EtcdEdit.NONE;
            for (int i = 0; i < 10 * NODES; i++) {
                edit = edit.put(key(chain + i / NODES, i % NODES), Optional.empty(), value(i % NODES, 100));
            }
            require(await(editor.commit(edit)) == EtcdEditor.Outcome.DONE, "etcd is not empty");
        }
    }

    /** The first one with a cold virtual machine, as at a start. */
    private double[] loads() throws Exception {
        double[] loads = new double[LOADS];
        for (int round = 0; round < LOADS; round++) {
            CountDownLatch whole = new CountDownLatch(1);
            TopologyRouter router = router();
            long begin = System.nanoTime();
            try (EtcdSource source = new EtcdSource(
                    settings,
                    topology -> {
                        router.prepare(topology);
                        if (nodes(topology) == CHAINS * NODES) {
                            whole.countDown();
                        }
                    },
                    new DiscoveryListener() {})) {
                source.start();
                require(whole.await(60, TimeUnit.SECONDS), "not loaded within a minute");
                loads[round] = millis(begin);
                raw.printf("load\t%d\t%.3f%n", round, loads[round]);
            }
        }
        return loads;
    }

    private static int nodes(Topology topology) {
        return topology.chains().values().stream()
                .mapToInt(chain -> chain.nodes().size())
                .sum();
    }

    private double[] changes(EtcdEditor editor) throws Exception {
        double[] changes = new double[CHANGES];
        TopologyRouter router = router();
        AtomicReference<Awaited> awaited = new AtomicReference<>(new Awaited("", -1));
        try (EtcdSource source = new EtcdSource(
                settings,
                topology -> {
                    router.prepare(topology);
                    awaited.get().look(topology);
                },
                new DiscoveryListener() {})) {
            source.start();
            while (!source.connected()) {
                TimeUnit.MILLISECONDS.sleep(10);
            }
            for (int round = -WARM_UP; round < CHANGES; round++) {
                String key = key(Math.floorMod(round * 7, CHAINS), 3);
                int weight = 1 + Math.floorMod(round, 99);
                EtcdValue read = await(editor.read(key)).orElseThrow();
                Awaited next = new Awaited(key, weight);
                awaited.set(next);
                long begin = System.nanoTime();
                CompletionStage<EtcdEditor.Outcome> sent =
                        editor.commit(EtcdEdit.NONE.put(key, Optional.of(read), value(3, weight)));
                require(next.seen.await(60, TimeUnit.SECONDS), "a change did not arrive");
                double took = (next.at - begin) / 1e6;
                require(await(sent) == EtcdEditor.Outcome.DONE, "somebody else writes here");
                if (round >= 0) {
                    changes[round] = took;
                    raw.printf("change\t%d\t%.3f%n", round, took);
                }
            }
        }
        return changes;
    }

    /** A change on its way. */
    private static final class Awaited {

        private final String key;
        private final int weight;
        private final CountDownLatch seen = new CountDownLatch(1);
        private volatile long at;

        Awaited(String key, int weight) {
            this.key = key;
            this.weight = weight;
        }

        void look(Topology topology) {
            long now = System.nanoTime();
            for (ChainTopology chain : topology.chains().values()) {
                if (key.startsWith(chain.id() + "/") && chain.nodes().stream().anyMatch(this::is)) {
                    at = now;
                    seen.countDown();
                }
            }
        }

        private boolean is(Node node) {
            return node.key().equals("n3") && node.weight() == weight;
        }
    }

    private static TopologyRouter router() {
        return new TopologyRouter(RoutingSettings.DEFAULT, Randomness.perThread(), System::nanoTime);
    }

    private static <T> T await(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private static double millis(long begin) {
        return (System.nanoTime() - begin) / 1e6;
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }
}
