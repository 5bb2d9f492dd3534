package io.ethryx.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.Body;
import io.ethryx.core.JsonRpcReader;
import io.ethryx.core.RpcBatch;
import io.ethryx.core.line.BatchMode;
import io.ethryx.core.line.BatchRequest;
import io.ethryx.core.line.BatchRun;
import io.ethryx.core.line.CallMirror;
import io.ethryx.core.line.Caller;
import io.ethryx.core.line.Governance;
import io.ethryx.core.line.RpcPipeline;
import io.ethryx.core.line.Target;
import io.ethryx.core.line.Watchers;
import io.ethryx.core.topology.Topology;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A batch on the line, routed. */
final class BatchTurnsTest {

    private static final String RECENT =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_getBalance\",\"params\":[\"0xaa\",\"latest\"]}";
    private static final String OLD = RECENT.replace("latest", "0x1");

    private final TopologyRouter router = new TopologyRouter(
            new RoutingSettings(SelectionStrategy.ROUND_ROBIN, 64, Map.of(), 3), new SeededChance(1), () -> 0L);
    private final RpcPipeline line = new RpcPipeline(Governance.NONE, CallMirror.NONE, router, Watchers.NONE);
    private final Topology topology = Nodes.of(
                    Nodes.state("s1"), Nodes.state("s2"), Nodes.archive("a1"), Nodes.archive("a2"))
            .topology();

    @Test
    void a_batch_takes_one_turn_of_each_pool_that_it_needs() {
        assertThat(nodes(RECENT, RECENT, RECENT)).containsExactly("s1");
        assertThat(nodes(RECENT, OLD, RECENT, OLD, OLD)).containsExactly("s2", "a1");
        assertThat(nodes(OLD)).containsExactly("a2");
        assertThat(nodes(RECENT)).containsExactly("s1");
    }

    private List<String> nodes(String... elements) {
        byte[] body = ("[" + String.join(",", elements) + "]").getBytes(StandardCharsets.UTF_8);
        RpcBatch batch = (RpcBatch) new JsonRpcReader().read(Body.of(body));
        BatchRun run = line.start(
                new BatchRequest(
                        batch,
                        Target.of(topology, Requests.CHAIN),
                        Caller.ANONYMOUS,
                        new BlockContextReader(MethodTable.standard()),
                        BatchMode.SPLIT),
                0);
        return run.first().stream().map(sub -> sub.decision().node().key()).toList();
    }
}
