package io.ethryx.routing;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.ethryx.core.RpcCall;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Topology;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RequestPathAllocationTest {

    private static final int CALLS = 20_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @ParameterizedTest
    @EnumSource(SelectionStrategy.class)
    void the_context_of_a_tag_and_a_first_decision_allocate_nothing(SelectionStrategy strategy) {
        RoutingSettings settings = new RoutingSettings(strategy, 64, Map.of(), 3);
        TopologyRouter router = new TopologyRouter(settings, Randomness.perThread(), System::nanoTime);
        BlockContextReader contexts = new BlockContextReader(MethodTable.standard());
        Node[] nodes = new Node[20];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = i % 2 == 0 ? Nodes.state("s" + i) : Nodes.archive("a" + i);
        }
        Topology topology = Nodes.of(nodes).include("eth_call", "s0").topology();
        RpcCall call = Requests.call("eth_getBalance", "[\"0x407d73d8a49eeb85d32cf465507dd71d507100c1\",\"latest\"]");
        CallFacts facts = Requests.facts(topology, call, io.ethryx.core.line.Caller.ANONYMOUS);
        long warm = allocated(router, contexts, facts);
        long bytes = allocated(router, contexts, facts);
        assertThat(bytes).as("after %d bytes of warming up", warm).isLessThan(CALLS);
    }

    private long allocated(TopologyRouter router, BlockContextReader contexts, CallFacts facts) {
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < CALLS; i++) {
            contexts.of(facts.call());
            router.route(facts, List.of());
        }
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}
