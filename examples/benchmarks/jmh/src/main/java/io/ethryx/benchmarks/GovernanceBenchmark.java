package io.ethryx.benchmarks;

import io.ethryx.core.BlockContext;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Caller;
import io.ethryx.core.line.Governor;
import io.ethryx.core.line.Target;
import io.ethryx.core.line.Verdict;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Topology;
import io.ethryx.governance.DenyList;
import io.ethryx.governance.NameCheck;
import io.ethryx.governance.Rate;
import io.ethryx.governance.RateLimiter;
import java.util.Map;
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

/** What it costs to judge a call: one of a limited method, step by step. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class GovernanceBenchmark {

    /** A rate that no run reaches, so that every check takes a token. */
    private static final Rate RATE = new Rate(1e9, 1e9);

    /** A rate that every run is over, so that every check but the first is turned down. */
    private static final Rate SLOW = new Rate(0.001, 1);

    private static final int CLIENTS = 1_000;

    /** Whose calls share a bucket. */
    @Param
    public RateLimiter.Per per;

    private RateLimiter limiter;
    private Governor denied;
    private Governor names;
    private CallFacts[] calls;
    private CallFacts limited;
    private int next;

    /** A thousand clients in turn. */
    @Setup
    public void build() {
        limiter = new RateLimiter(Map.of("eth_getBalance", RATE, "eth_slow", SLOW), per, System::nanoTime);
        denied = DenyList.of(DenyList.DEFAULT);
        names = new NameCheck(NameCheck.DEFAULT, "^admin_");
        calls = new CallFacts[CLIENTS];
        for (int i = 0; i < CLIENTS; i++) {
            calls[i] = call("eth_getBalance", "client-" + i);
        }
        limited = call("eth_slow", "client");
    }

    private static CallFacts call(String method, String client) {
        Target target = Target.of(Topology.EMPTY, new ChainId("1", ""));
        Caller caller = name -> name.equals(Caller.CLIENT_ID) ? client : null;
        return new CallFacts(GatewayFixture.call(method, "[]"), target, caller, any -> BlockContext.None.NONE);
    }

    private CallFacts call() {
        next = next == CLIENTS - 1 ? 0 : next + 1;
        return calls[next];
    }

    /** A limiter's check that lets the call go: to stay under 100 ns. */
    @Benchmark
    public Verdict limiterAdmits() {
        return limiter.judge(call());
    }

    /** One that holds it off, and says for how long. */
    @Benchmark
    public Verdict limiterThrottles() {
        return limiter.judge(limited);
    }

    /** Deny list, name check and limiter. */
    @Benchmark
    public Verdict allSteps() {
        CallFacts call = call();
        Verdict verdict = denied.judge(call);
        if (verdict instanceof Verdict.Admitted) {
            verdict = names.judge(call);
        }
        return verdict instanceof Verdict.Admitted ? limiter.judge(call) : verdict;
    }
}
