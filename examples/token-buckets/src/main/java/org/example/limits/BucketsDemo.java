package org.example.limits;

import io.ethryx.core.BlockContext;
import io.ethryx.core.Body;
import io.ethryx.core.JsonRpcReader;
import io.ethryx.core.RpcCall;
import io.ethryx.core.line.BlockContexts;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Caller;
import io.ethryx.core.line.Target;
import io.ethryx.core.line.Verdict;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Topology;
import io.ethryx.governance.Rate;
import io.ethryx.governance.RateLimiter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Two calls a second of one method for each client, three at once after a rest. */
public final class BucketsDemo {

    private static final BlockContexts NOBODY_ASKS = call -> BlockContext.None.NONE;

    private final AtomicLong now = new AtomicLong();
    private final RateLimiter limiter =
            new RateLimiter(Map.of("eth_getLogs", new Rate(2, 3)), RateLimiter.Per.CLIENT, now::get);

    public static void main(String[] args) {
        new BucketsDemo().show();
    }

    private void show() {
        for (int i = 1; i <= 4; i++) {
            say("alice", "eth_getLogs");
        }
        say("bob", "eth_getLogs");
        say("alice", "eth_blockNumber");
        pass(Duration.ofMillis(500));
        say("alice", "eth_getLogs");
        say("alice", "eth_getLogs");
        limiter.limit("eth_getLogs", new Rate(100, 100));
        System.out.println("the rate is raised while calls come");
        say("alice", "eth_getLogs");
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
        System.out.println(time.toMillis() + " ms later");
    }

    private void say(String client, String method) {
        Verdict verdict = limiter.judge(facts(client, method));
        String words = verdict instanceof Verdict.Throttled throttled
                ? "too many, again in " + throttled.retryAfter().toMillis() + " ms"
                : "goes on";
        System.out.println(client + " " + method + ": " + words);
    }

    private static CallFacts facts(String client, String method) {
        String text = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\"}";
        RpcCall call = (RpcCall) new JsonRpcReader().read(Body.of(text.getBytes(StandardCharsets.UTF_8)));
        Target target = Target.of(Topology.EMPTY, new ChainId("1", ""));
        Caller caller = name -> name.equals(Caller.CLIENT_ID) ? client : null;
        return new CallFacts(call, target, caller, NOBODY_ASKS);
    }
}
