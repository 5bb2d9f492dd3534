package io.ethryx.governance;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.BlockContext;
import io.ethryx.core.Body;
import io.ethryx.core.JsonRpcReader;
import io.ethryx.core.RpcCall;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Caller;
import io.ethryx.core.line.Governance;
import io.ethryx.core.line.Governor;
import io.ethryx.core.line.Target;
import io.ethryx.core.line.Verdict;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Topology;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The module's README, compiled and run. */
final class EmbeddingExampleTest {

    private static final RateLimiter LIMITER =
            new RateLimiter(Map.of("eth_getLogs", new Rate(50, 1)), RateLimiter.Per.CLIENT, () -> 0);

    @Test
    void the_fifteen_lines_of_the_readme_work() {
        assertThat(verdict(LIMITER, "debug_traceCall", "me")).isEqualTo("-41003 method not allowed");
        assertThat(verdict(LIMITER, "eth-call", "me")).isEqualTo("-41003 method not allowed");
        assertThat(verdict(LIMITER, "eth_getLogs", "me")).isEqualTo("goes on");
        assertThat(verdict(LIMITER, "eth_getLogs", "me")).isEqualTo("again in 20 ms");
        assertThat(verdict(LIMITER, "eth_getLogs", "you")).isEqualTo("goes on");
    }

    private static String verdict(RateLimiter limiter, String method, String client) {
        byte[] body = ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\"}").getBytes(StandardCharsets.UTF_8);
        // readme:begin
        Governance governance = new Governance(
                DenyList.of(List.of("txpool_*", "debug_*")),
                new NameCheck(NameCheck.DEFAULT, "^admin_"),
                limiter, // new RateLimiter(Map.of("eth_getLogs", new Rate(50, 1)), Per.CLIENT, System::nanoTime)
                Governor.NONE);

        RpcCall call = (RpcCall) new JsonRpcReader().read(Body.of(body));
        Caller caller = field -> field.equals(Caller.CLIENT_ID) ? client : null;
        Target target = Target.of(Topology.EMPTY, new ChainId("1", ""));
        Verdict verdict = governance.judge(new CallFacts(call, target, caller, any -> BlockContext.None.NONE));
        if (verdict instanceof Verdict.Refused refused) {
            return refused.error().code() + " " + refused.error().message();
        } else if (verdict instanceof Verdict.Throttled throttled) {
            return "again in " + throttled.retryAfter().toMillis() + " ms";
        }
        return "goes on"; // with ((Verdict.Admitted) verdict).rewrite() in its bytes
        // readme:end
    }

    @Test
    void the_readme_shows_what_is_compiled_here() throws IOException {
        String source = Files.readString(Path.of("src/test/java/io/ethryx/governance/EmbeddingExampleTest.java"));
        String code =
                source.substring(source.indexOf("// readme:begin\n") + 16, source.indexOf("        // readme:end\n"));
        assertThat(Files.readString(Path.of("README.md")))
                .contains(code.stripTrailing().stripIndent());
    }
}
