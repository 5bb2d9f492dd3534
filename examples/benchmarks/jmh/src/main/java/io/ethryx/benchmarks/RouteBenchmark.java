package io.ethryx.benchmarks;

import io.ethryx.core.BlockContext;
import io.ethryx.core.RpcCall;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.RoutingDecision;
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
import org.openjdk.jmh.infra.Blackhole;

/** What it costs to find a call's block and to choose its node. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class RouteBenchmark {

    /** Which call. */
    public enum Shape {
        BALANCE("eth_getBalance", "[\"0x407d73d8a49eeb85d32cf465507dd71d507100c1\",\"latest\"]"),
        OLD_BALANCE("eth_getBalance", "[\"0x407d73d8a49eeb85d32cf465507dd71d507100c1\",\"0x10d4f\"]"),
        CALL(
                "eth_call",
                "[{\"to\":\"0x6b175474e89094c44da98b954eedeac495271d0f\",\"data\":\"0x70a08231000000000000000000000000"
                        + "407d73d8a49eeb85d32cf465507dd71d507100c1\"},\"latest\"]"),
        LOGS(
                "eth_getLogs",
                "[{\"fromBlock\":\"0x1312c00\",\"toBlock\":\"latest\",\"address\":"
                        + "\"0x6b175474e89094c44da98b954eedeac495271d0f\",\"topics\":[\"0xddf252ad1be2c89b69c2b068fc378da"
                        + "a952ba7f163c4a11628f55a4df523b3ef\"]}]"),
        CHAIN_ID("eth_chainId", "[]");

        private final String method;
        private final String params;

        Shape(String method, String params) {
            this.method = method;
            this.params = params;
        }
    }

    /** The call. */
    @Param
    public Shape shape;

    private GatewayFixture fixture;
    private RpcCall call;
    private CallFacts facts;

    /** Ten State nodes and three Archive nodes. */
    @Setup
    public void build() {
        fixture = new GatewayFixture(SelectionStrategy.RANDOM, 10, 3);
        call = GatewayFixture.call(shape.method, shape.params);
        facts = fixture.facts(call);
        facts.context();
    }

    /** The block alone. */
    @Benchmark
    public BlockContext classify() {
        return fixture.contexts.of(call);
    }

    /** Block and node. */
    @Benchmark
    public RoutingDecision classifyAndSelect(Blackhole blackhole) {
        blackhole.consume(fixture.contexts.of(call));
        return fixture.router.route(facts, List.of());
    }
}
