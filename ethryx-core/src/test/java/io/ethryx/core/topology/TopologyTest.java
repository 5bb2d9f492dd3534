package io.ethryx.core.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class TopologyTest {

    private static final ChainId BASE = new ChainId("1", "");
    private static final ChainId V2 = new ChainId("1", "v2");
    private static final GatewaySettings WEIGHTS = new GatewaySettings(Map.of("a", 10), Map.of());
    private static final GatewaySettings OTHER_WEIGHTS = new GatewaySettings(Map.of("a", 20), Map.of());
    private static final MirrorTarget MIRROR = new MirrorTarget("m", "127.0.0.1", 9545, OptionalInt.of(50));
    private static final MirrorTarget OTHER_MIRROR = new MirrorTarget("o", "127.0.0.1", 9546, OptionalInt.empty());

    @Test
    void a_request_without_a_version_goes_to_the_version_that_the_override_names() {
        Topology topology = topology(
                ChainTopology.empty(BASE).withOverride("v2"),
                ChainTopology.empty(V2).withNodes(List.of(node())));

        assertThat(topology.effective(BASE)).isEqualTo(V2);
        assertThat(topology.idleOverrides()).isEmpty();
    }

    @Test
    void a_request_with_a_version_keeps_it() {
        ChainId v3 = new ChainId("1", "v3");
        Topology topology = topology(
                ChainTopology.empty(BASE).withOverride("v2"),
                ChainTopology.empty(V2).withNodes(List.of(node())).withOverride("v3"),
                ChainTopology.empty(v3).withNodes(List.of(node())));

        assertThat(topology.effective(V2)).isEqualTo(V2);
        assertThat(topology.idleOverrides()).isEmpty();
    }

    @Test
    void an_override_to_a_version_without_a_registered_node_does_not_count_and_is_told() {
        Topology topology = topology(ChainTopology.empty(BASE).withOverride("v2"), ChainTopology.empty(V2));

        assertThat(topology.effective(BASE)).isEqualTo(BASE);
        assertThat(topology.idleOverrides()).containsExactly(BASE);
    }

    @Test
    void a_registered_node_counts_before_it_joined() {
        Node registered = node().withProbed(NodeStatus.UNKNOWN);
        Topology topology = topology(
                ChainTopology.empty(BASE).withOverride("v2"),
                ChainTopology.empty(V2).withNodes(List.of(registered)));

        assertThat(topology.effective(BASE)).isEqualTo(V2);
    }

    @Test
    void an_unknown_chain_is_itself() {
        assertThat(Topology.EMPTY.effective(BASE)).isEqualTo(BASE);
        assertThat(Topology.EMPTY.chain(BASE)).isNull();
    }

    @Test
    void weights_and_mirrors_of_the_base_apply_to_a_version_without_its_own() {
        Topology topology = topology(
                ChainTopology.empty(BASE).withGateway(WEIGHTS).withMirrors(List.of(MIRROR)), ChainTopology.empty(V2));

        assertThat(topology.gatewayOf(V2)).isEqualTo(WEIGHTS);
        assertThat(topology.mirrorsOf(V2)).containsExactly(MIRROR);
        assertThat(topology.gatewayOf(new ChainId("1", "unknown"))).isEqualTo(WEIGHTS);
    }

    @Test
    void a_version_with_its_own_weights_and_mirrors_keeps_them() {
        Topology topology = topology(
                ChainTopology.empty(BASE).withGateway(WEIGHTS).withMirrors(List.of(MIRROR)),
                ChainTopology.empty(V2).withGateway(OTHER_WEIGHTS).withMirrors(List.of(OTHER_MIRROR)));

        assertThat(topology.gatewayOf(V2)).isEqualTo(OTHER_WEIGHTS);
        assertThat(topology.mirrorsOf(V2)).containsExactly(OTHER_MIRROR);
    }

    @Test
    void an_emptied_gateway_key_of_a_version_is_its_own() {
        Topology topology = topology(
                ChainTopology.empty(BASE).withGateway(WEIGHTS),
                ChainTopology.empty(V2).withGateway(GatewaySettings.NONE));

        assertThat(topology.gatewayOf(V2).weightOf("a")).isEqualTo(100);
        assertThat(topology.gatewayOf(BASE).weightOf("a")).isEqualTo(10);
    }

    @Test
    void what_came_in_may_change_without_changing_the_topology() {
        List<Node> nodes = new ArrayList<>(List.of(node()));
        Map<ChainId, ChainTopology> chains = new HashMap<>();
        chains.put(BASE, new ChainTopology(BASE, nodes, OptionalLong.empty(), null, List.of(), ""));
        Topology topology = new Topology(1, chains);

        nodes.clear();
        chains.clear();

        assertThat(topology.chains().get(BASE).nodes()).hasSize(1);
    }

    @Test
    void a_chain_stands_under_its_own_id() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Topology(1, Map.of(V2, ChainTopology.empty(BASE))))
                .withMessageContaining("1-v2");
    }

    @Test
    void a_route_includes_or_else_excludes() {
        assertThat(new MethodRoute(Set.of("a"), Set.of("a")).allows("a")).isTrue();
        assertThat(new MethodRoute(Set.of("a"), Set.of()).allows("b")).isFalse();
        assertThat(new MethodRoute(Set.of(), Set.of("a")).allows("a")).isFalse();
        assertThat(new MethodRoute(Set.of(), Set.of("a")).allows("b")).isTrue();
        assertThat(new MethodRoute(Set.of(), Set.of()).allows("a")).isTrue();
    }

    private static Topology topology(ChainTopology... chains) {
        Map<ChainId, ChainTopology> map = new HashMap<>();
        for (ChainTopology chain : chains) {
            map.put(chain.id(), chain);
        }
        return new Topology(1, map);
    }

    private static Node node() {
        return NodeTest.node("a", Pool.STATE, Node.AVAILABLE);
    }
}
