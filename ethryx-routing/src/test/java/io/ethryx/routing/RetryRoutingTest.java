package io.ethryx.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.line.Attempt;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.RoutingDecision;
import io.ethryx.core.line.RoutingDecision.Forward;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which nodes are asked, one after the other, when they fail or answer with an error. */
final class RetryRoutingTest {

    private static final String OLD = "[\"0xaa\",\"0x1\"]";
    private static final String RECENT = "[\"0xaa\",\"latest\"]";

    private final TopologyRouter router = new TopologyRouter(RoutingSettings.DEFAULT, new SeededChance(1), () -> 0L);

    @Test
    void a_node_that_has_not_the_state_sends_the_call_to_an_archive_node_and_that_one_to_a_native_node() {
        Nodes chain = Nodes.of(Nodes.state("s1"), Nodes.archive("a1"), Nodes.ofNative("n1"));
        assertThat(path(chain, RECENT, "-39006", "-39008", "ok"))
                .containsExactly("s1 recent_tag", "a1 state_not_found", "n1 native_needed", "settled");
        assertThat(path(chain, RECENT, "-39006", "-39006"))
                .containsExactly("s1 recent_tag", "a1 state_not_found", "settled");
        assertThat(path(chain, OLD, "-39006")).containsExactly("a1 older_than_window", "settled");
        assertThat(path(chain, RECENT, "-39008", "-39006"))
                .containsExactly("s1 recent_tag", "n1 native_needed", "settled");
    }

    @Test
    void without_an_archive_node_the_answer_stands_and_without_a_native_node_there_is_an_error() {
        Nodes chain = Nodes.of(Nodes.state("s1"));
        assertThat(path(chain, RECENT, "-39006")).containsExactly("s1 recent_tag", "settled");
        assertThat(path(chain, RECENT, "-39008")).containsExactly("s1 recent_tag", "no native backends available");
    }

    @Test
    void where_no_archive_node_can_be_reached_the_node_without_the_state_is_asked_again_for_its_answer() {
        Nodes chain = Nodes.of(Nodes.state("s1"), Nodes.archive("a1"), Nodes.offline(Nodes.archive("a2")));
        assertThat(path(chain, RECENT, "-39006", "connect", "closed", "-39006"))
                .containsExactly(
                        "s1 recent_tag", "a1 state_not_found", "a2 state_not_found", "s1 recent_tag", "settled");
        Nodes fallenBack = Nodes.of(Nodes.state("s1"), Nodes.unreachable(Nodes.archive("a1")));
        assertThat(path(fallenBack, OLD, "-39006", "connect", "-39006"))
                .containsExactly("s1 other_pool_unavailable", "a1 state_not_found", "s1 other_pool_failed", "settled");
    }

    @Test
    void after_the_archive_nodes_another_state_node_may_have_the_state() {
        Nodes chain = Nodes.of(Nodes.state("s1"), Nodes.state("s2"), Nodes.archive("a1"))
                .weight("s2", 0);
        assertThat(path(chain, RECENT, "-39006", "connect", "-39006")).endsWith("s1 recent_tag", "settled");
        Nodes both = Nodes.of(Nodes.state("s1"), Nodes.state("s2"), Nodes.archive("a1"));
        List<String> path = path(both, RECENT, "-39006", "connect", "ok");
        assertThat(List.of(path.get(0), path.get(2))).containsExactlyInAnyOrder("s1 recent_tag", "s2 recent_tag");
        assertThat(path.get(3)).isEqualTo("settled");
    }

    @Test
    void a_retry_may_use_an_unavailable_node_rather_than_none() {
        Nodes chain = Nodes.of(
                Nodes.state("s1"), Nodes.offline(Nodes.archive("a1")), Nodes.unreachable(Nodes.ofNative("n1")));
        assertThat(path(chain, RECENT, "-39006", "-39008", "ok"))
                .containsExactly("s1 recent_tag", "a1 state_not_found", "n1 native_needed", "settled");
    }

    @Test
    void method_routes_hold_for_retries_too() {
        Nodes chain = Nodes.of(Nodes.state("s1"), Nodes.archive("a1"), Nodes.archive("a2"), Nodes.ofNative("n1"))
                .include("eth_getBalance", "s1", "a2");
        assertThat(path(chain, RECENT, "-39006", "-39008"))
                .containsExactly("s1 recent_tag", "a2 state_not_found", "no native backends available");
    }

    @Test
    void a_failed_node_hands_over_to_its_pool_and_then_to_the_other() {
        Nodes chain = Nodes.of(Nodes.archive("a1"), Nodes.archive("a2"), Nodes.state("s1"));
        List<String> path = path(chain, OLD, "connect", "closed", "connect");
        assertThat(path.subList(0, 2)).containsExactlyInAnyOrder("a1 older_than_window", "a2 older_than_window");
        assertThat(path.subList(2, 4)).containsExactly("s1 other_pool_failed", "settled");
    }

    @Test
    void failing_over_takes_available_nodes_of_the_other_pool_before_unavailable_ones_of_its_own() {
        Nodes chain = Nodes.of(Nodes.state("s1"), Nodes.offline(Nodes.state("s2")), Nodes.archive("a1"));
        assertThat(path(chain, RECENT, "connect", "connect", "connect"))
                .containsExactly("s1 recent_tag", "a1 other_pool_failed", "s2 recent_tag", "settled");
    }

    @Test
    void a_submission_fails_over_only_if_it_was_not_sent() {
        Nodes chain = Nodes.of(Nodes.state("s1"), Nodes.state("s2"));
        assertThat(pathOf(chain, "eth_sendRawTransaction", "[\"0x02\"]", "closed"))
                .hasSize(2)
                .endsWith("settled");
        assertThat(pathOf(chain, "eth_sendRawTransaction", "[\"0x02\"]", "unsent", "ok"))
                .hasSize(3);
    }

    @Test
    void what_never_ends_is_no_retry() {
        Nodes chain = Nodes.of(Nodes.state("s1"), Nodes.state("s2"), Nodes.state("s3"), Nodes.state("s4"));
        assertThat(path(chain, RECENT, "connect", "connect", "connect"))
                .hasSize(4)
                .endsWith("settled");
        assertThat(path(chain, RECENT, "deadline")).hasSize(2).endsWith("settled");
        assertThat(path(Nodes.of(Nodes.state("s1")), RECENT, "connect")).containsExactly("s1 recent_tag", "settled");
    }

    @Test
    void a_native_node_that_fails_hands_over_to_another_native_node_only() {
        Nodes chain = Nodes.of(Nodes.state("s1"), Nodes.state("s2"), Nodes.ofNative("n1"), Nodes.ofNative("n2"));
        List<String> path = path(chain, RECENT, "-39008", "connect", "connect");
        assertThat(path.subList(1, 3)).containsExactlyInAnyOrder("n1 native_needed", "n2 native_needed");
        assertThat(path).endsWith("settled");
    }

    private List<String> path(Nodes chain, String params, String... replies) {
        return pathOf(chain, "eth_getBalance", params, replies);
    }

    private List<String> pathOf(Nodes chain, String method, String params, String... replies) {
        CallFacts facts = Requests.facts(chain.topology(), method, params);
        List<Attempt> attempts = new ArrayList<>();
        List<String> path = new ArrayList<>();
        for (String reply : replies) {
            RoutingDecision decision = router.route(facts, attempts);
            path.add(Requests.words(decision));
            attempts.add(new Attempt(((Forward) decision).node(), RetryLadderTest.reply(reply)));
        }
        path.add(Requests.words(router.route(facts, attempts)));
        return path;
    }
}
