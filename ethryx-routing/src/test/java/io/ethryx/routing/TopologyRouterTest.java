package io.ethryx.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.Body;
import io.ethryx.core.JsonRpcReader;
import io.ethryx.core.RpcBatch;
import io.ethryx.core.RpcCall;
import io.ethryx.core.line.BatchMode;
import io.ethryx.core.line.BatchRequest;
import io.ethryx.core.line.BatchRun;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.CallMirror;
import io.ethryx.core.line.Caller;
import io.ethryx.core.line.Governance;
import io.ethryx.core.line.NodeReply;
import io.ethryx.core.line.RoutingDecision;
import io.ethryx.core.line.RoutingDecision.Forward;
import io.ethryx.core.line.RpcPipeline;
import io.ethryx.core.line.SubBatch;
import io.ethryx.core.line.Target;
import io.ethryx.core.line.Watchers;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.GatewaySettings;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Topology;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class TopologyRouterTest {

    private static final String OLD = "[\"0xaa\",\"0x1\"]";
    private static final String RECENT = "[\"0xaa\",\"latest\"]";

    private final TopologyRouter router = new TopologyRouter(RoutingSettings.DEFAULT, new SeededChance(1), () -> 0L);

    @Test
    void recent_blocks_go_to_state_and_old_ones_to_archive() {
        Nodes chain = Nodes.of(Nodes.state("s1"), Nodes.archive("a1"), Nodes.ofNative("n1"));
        assertThat(where(chain, RECENT)).isEqualTo("s1 recent_tag");
        assertThat(where(chain, OLD)).isEqualTo("a1 older_than_window");
        assertThat(where(chain, "[\"0xaa\",\"finalized\"]")).isEqualTo("a1 old_tag");
        assertThat(where(chain, "[\"0xaa\",\"Latest\"]")).isEqualTo("a1 malformed_block");
        assertThat(where(chain, "[\"0xaa\",\"0x" + "ab".repeat(32) + "\"]")).isEqualTo("s1 block_hash");
    }

    @Test
    void while_the_head_is_unknown_explicit_heights_go_to_archive_and_the_rest_to_state() {
        Nodes chain = Nodes.of(Nodes.state("s1"), Nodes.archive("a1")).unknownHead();
        assertThat(where(chain, "[\"0xaa\",\"0x1312d00\"]")).isEqualTo("a1 head_unknown");
        assertThat(where(chain, "[\"0xaa\",\"earliest\"]")).isEqualTo("a1 head_unknown");
        assertThat(where(chain, RECENT)).isEqualTo("s1 recent_tag");
        assertThat(where(chain, "[\"0xaa\",\"pending\"]")).isEqualTo("s1 recent_tag");
        assertThat(decide(chain, "eth_chainId", "[]")).isEqualTo("s1 no_context");
    }

    @Test
    void a_caller_may_ask_for_an_archive_node() {
        Topology topology = Nodes.of(Nodes.state("s1"), Nodes.archive("a1")).topology();
        CallFacts facts = Requests.facts(topology, Requests.call("eth_getBalance", RECENT), Requests.ARCHIVE);
        assertThat(Requests.words(router.route(facts, List.of()))).isEqualTo("a1 archive_asked");
    }

    @Test
    void an_empty_pool_falls_back_to_the_other_also_when_archive_is_asked_for() {
        assertThat(where(Nodes.of(Nodes.state("s1")), OLD)).isEqualTo("s1 other_pool_empty");
        assertThat(where(Nodes.of(Nodes.archive("a1")), RECENT)).isEqualTo("a1 other_pool_empty");
        Topology topology = Nodes.of(Nodes.state("s1")).topology();
        CallFacts facts = Requests.facts(topology, Requests.call("eth_getBalance", RECENT), Requests.ARCHIVE);
        assertThat(Requests.words(router.route(facts, List.of()))).isEqualTo("s1 other_pool_empty");
    }

    @Test
    void available_nodes_of_the_other_pool_come_before_unavailable_ones() {
        Node sick = Nodes.offline(Nodes.state("s1"));
        Node silent = Nodes.unreachable(Nodes.archive("a1"));
        assertThat(where(Nodes.of(sick, Nodes.archive("a1")), RECENT)).isEqualTo("a1 other_pool_unavailable");
        assertThat(where(Nodes.of(Nodes.state("s1"), silent), OLD)).isEqualTo("s1 other_pool_unavailable");
        assertThat(where(Nodes.of(sick, silent), RECENT)).isEqualTo("s1 recent_tag");
        assertThat(where(Nodes.of(sick, silent), OLD)).isEqualTo("a1 older_than_window");
        assertThat(where(Nodes.of(sick), OLD)).isEqualTo("s1 other_pool_empty");
    }

    @Test
    void of_a_pool_only_available_nodes_are_taken_while_there_are_any() {
        Nodes chain =
                Nodes.of(Nodes.offline(Nodes.state("s1")), Nodes.state("s2"), Nodes.unreachable(Nodes.state("s3")));
        assertThat(nodesOf(chain, RECENT, 100)).containsExactly("s2");
        Nodes none = Nodes.of(Nodes.offline(Nodes.state("s1")), Nodes.unreachable(Nodes.state("s3")));
        assertThat(nodesOf(none, RECENT, 100)).containsExactlyInAnyOrder("s1", "s3");
    }

    @Test
    void a_node_that_has_not_joined_gets_nothing() {
        assertThat(where(Nodes.of(Nodes.unjoined(Nodes.state("s1"))), RECENT)).isEqualTo("no backends available");
        assertThat(where(Nodes.of(Nodes.unjoined(Nodes.state("s1")), Nodes.archive("a1")), RECENT))
                .isEqualTo("a1 other_pool_empty");
    }

    @Test
    void native_nodes_get_no_call_at_first() {
        assertThat(where(Nodes.of(Nodes.ofNative("n1")), RECENT)).isEqualTo("no backends available");
    }

    @Test
    void a_chain_that_is_not_known_has_no_backends() {
        CallFacts facts = Requests.facts(Topology.EMPTY, "eth_chainId", "[]");
        assertThat(Requests.words(router.route(facts, List.of()))).isEqualTo("no backends available");
    }

    @Test
    void a_node_of_weight_zero_gets_nothing_and_one_without_a_weight_has_a_hundred() {
        Nodes chain = Nodes.of(Nodes.state("a"), Nodes.state("b")).weight("a", 0);
        assertThat(nodesOf(chain, RECENT, 10_000)).containsExactly("b");
        Nodes light = Nodes.of(Nodes.state("a"), Nodes.state("b")).weight("a", 1);
        Map<String, Integer> shares = shares(light, 101_000);
        assertThat(shares.get("a")).isBetween(800, 1200);
    }

    @Test
    void where_every_weight_is_zero_there_is_no_backend_and_the_next_topology_serves_again() {
        Nodes drained = Nodes.of(Nodes.state("a")).weight("a", 0);
        assertThat(where(drained, RECENT)).isEqualTo("no backends available");
        assertThat(where(Nodes.of(Nodes.state("a")).revision(2), RECENT)).isEqualTo("a recent_tag");
    }

    @Test
    void the_weight_of_the_node_itself_does_not_count_at_random() {
        Nodes chain = Nodes.of(Nodes.weighing(1, Nodes.state("a")), Nodes.weighing(100, Nodes.state("b")));
        assertThat(shares(chain, 10_000).get("a")).isBetween(4_700, 5_300);
    }

    @Test
    void a_method_route_includes_or_excludes_nodes_by_exact_name() {
        Nodes chain = Nodes.of(Nodes.state("a"), Nodes.state("b"), Nodes.state("c"))
                .include("eth_call", "a")
                .exclude("eth_getBalance", "a", "b");
        assertThat(nodesOf(chain, "eth_call", "[{}]")).containsExactly("a");
        assertThat(nodesOf(chain, RECENT, 100)).containsExactly("c");
        assertThat(nodesOf(chain, "eth_Call", "[{}]")).containsExactlyInAnyOrder("a", "b", "c");
    }

    @Test
    void a_route_that_leaves_nobody_gives_no_backend_rather_than_another_pool() {
        Nodes chain = Nodes.of(Nodes.state("a"), Nodes.archive("b")).include("eth_getBalance", "b");
        assertThat(where(chain, RECENT)).isEqualTo("no backends available");
        assertThat(where(chain, OLD)).isEqualTo("b older_than_window");
    }

    @Test
    void an_element_of_a_batch_is_not_bound_to_a_route_but_to_weights() {
        Topology topology = Nodes.of(Nodes.state("a"), Nodes.state("b"), Nodes.state("c"))
                .include("eth_call", "a")
                .weight("c", 0)
                .topology();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            RpcCall call = Requests.batched("eth_call", "[{}]");
            seen.add(node(router.route(Requests.facts(topology, call, Caller.ANONYMOUS), List.of())));
        }
        assertThat(seen).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void elements_of_a_batch_stay_together_in_each_pool_and_take_one_turn() {
        TopologyRouter rotating = with(SelectionStrategy.ROUND_ROBIN);
        Topology topology = Nodes.of(Nodes.state("s1"), Nodes.state("s2"), Nodes.archive("a1"), Nodes.archive("a2"))
                .topology();
        String recent = element("latest");
        BatchRun first = batch(rotating, topology, recent, element("0x1"), recent, element("0x2"), recent);
        assertThat(nodesOf(first.first())).containsExactly("s1", "a1");
        BatchRun second = batch(rotating, topology, recent, element("0x1"));
        assertThat(nodesOf(second.first())).containsExactly("s2", "a2");
        NodeReply lost = RetryLadderTest.reply("connect");
        assertThat(nodesOf(first.replied(first.first().get(0), lost, null, 1))).containsExactly("s2");
    }

    private static String element(String block) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_getBalance\",\"params\":[\"0xaa\",\"" + block + "\"]}";
    }

    private static BatchRun batch(TopologyRouter router, Topology topology, String... elements) {
        RpcPipeline line = new RpcPipeline(Governance.NONE, CallMirror.NONE, router, Watchers.NONE);
        Body body = Body.of(("[" + String.join(",", elements) + "]").getBytes(StandardCharsets.UTF_8));
        return line.start(
                new BatchRequest(
                        (RpcBatch) new JsonRpcReader().read(body),
                        Target.of(topology, Requests.CHAIN),
                        Caller.ANONYMOUS,
                        new BlockContextReader(MethodTable.standard()),
                        BatchMode.SPLIT),
                0);
    }

    private static List<String> nodesOf(List<SubBatch> batches) {
        return batches.stream().map(batch -> batch.decision().node().key()).toList();
    }

    @Test
    void round_robin_goes_by_the_nodes_own_weights_and_by_no_gateway_setting() {
        Nodes chain = Nodes.of(
                        Nodes.weighing(1, Nodes.state("n1")),
                        Nodes.weighing(2, Nodes.state("n2")),
                        Nodes.weighing(3, Nodes.state("n3")))
                .weight("n3", 0)
                .include("eth_getBalance", "n1");
        assertThat(sequence(with(SelectionStrategy.ROUND_ROBIN), chain, 12))
                .containsExactly("n3", "n2", "n3", "n1", "n2", "n3", "n3", "n2", "n3", "n1", "n2", "n3");
    }

    @Test
    void the_weights_and_routes_of_the_base_apply_to_a_version_without_its_own() {
        ChainId version = Requests.CHAIN.withVersion("v2");
        GatewaySettings drained = new GatewaySettings(Map.of("a", 0), Map.of());
        ChainTopology base = ChainTopology.empty(Requests.CHAIN).withGateway(drained);
        ChainTopology next = ChainTopology.empty(version).withNodes(List.of(Nodes.state("a"), Nodes.state("b")));
        Topology inherited = new Topology(1, Map.of(base.id(), base.withOverride("v2"), version, next));
        assertThat(nodesIn(inherited)).containsExactly("b");
        ChainTopology own = next.withGateway(new GatewaySettings(Map.of("b", 0), Map.of()));
        assertThat(nodesIn(new Topology(2, Map.of(base.id(), base.withOverride("v2"), version, own))))
                .containsExactly("a");
        assertThat(nodesIn(new Topology(3, Map.of(base.id(), base.withOverride("v3"), version, next))))
                .containsExactly("no backends available");
    }

    private Set<String> nodesIn(Topology topology) {
        Set<String> seen = new HashSet<>();
        CallFacts facts = Requests.facts(topology, "eth_getBalance", RECENT);
        for (int i = 0; i < 100; i++) {
            RoutingDecision decision = router.route(facts, List.of());
            seen.add(decision instanceof Forward ? node(decision) : Requests.words(decision));
        }
        return seen;
    }

    @Test
    void round_robin_counts_a_node_s_own_weight_of_zero_as_one() {
        Nodes chain = Nodes.of(Nodes.weighing(0, Nodes.state("n1")), Nodes.weighing(1, Nodes.state("n2")));
        assertThat(sequence(with(SelectionStrategy.ROUND_ROBIN), chain, 4)).containsExactly("n1", "n2", "n1", "n2");
    }

    @Test
    void turns_go_on_over_a_swap() {
        TopologyRouter rotating = with(SelectionStrategy.ROUND_ROBIN);
        Nodes chain = Nodes.of(Nodes.state("n1"), Nodes.state("n2"), Nodes.state("n3"));
        assertThat(sequence(rotating, chain, 1)).containsExactly("n1");
        assertThat(sequence(rotating, chain.head(20_000_001).revision(2), 1)).containsExactly("n2");
        Nodes other = Nodes.of(Nodes.state("n1"), Nodes.state("n2"), Nodes.state("n3"), Nodes.state("n4"));
        assertThat(sequence(rotating, other.revision(3), 3)).containsExactly("n3", "n4", "n1");
    }

    @Test
    void least_latency_prefers_fast_idle_nodes_and_keeps_to_routes_and_zero_weights() {
        TopologyRouter fast = with(SelectionStrategy.LEAST_LATENCY);
        Nodes chain = Nodes.of(Nodes.state("slow"), Nodes.state("fast"), Nodes.state("drained"), Nodes.state("barred"))
                .weight("drained", 0)
                .exclude("eth_getBalance", "barred");
        Topology topology = chain.topology();
        CallFacts facts = Requests.facts(topology, "eth_getBalance", RECENT);
        observe(fast, facts, Nodes.state("slow"), 50_000_000);
        observe(fast, facts, Nodes.state("fast"), 5_000_000);
        assertThat(sequence(fast, chain, 20)).containsOnly("fast");
        NodeLoad load = fast.load(Requests.CHAIN, Nodes.state("fast"));
        for (int i = 0; i < 20; i++) {
            load.begun();
        }
        assertThat(sequence(fast, chain, 20)).containsOnly("slow");
    }

    @Test
    void a_node_s_load_survives_swaps_but_not_another_address_or_its_removal() {
        Topology first = Nodes.of(Nodes.state("s1"), Nodes.state("s2")).topology();
        router.prepare(first);
        NodeLoad load = router.load(Requests.CHAIN, Nodes.state("s1"));
        router.prepare(
                Nodes.of(Nodes.state("s1"), Nodes.archive("a1")).revision(2).topology());
        assertThat(router.load(Requests.CHAIN, Nodes.state("s1"))).isSameAs(load);
        router.prepare(Nodes.of(Nodes.archive("a1")).revision(3).topology());
        assertThat(router.load(Requests.CHAIN, Nodes.state("s1"))).isNotSameAs(load);
    }

    @Test
    void a_call_keeps_to_its_topology_although_a_newer_one_is_prepared() {
        Topology old = Nodes.of(Nodes.state("s1")).topology();
        router.prepare(old);
        CallFacts facts = Requests.facts(old, "eth_getBalance", RECENT);
        router.prepare(Nodes.of(Nodes.state("s2")).revision(2).topology());
        assertThat(Requests.words(router.route(facts, List.of()))).isEqualTo("s1 recent_tag");
    }

    @Test
    void a_hedge_goes_to_another_available_node_of_the_pool_or_nowhere() {
        Topology topology = Nodes.of(Nodes.state("s1"), Nodes.state("s2"), Nodes.offline(Nodes.state("s3")))
                .topology();
        CallFacts facts = Requests.facts(topology, "eth_getBalance", RECENT);
        Forward first = (Forward) router.route(facts, List.of());
        Forward second = router.hedge(facts, first);
        assertThat(second).isNotNull();
        assertThat(Set.of(first.node().key(), second.node().key())).containsExactlyInAnyOrder("s1", "s2");
        Topology lonely = Nodes.of(Nodes.state("s1"), Nodes.archive("a1")).topology();
        CallFacts alone = Requests.facts(lonely, "eth_getBalance", RECENT);
        assertThat(router.hedge(alone, (Forward) router.route(alone, List.of())))
                .isNull();
    }

    @Test
    void the_window_is_set_for_all_chains_and_for_single_ones() {
        RoutingSettings settings = new RoutingSettings(SelectionStrategy.RANDOM, 10, Map.of(Requests.CHAIN, 128L), 3);
        TopologyRouter wide = new TopologyRouter(settings, new SeededChance(1), () -> 0L);
        Topology topology =
                Nodes.of(Nodes.state("s1"), Nodes.archive("a1")).head(1000).topology();
        assertThat(Requests.words(
                        wide.route(Requests.facts(topology, "eth_getBalance", "[\"0xaa\",\"0x368\"]"), List.of())))
                .isEqualTo("s1 within_window");
        assertThat(Requests.words(
                        wide.route(Requests.facts(topology, "eth_getBalance", "[\"0xaa\",\"0x367\"]"), List.of())))
                .isEqualTo("a1 older_than_window");
        assertThat(settings.windowOf(Requests.CHAIN.withVersion("v2"))).isEqualTo(128);
        assertThat(settings.windowOf(new ChainId("5", ""))).isEqualTo(10);
    }

    private static TopologyRouter with(SelectionStrategy strategy) {
        return new TopologyRouter(new RoutingSettings(strategy, 64, Map.of(), 3), new SeededChance(1), () -> 0L);
    }

    private static void observe(TopologyRouter router, CallFacts facts, Node node, long nanos) {
        NodeLoad load = router.load(facts, node);
        load.begun();
        load.answered(nanos, 0);
    }

    private String where(Nodes chain, String params) {
        return decide(chain, "eth_getBalance", params);
    }

    private String decide(Nodes chain, String method, String params) {
        return Requests.words(router.route(Requests.facts(chain.topology(), method, params), List.of()));
    }

    private Set<String> nodesOf(Nodes chain, String params, int calls) {
        return shares(chain, params, calls).keySet();
    }

    private Set<String> nodesOf(Nodes chain, String method, String params) {
        Set<String> seen = new HashSet<>();
        Topology topology = chain.topology();
        for (int i = 0; i < 200; i++) {
            seen.add(node(router.route(Requests.facts(topology, method, params), List.of())));
        }
        return seen;
    }

    private Map<String, Integer> shares(Nodes chain, int calls) {
        return shares(chain, RECENT, calls);
    }

    private Map<String, Integer> shares(Nodes chain, String params, int calls) {
        Map<String, Integer> seen = new java.util.HashMap<>();
        CallFacts facts = Requests.facts(chain.topology(), "eth_getBalance", params);
        for (int i = 0; i < calls; i++) {
            seen.merge(node(router.route(facts, List.of())), 1, Integer::sum);
        }
        return seen;
    }

    private static List<String> sequence(TopologyRouter router, Nodes chain, int calls) {
        CallFacts facts = Requests.facts(chain.topology(), "eth_getBalance", RECENT);
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            seen.add(node(router.route(facts, List.of())));
        }
        return seen;
    }

    private static String node(RoutingDecision decision) {
        return ((Forward) decision).node().key();
    }
}
