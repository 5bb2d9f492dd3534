package io.ethryx.benchmarks;

import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.RoutingDecision;
import io.ethryx.core.line.RoutingDecision.Forward;
import io.ethryx.core.topology.Node;
import io.ethryx.routing.NodeLoad;
import io.ethryx.routing.SelectionStrategy;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to choose one of many nodes, when the block is known. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class PickBenchmark {

    /** How a node is chosen. */
    @Param
    public SelectionStrategy strategy;

    /** How many nodes there are. */
    @Param({"10", "10000"})
    public int nodes;

    private GatewayFixture fixture;
    private CallFacts facts;

    /** Makes the nodes, and lets each of them answer once. */
    @Setup
    public void build() {
        fixture = new GatewayFixture(strategy, nodes, 1);
        facts = fixture.facts(GatewayFixture.call("eth_chainId", "[]"));
        facts.context();
        for (Node node : facts.topology().chain(facts.chain()).nodes()) {
            NodeLoad load = fixture.router.load(facts, node);
            load.begun();
            load.answered(1_000_000 + node.hashCode() % 100_000, System.nanoTime());
        }
    }

    /** A decision whose block is known. */
    @Benchmark
    public RoutingDecision pick() {
        return fixture.router.route(facts, List.of());
    }

    /** What a call tells the load of its node. */
    @Benchmark
    public Object pickAndTell() {
        Forward decision = (Forward) fixture.router.route(facts, List.of());
        NodeLoad load = fixture.router.load(facts, decision.node());
        load.begun();
        load.answered(1_000_000, System.nanoTime());
        return decision;
    }
}
