package app;

import io.ethryx.core.BlockContext;
import io.ethryx.core.Body;
import io.ethryx.core.JsonRpcReader;
import io.ethryx.core.RpcCall;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Caller;
import io.ethryx.core.line.Target;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Topology;
import io.ethryx.governance.Rate;
import io.ethryx.governance.RateLimiter;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Judges a call twice that may be made once. */
final class Main {

    public static void main(String[] arguments) {
        RateLimiter limiter = new RateLimiter(Map.of("eth_call", new Rate(1, 1)), RateLimiter.Per.PROCESS, () -> 0);
        byte[] request = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_call\"}".getBytes(StandardCharsets.UTF_8);
        CallFacts facts = new CallFacts(
                (RpcCall) new JsonRpcReader().read(Body.of(request)),
                Target.of(Topology.EMPTY, new ChainId("1", "")),
                Caller.ANONYMOUS,
                call -> BlockContext.None.NONE);
        System.out.println(limiter.judge(facts).getClass().getSimpleName() + ", "
                + limiter.judge(facts).getClass().getSimpleName());
    }
}
