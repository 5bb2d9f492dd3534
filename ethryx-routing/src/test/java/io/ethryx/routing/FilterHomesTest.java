package io.ethryx.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.Body;
import io.ethryx.core.JsonRpcReader;
import io.ethryx.core.RpcCall;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Caller;
import io.ethryx.core.line.CandidateReason;
import io.ethryx.core.line.PoolReason;
import io.ethryx.core.line.RoutingDecision;
import io.ethryx.core.line.RoutingDecision.Forward;
import io.ethryx.core.line.Target;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.NodeStatus;
import io.ethryx.core.topology.Pool;
import io.ethryx.core.topology.Topology;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FilterHomesTest {

    private static final ChainId CHAIN = ChainId.parse("1").orElseThrow();
    private static final ChainId OTHER_CHAIN = ChainId.parse("2").orElseThrow();

    private final Node first = node("first", Pool.STATE, "10.0.0.1");
    private final Node maker = node("maker", Pool.STATE, "10.0.0.2");
    private final Node archive = node("archive", Pool.ARCHIVE, "10.0.0.3");

    private long now;
    private static final BlockContextReader CONTEXTS = new BlockContextReader(MethodTable.standard());

    private final JsonRpcReader reader = new JsonRpcReader();
    private Topology topology = topology(first, maker, archive);
    private final TopologyRouter router = new TopologyRouter(RoutingSettings.DEFAULT, bound -> 0, () -> now);

    private static Node node(String key, Pool pool, String address) {
        return new Node(key, pool, address, 8545, null, 100, 1, "manual", NodeStatus.READY);
    }

    private static Topology topology(Node... nodes) {
        return new Topology(
                1,
                Map.of(
                        CHAIN, ChainTopology.empty(CHAIN).withNodes(List.of(nodes)),
                        OTHER_CHAIN, ChainTopology.empty(OTHER_CHAIN).withNodes(List.of(nodes))));
    }

    private RpcCall call(String method, String params) {
        String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}";
        return (RpcCall) reader.read(Body.of(body.getBytes(StandardCharsets.UTF_8)));
    }

    private Forward decision(ChainId chain, String method, String params) {
        RoutingDecision decision = router.route(facts(chain, method, params), List.of());
        return (Forward) decision;
    }

    private CallFacts facts(ChainId chain, String method, String params) {
        return facts(chain, Caller.ANONYMOUS, method, params);
    }

    private CallFacts facts(ChainId chain, Caller caller, String method, String params) {
        return new CallFacts(call(method, params), Target.of(topology, chain), caller, CONTEXTS);
    }

    private void made(Node node, Caller caller, String result) {
        router.filters().made(facts(CHAIN, caller, "eth_newFilter", "[{}]"), node, result);
    }

    private static Caller named(String name) {
        return field -> field.equals(Caller.CLIENT_ID) ? name : null;
    }

    private String askedFor(String params) {
        return decision(CHAIN, "eth_getFilterChanges", params).node().key();
    }

    private void later(Duration time) {
        now += time.toNanos();
    }

    @ParameterizedTest
    @ValueSource(strings = {"eth_getFilterChanges", "eth_getFilterLogs", "eth_uninstallFilter"})
    void a_call_that_names_a_filter_goes_to_the_node_that_made_it(String method) {
        made(maker, Caller.ANONYMOUS, "\"0xAb12\"");
        Forward decision = decision(CHAIN, method, "[\"0xaB12\"]");
        assertThat(decision.node()).isEqualTo(maker);
        assertThat(decision.reason()).isEqualTo(PoolReason.FILTER_HOME);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "eth_call | [\"0x1\"]",
                "eth_getFilterChanges | [\"0x2\"]",
                "eth_getFilterChanges | []",
                "eth_getFilterChanges | [null]",
                "eth_getFilterChanges | [{\"id\":\"0x1\"}]",
                "eth_getFilterChanges | {\"id\":\"0x1\"}",
                "eth_getFilterChanges | [true]",
            })
    void every_other_call_is_routed_as_usual(String method, String params) {
        made(maker, Caller.ANONYMOUS, "\"0x1\"");
        assertThat(decision(CHAIN, method, params).node()).isEqualTo(first);
    }

    @Test
    void an_id_may_be_a_number_or_written_with_escapes() {
        made(maker, Caller.ANONYMOUS, "17");
        made(maker, Caller.ANONYMOUS, "\"0x1\"");
        assertThat(askedFor("[ 17 ]")).isEqualTo("maker");
        assertThat(askedFor("[\"\\u0030x1\"]")).isEqualTo("maker");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "true", "{}", "[\"0x1\"]"})
    void a_result_that_is_no_id_is_not_remembered(String result) {
        made(maker, Caller.ANONYMOUS, result);
        assertThat(decision(CHAIN, "eth_getFilterChanges", "[" + result + "]").node())
                .isEqualTo(first);
    }

    @Test
    void an_id_of_absurd_length_is_not_remembered() {
        String id = "\"" + "f".repeat(200) + "\"";
        made(maker, Caller.ANONYMOUS, id);
        assertThat(askedFor("[" + id + "]")).isEqualTo("first");
    }

    @Test
    void chains_have_filters_of_their_own() {
        made(maker, Caller.ANONYMOUS, "\"0x1\"");
        assertThat(decision(OTHER_CHAIN, "eth_getFilterChanges", "[\"0x1\"]").node())
                .isEqualTo(first);
    }

    @Test
    void nodes_that_give_the_same_id_are_told_apart_by_their_callers() {
        made(maker, named("alice"), "\"0x1\"");
        made(archive, named("bob"), "\"0x1\"");
        Map<String, Node> expected = Map.of("alice", maker, "bob", archive, "carol", archive);
        expected.forEach((caller, node) -> {
            CallFacts facts = facts(CHAIN, named(caller), "eth_getFilterChanges", "[\"0x1\"]");
            assertThat(((Forward) router.route(facts, List.of())).node()).isEqualTo(node);
        });
    }

    @Test
    void a_filter_is_found_while_it_is_asked_for_and_forgotten_when_it_is_not() {
        made(maker, Caller.ANONYMOUS, "\"0x1\"");
        for (int i = 0; i < 20; i++) {
            later(Duration.ofMinutes(9));
            assertThat(askedFor("[\"0x1\"]")).isEqualTo("maker");
        }
        later(Duration.ofMinutes(20));
        assertThat(askedFor("[\"0x1\"]")).isEqualTo("first");
    }

    @Test
    void those_that_were_not_asked_for_longest_make_room() {
        made(maker, Caller.ANONYMOUS, "\"kept\"");
        made(maker, Caller.ANONYMOUS, "\"lost\"");
        for (int i = 0; i < 3 * FilterHomes.MOST; i++) {
            made(maker, Caller.ANONYMOUS, "\"" + i + "\"");
            if (i % 10_000 == 0) {
                assertThat(askedFor("[\"kept\"]")).isEqualTo("maker");
            }
        }
        assertThat(askedFor("[\"lost\"]")).isEqualTo("first");
        int known = 0;
        for (int i = 0; i < 3 * FilterHomes.MOST; i++) {
            known += askedFor("[\"" + i + "\"]").equals("maker") ? 1 : 0;
        }
        assertThat(known).isBetween(FilterHomes.MOST / 4, FilterHomes.MOST);
    }

    @Test
    void a_maker_that_is_not_available_is_asked_all_the_same_since_no_other_has_the_filter() {
        made(maker, Caller.ANONYMOUS, "\"0x1\"");
        topology = topology(first, maker.withProbed(NodeStatus.SYNCING), archive);
        assertThat(askedFor("[\"0x1\"]")).isEqualTo("maker");
    }

    @Test
    void a_maker_that_went_away_or_moved_is_not_asked_any_more() {
        made(maker, Caller.ANONYMOUS, "\"0x1\"");
        topology = topology(first, archive);
        assertThat(askedFor("[\"0x1\"]")).isEqualTo("first");
        topology = topology(first, node("maker", Pool.STATE, "10.0.0.9"), archive);
        assertThat(askedFor("[\"0x1\"]")).isEqualTo("first");
    }

    @Test
    void the_explanation_says_why() {
        made(maker, Caller.ANONYMOUS, "\"0x1\"");
        Forward decision =
                (Forward) router.explaining().route(facts(CHAIN, "eth_getFilterChanges", "[\"0x1\"]"), List.of());
        assertThat(decision.candidates())
                .filteredOn(candidate -> candidate.taken())
                .singleElement()
                .satisfies(candidate -> {
                    assertThat(candidate.node()).isEqualTo(maker);
                    assertThat(candidate.reason()).isEqualTo(CandidateReason.FILTER_HOME);
                });
    }
}
