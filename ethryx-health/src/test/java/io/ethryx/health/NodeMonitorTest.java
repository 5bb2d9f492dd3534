package io.ethryx.health;

import static io.ethryx.health.MonitoredNodes.INTERVAL;
import static io.ethryx.health.MonitoredNodes.MAX_WAIT;
import static io.ethryx.health.MonitoredNodes.ONE;
import static io.ethryx.health.MonitoredNodes.TIMEOUT;
import static io.ethryx.health.MonitoredNodes.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.line.FailureKind;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Pool;
import io.ethryx.core.topology.Topology;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NodeMonitorTest {

    private static final ChainId TWO = new ChainId("2", "");
    private static final Duration RETRY = Duration.ofSeconds(5);

    private final MonitoredNodes monitored = MonitoredNodes.started();
    private final ScriptedNodes nodes = monitored.nodes;

    @AfterEach
    void nothing_is_left() {
        monitored.close();
    }

    // --- joining ---

    @Test
    void a_node_joins_once_its_probe_passed() {
        nodes.hangs(1);
        monitored.register(ONE, node("a", 1));
        assertThat(monitored.view()).containsExactly("a state 1 unknown");
        assertThat(monitored.chain(ONE).nodes().get(0).joined()).isFalse();
        nodes.tellsHead(1, 5);
        monitored.pass(TIMEOUT.plus(RETRY));
        assertThat(monitored.view()).containsExactly("a state 1 ready");
        assertThat(monitored.events).containsExactly("retry a:1 timeout", "joined 1/a:1 after 8 s");
    }

    @Test
    void a_node_that_does_not_pass_is_tried_every_five_seconds() {
        nodes.refuses(1);
        monitored.register(ONE, node("a", 1));
        for (int attempts = 1; attempts <= 6; attempts++) {
            assertThat(nodes.sentTo(1)).isEqualTo(attempts);
            monitored.pass(RETRY.minusMillis(1));
            assertThat(nodes.sentTo(1)).isEqualTo(attempts);
            monitored.pass(Duration.ofMillis(1));
        }
    }

    @Test
    void a_node_past_the_maximum_wait_is_said_to_be_late_once_and_tried_on_with_growing_pauses() {
        nodes.refuses(1);
        monitored.register(ONE, node("a", 1));
        monitored.pass(MAX_WAIT);
        assertThat(monitored.events).hasSize(7).endsWith("overdue a after 30 s");
        assertThat(nodes.sentTo(1)).isEqualTo(7);
        monitored.pass(Duration.ofSeconds(12));
        assertThat(nodes.sentTo(1)).isEqualTo(8);
        monitored.pass(Duration.ofSeconds(15));
        assertThat(nodes.sentTo(1)).as("the pause has doubled").isEqualTo(8);
        monitored.pass(Duration.ofHours(1));
        assertThat(monitored.events.stream().filter(event -> event.startsWith("overdue")))
                .hasSize(1);
        long until = nodes.sentTo(1);
        monitored.pass(Duration.ofHours(1));
        assertThat(nodes.sentTo(1) - until).as("tries in a late hour").isBetween(10L, 15L);
        nodes.tells(1, "null");
        monitored.pass(Duration.ofMinutes(6));
        assertThat(monitored.view()).containsExactly("a state 1 ready");
    }

    @Test
    void a_probe_that_hangs_is_given_up_at_its_timeout() {
        nodes.hangs(1);
        monitored.register(ONE, node("a", 1));
        monitored.pass(TIMEOUT.minusMillis(1));
        assertThat(nodes.open).isOne();
        monitored.pass(Duration.ofMillis(1));
        assertThat(nodes.open).isZero();
        assertThat(monitored.events).containsExactly("retry a:1 timeout");
    }

    /** Reference section 15, lb/node_health. */
    @Test
    void state_and_archive_nodes_are_asked_get_latest_block_and_native_ones_eth_block_number() {
        nodes.tells(1, "{\"height\":5}");
        nodes.tells(2, "{\"number\":\"0x5\"}");
        nodes.tells(3, "\"0x5\"");
        monitored.register(
                ONE,
                node("s", 1),
                node("a", Pool.ARCHIVE, 2, Node.AVAILABLE, 100),
                node("n", Pool.NATIVE, 3, Node.AVAILABLE, 100));
        assertThat(nodes.sent)
                .containsExactly(
                        "1/s 10.0.0.1:1 getLatestBlock",
                        "1/a 10.0.0.1:2 getLatestBlock",
                        "1/n 10.0.0.1:3 eth_blockNumber");
        assertThat(monitored.view()).containsExactly("s state 1 ready", "a archive 2 ready", "n native 3 ready");
        assertThat(monitored.chain(ONE).nodes())
                .extracting(Node::source)
                .containsExactly("official", "official", "native");
    }

    // --- after joining ---

    @Test
    void a_joined_node_is_probed_at_the_interval_give_or_take_a_fifth() {
        nodes.tellsHead(1, 5);
        monitored.register(ONE, node("a", 1));
        for (int i = 2; i < 50; i++) {
            Instant before = monitored.scheduler.time().wall().instant();
            while (nodes.sentTo(1) < i) {
                monitored.pass(Duration.ofMillis(10));
            }
            Duration pause =
                    Duration.between(before, monitored.scheduler.time().wall().instant());
            assertThat(pause)
                    .isBetween(
                            Duration.ofSeconds(8).minusMillis(10),
                            Duration.ofSeconds(12).plusMillis(10));
        }
    }

    @Test
    void one_failure_changes_nothing_two_in_a_row_eject_and_one_success_brings_back() {
        nodes.tellsHead(1, 5);
        monitored.register(ONE, node("a", 1));
        monitored.events.clear();
        nodes.refuses(1);
        probesPass(1);
        assertThat(monitored.view()).containsExactly("a state 1 ready");
        nodes.tellsHead(1, 5);
        probesPass(1);
        nodes.refuses(1);
        probesPass(1);
        assertThat(monitored.view()).containsExactly("a state 1 ready");
        probesPass(1);
        assertThat(monitored.view()).containsExactly("a state 1 unreachable");
        assertThat(monitored.chain(ONE).nodes().get(0).joined()).isTrue();
        nodes.tellsHead(1, 5);
        probesPass(1);
        assertThat(monitored.view()).containsExactly("a state 1 ready");
        assertThat(monitored.events).containsExactly("ejected a: unreachable", "returned a");
    }

    /** Passes time until so many more probes ended. */
    private void probesPass(int more) {
        long until = nodes.sentTo(1) + more;
        while (nodes.sentTo(1) < until) {
            monitored.pass(Duration.ofMillis(100));
        }
        monitored.scheduler.runDue();
    }

    // --- what a registration may change ---

    @Test
    void state_weight_and_pool_change_at_once_and_without_a_probe() {
        nodes.tellsHead(1, 5);
        monitored.register(ONE, node("a", 1));
        monitored.register(ONE, node("a", Pool.STATE, 1, Node.OFFLINE, 7));
        assertThat(monitored.view()).containsExactly("a state 1 unreachable");
        assertThat(monitored.chain(ONE).nodes().get(0).weight()).isEqualTo(7);
        monitored.register(ONE, node("a", Pool.ARCHIVE, 1, Node.AVAILABLE, 7));
        assertThat(monitored.view()).containsExactly("a archive 1 ready");
        assertThat(nodes.sentTo(1)).isOne();
    }

    @Test
    void a_dead_node_can_be_marked_offline() {
        nodes.tellsHead(1, 5);
        monitored.register(ONE, node("a", 1));
        nodes.hangs(1);
        monitored.register(ONE, node("a", Pool.STATE, 1, Node.OFFLINE, 100));
        assertThat(monitored.view()).containsExactly("a state 1 unreachable");
    }

    @Test
    void a_new_address_is_probed_first_and_the_old_one_serves_on() {
        nodes.tellsHead(1, 5);
        monitored.register(ONE, node("a", 1));
        nodes.refuses(2);
        monitored.register(ONE, node("a", Pool.STATE, 2, Node.AVAILABLE, 9));
        assertThat(monitored.view()).containsExactly("a state 1 ready");
        assertThat(monitored.chain(ONE).nodes().get(0).weight())
                .as("the new weight holds at once")
                .isEqualTo(9);
        monitored.pass(Duration.ofMinutes(1));
        assertThat(monitored.view()).containsExactly("a state 1 ready");
        assertThat(monitored.monitor.reports(ONE).get(0).registered().port()).isEqualTo(2);
        nodes.tellsHead(2, 5);
        monitored.pass(Duration.ofMinutes(6));
        assertThat(monitored.view()).containsExactly("a state 2 ready");
        long old = nodes.sentTo(1);
        monitored.pass(INTERVAL.multipliedBy(5));
        assertThat(nodes.sentTo(1)).as("the old address is asked no more").isEqualTo(old);
    }

    @Test
    void the_old_address_is_still_watched_while_the_new_one_is_probed() {
        nodes.tellsHead(1, 5);
        monitored.register(ONE, node("a", 1));
        nodes.refuses(1);
        nodes.refuses(2);
        monitored.register(ONE, node("a", 2));
        monitored.pass(INTERVAL.multipliedBy(3));
        assertThat(monitored.view()).containsExactly("a state 1 unreachable");
        assertThat(monitored.events).contains("ejected a: unreachable");
        nodes.tellsHead(2, 5);
        monitored.pass(Duration.ofMinutes(6));
        assertThat(monitored.view()).containsExactly("a state 2 ready");
    }

    @Test
    void an_address_that_changes_back_needs_no_probe() {
        nodes.tellsHead(1, 5);
        monitored.register(ONE, node("a", 1));
        nodes.hangs(2);
        monitored.register(ONE, node("a", 2));
        monitored.register(ONE, node("a", 1));
        assertThat(nodes.open).as("the other address' probe is cancelled").isZero();
        nodes.tellsHead(2, 5);
        monitored.pass(INTERVAL.multipliedBy(3));
        assertThat(nodes.sentTo(2)).isOne();
        assertThat(monitored.view()).containsExactly("a state 1 ready");
    }

    @Test
    void a_changed_source_leaves_no_ghost() {
        nodes.tellsHead(1, 5);
        monitored.register(ONE, node("a", 1));
        nodes.hangs(1);
        monitored.register(ONE, node("a", Pool.NATIVE, 1, Node.AVAILABLE, 100));
        assertThat(monitored.view()).containsExactly("a native 1 unknown");
        nodes.tellsHead(1, 5);
        monitored.pass(TIMEOUT.plus(RETRY));
        assertThat(monitored.view()).containsExactly("a native 1 ready");
        assertThat(nodes.sent).contains("1/a 10.0.0.1:1 eth_blockNumber");
    }

    @Test
    void a_registration_that_says_the_same_again_changes_and_probes_nothing() {
        nodes.tellsHead(1, 5);
        monitored.register(ONE, node("a", 1));
        monitored.view();
        int before = monitored.shown.size();
        monitored.register(ONE, node("a", 1));
        assertThat(monitored.view()).containsExactly("a state 1 ready");
        assertThat(monitored.shown).hasSize(before);
        assertThat(nodes.sentTo(1)).isOne();
    }

    // --- clients' calls ---

    @Test
    void three_calls_in_a_row_that_fail_for_the_nodes_sake_eject_it_until_a_probe_passes() {
        nodes.tellsHead(1, 5);
        Node a = node("a", 1);
        monitored.register(ONE, a);
        monitored.monitor.failed(ONE, a, FailureKind.CONNECT);
        monitored.monitor.failed(ONE, a, FailureKind.CLOSED);
        monitored.scheduler.runDue();
        assertThat(monitored.now().chain(ONE)).isNotNull();
        assertThat(monitored.events).doesNotContain("ejected a: live_calls");
        monitored.monitor.failed(ONE, a, FailureKind.MALFORMED);
        monitored.scheduler.runDue();
        assertThat(monitored.view()).containsExactly("a state 1 unreachable");
        assertThat(monitored.monitor.reports(ONE).get(0).ejections()).containsEntry(NodeFault.LIVE_CALLS, 1L);
        monitored.pass(Duration.ofSeconds(1));
        assertThat(monitored.view()).containsExactly("a state 1 ready");
        assertThat(monitored.events).endsWith("ejected a: live_calls", "returned a");
    }

    @Test
    void an_answer_ends_a_row_of_failures() {
        nodes.tellsHead(1, 5);
        Node a = node("a", 1);
        monitored.register(ONE, a);
        for (int i = 0; i < 9; i++) {
            monitored.monitor.failed(ONE, a, FailureKind.CONNECT);
            if (i % 2 == 1) {
                monitored.monitor.answered(ONE, a);
            }
        }
        assertThat(monitored.view()).containsExactly("a state 1 ready");
    }

    @Test
    void what_is_not_the_nodes_own_failure_never_ejects() {
        nodes.tellsHead(1, 5);
        Node a = node("a", 1);
        monitored.register(ONE, a);
        for (FailureKind kind : new FailureKind[] {
            FailureKind.DEADLINE, FailureKind.CALLER_GONE, FailureKind.POOL_EXHAUSTED, FailureKind.UNSENT
        }) {
            for (int i = 0; i < 10; i++) {
                monitored.monitor.failed(ONE, a, kind);
            }
        }
        assertThat(monitored.view()).containsExactly("a state 1 ready");
    }

    @Test
    void failures_at_an_old_address_say_nothing_of_the_new_one() {
        nodes.tellsHead(1, 5);
        nodes.tellsHead(2, 5);
        monitored.register(ONE, node("a", 1));
        monitored.register(ONE, node("a", 2));
        for (int i = 0; i < 3; i++) {
            monitored.monitor.failed(ONE, node("a", 1), FailureKind.CONNECT);
        }
        assertThat(monitored.view()).containsExactly("a state 2 ready");
    }

    // --- topologies that are handed out ---

    @Test
    void what_does_not_change_stays_the_same_object() {
        nodes.tellsHead(1, 5);
        nodes.tellsHead(2, 5);
        monitored.register(ONE, node("a", 1), node("b", 2));
        monitored.register(TWO, node("c", 1));
        monitored.view();
        Topology before = monitored.now();
        monitored.registerHead(ONE, OptionalLong.of(7));
        assertThat(monitored.view()).hasSize(2);
        Topology after = monitored.now();
        assertThat(after.revision()).isGreaterThan(before.revision());
        assertThat(after.chain(TWO)).isSameAs(before.chain(TWO));
        assertThat(monitored.chain(ONE).head()).hasValue(7);
        assertThat(monitored.chain(ONE).nodes())
                .isSameAs(Objects.requireNonNull(before.chain(ONE)).nodes());
        assertThat(after.hasNodesOf(before)).isTrue();
        nodes.refuses(1);
        monitored.pass(INTERVAL.multipliedBy(3));
        assertThat(monitored.now().hasNodesOf(before)).isFalse();
    }

    @Test
    void many_nodes_that_join_at_once_are_shown_in_few_topologies() {
        Node[] many = IntStream.range(1, 1_001)
                .mapToObj(port -> {
                    nodes.tellsHead(port, 5);
                    return node("n" + port, port);
                })
                .toArray(Node[]::new);
        monitored.register(ONE, many);
        monitored.view();
        assertThat(monitored.now().chain(ONE)).isNotNull();
        assertThat(monitored.chain(ONE).nodes()).hasSize(1_000).allMatch(Node::available);
        assertThat(monitored.shown).hasSizeLessThan(20);
        assertThat(nodes.mostOpen).isLessThanOrEqualTo(100);
    }

    @Test
    void dead_nodes_do_not_keep_living_ones_from_being_probed() {
        nodes.tellsHead(1, 5);
        monitored.register(ONE, node("a", 1));
        Node[] all = IntStream.range(1, 1_001)
                .mapToObj(port -> node(port == 1 ? "a" : "n" + port, port))
                .toArray(Node[]::new);
        monitored.register(ONE, all);
        long before = nodes.sentTo(1);
        monitored.pass(INTERVAL.multipliedBy(10));
        assertThat(nodes.mostOpen).isLessThanOrEqualTo(51);
        assertThat(nodes.sentTo(1) - before).isGreaterThanOrEqualTo(8);
    }

    // --- reports ---

    @Test
    void a_report_tells_status_head_and_the_last_trouble() {
        nodes.tellsHead(1, 5);
        monitored.register(ONE, node("a", 1));
        NodeReport good = monitored.monitor.reports(ONE).get(0);
        assertThat(good.node().available()).isTrue();
        assertThat(good.head()).hasValue(5);
        assertThat(good.lagging()).isFalse();
        assertThat(good.probes().passedAt()).hasValue(Instant.ofEpochSecond(1_000));
        assertThat(good.probes().trouble()).isEmpty();
        nodes.answers(1, ScriptedNodes.response(503, "busy"));
        probesPass(2);
        NodeReport bad = monitored.monitor.report(ONE, node("a", 1)).orElseThrow();
        assertThat(bad.node().available()).isFalse();
        assertThat(bad.head()).as("the last that was told").hasValue(5);
        assertThat(bad.probes().failures()).isEqualTo(2);
        assertThat(bad.probes().trouble()).hasValueSatisfying(trouble -> {
            assertThat(trouble.fault()).isEqualTo(NodeFault.HTTP_STATUS);
            assertThat(trouble.detail()).isEqualTo("http 503");
        });
        assertThat(bad.ejections()).containsEntry(NodeFault.HTTP_STATUS, 1L);
        assertThat(monitored.monitor.reports(new ChainId("9", ""))).isEmpty();
    }

    @Test
    void a_node_can_be_probed_when_asked_for() {
        nodes.tellsHead(1, 5);
        monitored.register(ONE, node("a", 1));
        assertThat(monitored.monitor.probeNow(ONE, node("a", 1))).isTrue();
        monitored.scheduler.runDue();
        assertThat(nodes.sentTo(1)).isEqualTo(2);
        assertThat(monitored.monitor.probeNow(ONE, node("b", 1))).isFalse();
        monitored.pass(INTERVAL.multipliedBy(6).dividedBy(5));
        assertThat(nodes.sentTo(1)).as("and at its time after that, once").isEqualTo(3);
    }
}
