package io.ethryx.benchmarks;

import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Governor;
import io.ethryx.core.line.Verdict;
import io.ethryx.core.topology.MirrorTarget;
import io.ethryx.governance.BlockRangeLimit;
import io.ethryx.governance.DenyList;
import io.ethryx.governance.MirrorPolicy;
import io.ethryx.governance.NameCheck;
import io.ethryx.routing.SelectionStrategy;
import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What single rules cost a call that passes them; rate limits have {@link GovernanceBenchmark}. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class RuleBenchmark {

    /** A rate that no run reaches. */
    private static final OptionalInt RATE = OptionalInt.of(Integer.MAX_VALUE);

    private final Governor denied = DenyList.of(DenyList.DEFAULT);
    private final Governor usualNames = new NameCheck(NameCheck.DEFAULT, null);
    private final Governor twoPatterns = new NameCheck("^eth_", "^(admin|debug|miner)_");
    private final Governor blocks = new BlockRangeLimit(new BlockRangeLimit.Settings(1_000_000, false, true, 10_000));
    private final MirrorPolicy mirrors = new MirrorPolicy(
            new MirrorPolicy.Settings(0.5, false),
            () -> ThreadLocalRandom.current().nextDouble(),
            System::nanoTime);
    private final MirrorTarget target = new MirrorTarget("m", "10.0.0.1", 8545, RATE);
    private CallFacts balance;
    private CallFacts logs;

    /** A balance at a height, and logs of a hundred blocks; their blocks are found once. */
    @Setup
    public void build() {
        GatewayFixture fixture = new GatewayFixture(SelectionStrategy.RANDOM, 10, 3);
        balance = fixture.facts(GatewayFixture.call(
                "eth_getBalance", "[\"0x407d73d8a49eeb85d32cf465507dd71d507100c1\",\"0x1312c00\"]"));
        logs = fixture.facts(
                GatewayFixture.call("eth_getLogs", "[{\"fromBlock\":\"0x1312c00\",\"toBlock\":\"0x1312c63\"}]"));
        balance.context();
        logs.context();
    }

    /** The deny list. */
    @Benchmark
    public Verdict denyList() {
        return denied.judge(balance);
    }

    /** The usual pattern of names. */
    @Benchmark
    public Verdict nameCheck() {
        return usualNames.judge(balance);
    }

    /** Patterns of the operator's own. */
    @Benchmark
    public Verdict nameCheckWithTwoPatterns() {
        return twoPatterns.judge(balance);
    }

    /** How far back a block is. */
    @Benchmark
    public Verdict blockLimit() {
        return blocks.judge(balance);
    }

    /** How many blocks a range has. */
    @Benchmark
    public Verdict rangeLimit() {
        return blocks.judge(logs);
    }

    /** The bucket of a mirror target. */
    @Benchmark
    public boolean mirrorBucket() {
        return mirrors.allows(target);
    }
}
