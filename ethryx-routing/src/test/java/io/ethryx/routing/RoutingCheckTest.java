package io.ethryx.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.line.Governor;
import io.ethryx.core.line.Verdict;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Topology;
import io.ethryx.routing.RoutingExpectation.Outcome;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class RoutingCheckTest {

    private static final String OLD =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_getBalance\",\"params\":[\"0xaa\",\"0x1\"]}";
    private static final String RECENT =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_getBalance\",\"params\":[\"0xaa\",\"latest\"]}";

    private final Topology topology =
            Nodes.of(Nodes.state("s1"), Nodes.state("s2"), Nodes.archive("a1")).topology();

    @Test
    void my_rules_still_hold() {
        RoutingCheck check = RoutingCheck.of(topology);
        assertThat(check.run(List.of(
                        RoutingExpectation.of("1", OLD, Outcome.ofNode("archive", "a1")),
                        RoutingExpectation.of("0x1", RECENT, Outcome.ofPool("state")))))
                .isEmpty();
    }

    @Test
    void what_differs_is_told_member_by_member() {
        RoutingExpectation wrong = new RoutingExpectation(
                "old balance",
                "1",
                OptionalLong.empty(),
                OLD,
                false,
                new Outcome("state", "s1", "refused", "within_window"));
        assertThat(RoutingCheck.of(topology).run(List.of(wrong)))
                .extracting(RoutingMismatch::toString)
                .containsExactly(
                        "old balance: verdict: expected refused, got admitted",
                        "old balance: pool: expected state, got archive",
                        "old balance: node: expected s1, got a1",
                        "old balance: reason: expected within_window, got older_than_window");
    }

    @Test
    void any_node_that_may_be_taken_fulfils_an_expectation_of_it() {
        assertThat(RoutingCheck.of(topology)
                        .run(List.of(
                                RoutingExpectation.of("1", RECENT, Outcome.ofNode("state", "s1")),
                                RoutingExpectation.of("1", RECENT, Outcome.ofNode("state", "s2")))))
                .isEmpty();
        assertThat(RoutingCheck.of(topology)
                        .run(List.of(RoutingExpectation.of("1", RECENT, Outcome.ofNode("state", "a1")))))
                .extracting(RoutingMismatch::member)
                .containsExactly("node");
    }

    @Test
    void head_and_archive_can_be_assumed() {
        Outcome archive = Outcome.ofPool("archive");
        Outcome state = Outcome.ofPool("state");
        assertThat(RoutingCheck.of(topology)
                        .run(List.of(
                                new RoutingExpectation("low", "1", OptionalLong.of(65), OLD, false, state),
                                new RoutingExpectation("high", "1", OptionalLong.of(66), OLD, false, archive),
                                new RoutingExpectation("asked", "1", OptionalLong.empty(), RECENT, true, archive))))
                .isEmpty();
    }

    @Test
    void each_call_of_a_batch_has_to_fulfil_it() {
        String batch = "[" + RECENT + "," + OLD + "]";
        assertThat(RoutingCheck.of(topology).run(List.of(RoutingExpectation.of("1", batch, Outcome.ofPool("state")))))
                .extracting(RoutingMismatch::got)
                .containsExactly("archive");
    }

    @Test
    void what_is_no_call_or_no_chain_is_a_mismatch() {
        assertThat(RoutingCheck.of(topology)
                        .run(List.of(
                                RoutingExpectation.of("1", "{", Outcome.ofPool("state")),
                                RoutingExpectation.of("1", "[1]", Outcome.ofPool("state")),
                                RoutingExpectation.of("-v1", RECENT, Outcome.ofPool("state")),
                                RoutingExpectation.of("5", RECENT, Outcome.ofPool("state")))))
                .extracting(mismatch -> mismatch.member() + " " + mismatch.got())
                .containsExactly("request parse error", "request invalid request", "chain -v1", "pool none");
    }

    @Test
    void what_governance_keeps_has_a_verdict_and_no_node() {
        Governor denying = facts -> new Verdict.Refused(ErrorCatalogue.DENIED);
        RoutingCheck check = new RoutingCheck(topology, RoutingSettings.DEFAULT, MethodTable.standard(), denying);
        Outcome refused = new Outcome(null, null, "refused", null);
        assertThat(check.run(List.of(RoutingExpectation.of("1", RECENT, refused))))
                .isEmpty();
        assertThat(check.run(List.of(RoutingExpectation.of("1", RECENT, Outcome.ofNode("state", "s1")))))
                .extracting(RoutingMismatch::member)
                .containsExactly("pool", "node");
    }

    @Test
    void the_bare_chain_is_served_by_the_version_that_its_override_names() {
        ChainId version = Requests.CHAIN.withVersion("v2");
        Topology versioned = new Topology(
                1,
                Map.of(
                        Requests.CHAIN,
                        ChainTopology.empty(Requests.CHAIN)
                                .withNodes(List.of(Nodes.state("old")))
                                .withOverride("v2"),
                        version,
                        ChainTopology.empty(version).withNodes(List.of(Nodes.state("new")))));
        assertThat(RoutingCheck.of(versioned)
                        .run(List.of(
                                RoutingExpectation.of("1", RECENT, Outcome.ofNode("state", "new")),
                                RoutingExpectation.of("0x1-v2", RECENT, Outcome.ofNode("state", "new")))))
                .isEmpty();
    }
}
