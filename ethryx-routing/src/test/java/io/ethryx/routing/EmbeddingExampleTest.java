package io.ethryx.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.Body;
import io.ethryx.core.JsonRpcReader;
import io.ethryx.core.RpcCall;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Caller;
import io.ethryx.core.line.RoutingDecision.Forward;
import io.ethryx.core.line.Target;
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
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The module's README, compiled and run. */
final class EmbeddingExampleTest {

    @Test
    void the_fifteen_lines_of_the_readme_work() {
        String old = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_getBalance\",\"params\":[\"0xaa\",\"0x1\"]}";
        assertThat(nodeFor(old.getBytes(StandardCharsets.UTF_8))).isEqualTo("10.0.0.2:8545");
        String recent = old.replace("0x1\"", "latest\"");
        assertThat(nodeFor(recent.getBytes(StandardCharsets.UTF_8))).isEqualTo("10.0.0.1:8545");
    }

    private static String nodeFor(byte[] body) {
        // readme:begin
        ChainId chain = new ChainId("1", "");
        List<Node> nodes = List.of(
                new Node("s1", Pool.STATE, "10.0.0.1", 8545, null, 100, Node.AVAILABLE, "manual", NodeStatus.READY),
                new Node("a1", Pool.ARCHIVE, "10.0.0.2", 8545, null, 100, Node.AVAILABLE, "manual", NodeStatus.READY));
        ChainTopology registered = ChainTopology.empty(chain).withNodes(nodes).withHead(OptionalLong.of(20_000_000));
        Topology topology = new Topology(1, Map.of(chain, registered));

        TopologyRouter router = new TopologyRouter(RoutingSettings.DEFAULT, Randomness.perThread(), System::nanoTime);
        router.prepare(topology);
        BlockContextReader contexts = new BlockContextReader(MethodTable.standard());

        RpcCall call = (RpcCall) new JsonRpcReader().read(Body.of(body));
        CallFacts facts = new CallFacts(call, Target.of(topology, chain), Caller.ANONYMOUS, contexts);
        Forward decision = (Forward) router.route(facts, List.of());
        return decision.node().hostPort();
        // readme:end
    }

    @Test
    void the_readme_shows_what_is_compiled_here() throws IOException {
        String source = Files.readString(Path.of("src/test/java/io/ethryx/routing/EmbeddingExampleTest.java"));
        String code =
                source.substring(source.indexOf("// readme:begin\n") + 16, source.indexOf("        // readme:end\n"));
        assertThat(Files.readString(Path.of("README.md")))
                .contains(code.stripTrailing().stripIndent());
    }
}
