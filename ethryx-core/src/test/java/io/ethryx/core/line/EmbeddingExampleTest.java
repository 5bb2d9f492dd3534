package io.ethryx.core.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.BlockContext;
import io.ethryx.core.Body;
import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.NodeStatus;
import io.ethryx.core.topology.Pool;
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

    private static final NodeClient CLIENT = (request, listener) -> listener.replied(
            new NodeReply.Answered(200, null, 1),
            Body.of("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"0x1\"}".getBytes(StandardCharsets.UTF_8)));

    @Test
    void the_lines_of_the_readme_work() throws InterruptedException {
        assertThat(answer(CLIENT, Scene.request("eth_chainId", "1")))
                .isEqualTo("200 {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"0x1\"}");
        assertThat(answer(CLIENT, Scene.request("txpool_content", "1")))
                .startsWith("400 {")
                .contains("-41003");
    }

    private static String answer(NodeClient client, String body) throws InterruptedException {
        // readme:begin
        ChainId chain = new ChainId("0x1", "");
        Node node = new Node("a", Pool.STATE, "127.0.0.1", 8545, null, 100, Node.AVAILABLE, "manual", NodeStatus.READY);
        Topology topology =
                new Topology(1, Map.of(chain, ChainTopology.empty(chain).withNodes(List.of(node))));

        Governor noTxpool = facts -> facts.call().method().startsWith("txpool_")
                ? new Verdict.Refused(ErrorCatalogue.DENIED)
                : Verdict.ADMITTED;
        Router router = (facts, attempts) -> attempts.isEmpty()
                ? new RoutingDecision.Forward(node, PoolReason.NO_CONTEXT, List.of(), List.of())
                : RoutingDecision.Settled.PLAIN;
        Governance governance = new Governance(noTxpool, Governor.NONE, Governor.NONE, Governor.NONE);
        RpcPipeline line = new RpcPipeline(governance, CallMirror.NONE, router, Watchers.NONE);

        BlockingSettings settings = BlockingSettings.defaults(call -> BlockContext.None.NONE);
        BlockingRpc rpc = new BlockingRpc(line, client, () -> topology, settings);
        RpcReply reply = rpc.call("1", body.getBytes(StandardCharsets.UTF_8), Caller.ANONYMOUS);
        return reply.httpStatus() + " " + new String(reply.body(), StandardCharsets.UTF_8);
        // readme:end
    }

    @Test
    void the_readme_shows_what_is_compiled_here() throws IOException {
        String source = Files.readString(Path.of("src/test/java/io/ethryx/core/line/EmbeddingExampleTest.java"));
        String code =
                source.substring(source.indexOf("// readme:begin\n") + 16, source.indexOf("        // readme:end\n"));
        assertThat(Files.readString(Path.of("README.md")))
                .contains(code.stripTrailing().stripIndent());
    }
}
