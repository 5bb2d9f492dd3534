package io.ethryx.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.RpcCall;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Caller;
import io.ethryx.core.line.RoutingDecision;
import io.ethryx.core.line.RoutingDecision.Forward;
import io.ethryx.core.line.Verdict;
import io.ethryx.core.topology.Topology;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExplanationTest {

    private static final Nodes PAIR = Nodes.of(Nodes.state("s1"), Nodes.archive("a1"));

    @Test
    void the_json_is_the_documented_object() {
        assertThat(explain(PAIR, "eth_getBalance", "[\"0xaa\",\"0x1\"]").toJson())
                .isEqualTo("{\"method\":\"eth_getBalance\",\"context\":{\"kind\":\"number\",\"value\":\"0x1\"},"
                        + "\"head\":\"0x1312d00\",\"pool\":\"archive\",\"node\":\"a1\",\"reason\":\"older_than_window\","
                        + "\"candidates\":[{\"node\":\"s1\",\"pool\":\"state\",\"taken\":false,"
                        + "\"reason\":\"pool_not_chosen\"},{\"node\":\"a1\",\"pool\":\"archive\",\"taken\":true,"
                        + "\"reason\":\"weight\"}],\"verdict\":\"admitted\"}");
    }

    @Test
    void the_text_is_a_line_for_the_call_and_one_for_each_candidate() {
        assertThat(explain(PAIR, "eth_getBalance", "[\"0xaa\",\"0x1\"]").toText())
                .isEqualTo("eth_getBalance 0x1 -> archive a1 (block 1 is 19999999 behind head 20000000, window 64)\n"
                        + "  s1 state: pool_not_chosen\n"
                        + "  a1 archive taken: weight");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            eth_getBalance | ["0xaa","latest"]        | tag       | "latest"
            eth_getBalance | ["0xaa"]                 | tag       | "latest"
            eth_getBalance | ["0xaa",203]             | number    | "0xcb"
            eth_getBalance | ["0xaa","0x0cb"]         | number    | "0xcb"
            eth_getBalance | ["0xaa","Latest"]        | malformed | "Latest"
            eth_getBalance | ["0xaa",{}]              | malformed | "{}"
            eth_getBlockByHash | ["0xHASH"]           | hash      | "0xHASH"
            eth_getLogs    | [{"fromBlock":"0x1"}]    | range     | "0x1..latest"
            eth_feeHistory | [10,"latest"]            | range     | "latest-9..latest"
            eth_chainId    | []                       | none      | null
            """)
    void each_kind_of_context_has_its_word_and_value(String method, String params, String kind, String value) {
        String hash = "ab".repeat(32);
        String json = explain(PAIR, method, params.replace("HASH", hash)).toJson();
        assertThat(json)
                .contains("\"context\":{\"kind\":\"" + kind + "\",\"value\":" + value.replace("HASH", hash) + "}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            ["0xaa","0x1312cff"] | eth_getBalance 0x1312cff -> state s1 (block 19999999 is 1 behind head 20000000, window 64)
            ["0xaa","0x1312d01"] | eth_getBalance 0x1312d01 -> state s1 (block 20000001 is at or above head 20000000, window 64)
            ["0xaa","latest"]    | eth_getBalance latest -> state s1 (asks for recent state)
            ["0xaa","earliest"]  | eth_getBalance earliest -> archive a1 (block 0 is 20000000 behind head 20000000, window 64)
            ["0xaa","safe"]      | eth_getBalance safe -> archive a1 (safe and finalized count as old)
            ["0xaa","Latest"]    | eth_getBalance Latest -> archive a1 (what is no block counts as old)
            """)
    void the_first_line_says_why(String params, String line) {
        assertThat(explain(PAIR, "eth_getBalance", params).toText()).startsWith(line + "\n");
    }

    @Test
    void a_range_is_explained_by_its_lowest_block() {
        assertThat(explain(PAIR, "eth_getLogs", "[{\"fromBlock\":\"latest\",\"toBlock\":\"0x10\"}]")
                        .toText())
                .startsWith("eth_getLogs latest..0x10 -> archive a1 (block 16 is 19999984 behind head 20000000");
        assertThat(explain(PAIR, "eth_feeHistory", "[100,\"latest\"]").toText())
                .startsWith(
                        "eth_feeHistory latest-99..latest -> archive a1 (block 19999901 is 99 behind head 20000000");
    }

    @Test
    void each_candidate_has_its_reason() {
        Nodes chain = Nodes.of(
                        Nodes.state("taken"),
                        Nodes.state("other"),
                        Nodes.state("zero"),
                        Nodes.state("barred"),
                        Nodes.offline(Nodes.state("off")),
                        Nodes.unjoined(Nodes.state("new")),
                        Nodes.archive("old"),
                        Nodes.ofNative("wild"))
                .weight("zero", 0)
                .exclude("eth_getBalance", "barred");
        Explanation explanation = explain(chain, "eth_getBalance", "[\"0xaa\",\"latest\"]");
        assertThat(explanation.toText())
                .isEqualTo("eth_getBalance latest -> state taken (asks for recent state)\n"
                        + "  taken state taken: weight\n"
                        + "  other state: not_drawn\n"
                        + "  zero state: weight_zero\n"
                        + "  barred state: excluded\n"
                        + "  off state: not_available\n"
                        + "  new state: not_joined\n"
                        + "  old archive: pool_not_chosen\n"
                        + "  wild native: pool_not_chosen");
    }

    @Test
    void the_fall_backs_are_told_in_the_order_in_which_they_would_be_asked() {
        Nodes chain = Nodes.of(
                Nodes.offline(Nodes.state("s0")),
                Nodes.state("s1"),
                Nodes.state("s2"),
                Nodes.archive("a1"),
                Nodes.unreachable(Nodes.archive("a2")),
                Nodes.ofNative("n1"));
        RoutingDecision decision =
                explain(chain, "eth_getBalance", "[\"0xaa\",\"latest\"]").decision();
        assertThat(((Forward) java.util.Objects.requireNonNull(decision)).fallbacks())
                .extracting(node -> node.key())
                .containsExactly("s2", "a1", "s0", "a2");
    }

    @Test
    void a_method_route_that_includes_others_is_a_reason() {
        Nodes chain = Nodes.of(Nodes.state("a"), Nodes.state("b")).include("eth_getBalance", "b");
        assertThat(explain(chain, "eth_getBalance", "[\"0xaa\"]").toText())
                .endsWith("  a state: not_included\n  b state taken: weight");
    }

    @Test
    void no_node_is_explained_node_by_node() {
        Nodes chain = Nodes.of(Nodes.state("a"), Nodes.archive("b")).weight("a", 0);
        Explanation explanation = explain(chain, "eth_getBalance", "[\"0xaa\"]");
        assertThat(explanation.toText())
                .isEqualTo("eth_getBalance latest -> no node (no backends available)\n"
                        + "  a state: weight_zero\n"
                        + "  b archive: pool_not_chosen");
        assertThat(explanation.toJson()).contains("\"pool\":null,\"node\":null,\"reason\":\"no_backends_available\"");
    }

    @Test
    void the_head_may_be_unknown() {
        Explanation explanation =
                explain(Nodes.of(Nodes.archive("a")).unknownHead(), "eth_getBalance", "[\"0xaa\",\"0x1\"]");
        assertThat(explanation.toJson()).contains("\"head\":null").contains("\"reason\":\"head_unknown\"");
        assertThat(explanation.toText()).startsWith("eth_getBalance 0x1 -> archive a (the head is unknown)");
    }

    @Test
    void a_call_that_governance_keeps_goes_nowhere() {
        CallFacts facts = Requests.facts(PAIR.topology(), "txpool_content", "[]");
        Explanation refused =
                Explanation.of(facts, RoutingSettings.DEFAULT, new Verdict.Refused(ErrorCatalogue.DENIED), null);
        assertThat(refused.toText()).isEqualTo("txpool_content -> refused (method not allowed)");
        assertThat(refused.toJson())
                .isEqualTo("{\"method\":\"txpool_content\",\"context\":{\"kind\":\"none\",\"value\":null},"
                        + "\"head\":\"0x1312d00\",\"pool\":null,\"node\":null,\"reason\":\"refused\","
                        + "\"candidates\":[],\"verdict\":\"refused\"}");
        Verdict throttled = new Verdict.Throttled(Duration.ofSeconds(1));
        assertThat(Explanation.of(facts, RoutingSettings.DEFAULT, throttled, null)
                        .toText())
                .isEqualTo("txpool_content -> throttled");
    }

    @Test
    void turns_and_latency_are_reasons_too() {
        Topology topology = PAIR.topology();
        RpcCall call = Requests.call("eth_getBalance", "[\"0xaa\"]");
        CallFacts facts = Requests.facts(topology, call, Caller.ANONYMOUS);
        for (SelectionStrategy strategy : SelectionStrategy.values()) {
            RoutingSettings settings = new RoutingSettings(strategy, 64, java.util.Map.of(), 3);
            TopologyRouter router = new TopologyRouter(settings, new SeededChance(1), () -> 0L);
            String expected = switch (strategy) {
                case RANDOM -> "weight";
                case ROUND_ROBIN -> "turn";
                case LEAST_LATENCY -> "latency";
            };
            assertThat(Explanation.of(
                                    facts,
                                    settings,
                                    Verdict.ADMITTED,
                                    router.explaining().route(facts, List.of()))
                            .toText())
                    .contains("s1 state taken: " + expected);
        }
    }

    private static Explanation explain(Nodes chain, String method, String params) {
        return RoutingCheck.of(chain.topology()).explain(Requests.facts(chain.topology(), method, params));
    }
}
