package io.ethryx.health;

import static io.ethryx.health.MonitoredNodes.INTERVAL;
import static io.ethryx.health.MonitoredNodes.ONE;
import static io.ethryx.health.MonitoredNodes.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Pool;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a topology that is written down starts, and the heads that its nodes tell. */
class NodeStartTest {

    private final MonitoredNodes monitored = new MonitoredNodes(true, true, 100);
    private final ScriptedNodes nodes = monitored.nodes;

    @AfterEach
    void nothing_is_left() {
        monitored.close();
    }

    @Test
    void nodes_that_are_known_before_the_start_serve_at_once() {
        monitored.register(ONE, node("a", 1), node("b", Pool.NATIVE, 2, Node.AVAILABLE, 100));
        assertThat(monitored.view(ONE)).containsExactly("a state 1 ready", "b native 2 ready");
        assertThat(nodes.sent).as("nobody is asked before the start").isEmpty();
        monitored.start();
        assertThat(nodes.sent).hasSize(2);
        assertThat(monitored.view(ONE)).containsExactly("a state 1 ready", "b native 2 ready");
    }

    @Test
    void a_dead_one_among_them_is_out_after_two_probes() {
        nodes.refuses(1);
        monitored.register(ONE, node("a", 1));
        monitored.start();
        assertThat(monitored.view()).containsExactly("a state 1 ready");
        monitored.passAnInterval();
        assertThat(monitored.view()).containsExactly("a state 1 unreachable");
        assertThat(monitored.events).containsExactly("ejected a: unreachable");
    }

    @Test
    void a_node_that_is_written_down_later_is_probed_first() {
        nodes.tellsHead(1, 5);
        nodes.refuses(2);
        monitored.register(ONE, node("a", 1));
        monitored.start();
        monitored.register(ONE, node("a", 1), node("b", 2));
        assertThat(monitored.view()).containsExactly("a state 1 ready", "b state 2 unknown");
        nodes.tellsHead(2, 5);
        monitored.pass(Duration.ofSeconds(5));
        assertThat(monitored.view()).containsExactly("a state 1 ready", "b state 2 ready");
    }

    @Test
    void a_syncing_node_is_shown_as_one() {
        MonitoredNodes asked = new MonitoredNodes(NodeProbeChoice.stock(Map.of(ONE, "eth_syncing")), true, true, 100);
        asked.nodes.tells(1, "{\"currentBlock\":\"0x1\",\"highestBlock\":\"0x9\"}");
        asked.register(ONE, node("a", 1));
        asked.start();
        asked.passAnInterval();
        assertThat(asked.view()).containsExactly("a state 1 syncing");
        assertThat(asked.events).containsExactly("ejected a: syncing");
        asked.close();
    }

    // --- heads ---

    @Test
    void a_chain_without_a_given_head_follows_its_state_and_archive_nodes() {
        nodes.tellsHead(1, 500);
        nodes.tellsHead(2, 501);
        nodes.tellsHead(3, 9_000);
        monitored.register(
                ONE,
                node("s", 1),
                node("a", Pool.ARCHIVE, 2, Node.AVAILABLE, 100),
                node("n", Pool.NATIVE, 3, Node.AVAILABLE, 100));
        assertThat(monitored.chain(ONE).head()).isEmpty();
        monitored.start();
        monitored.view();
        assertThat(monitored.chain(ONE).head()).hasValue(500);
        nodes.tellsHead(1, 510);
        nodes.tellsHead(2, 510);
        monitored.passAnInterval();
        monitored.view();
        assertThat(monitored.chain(ONE).head()).hasValue(510);
    }

    @Test
    void a_given_head_wins_and_the_nodes_go_on_when_it_goes_away() {
        nodes.tellsHead(1, 500);
        monitored.registerHead(ONE, OptionalLong.of(7));
        monitored.register(ONE, node("s", 1));
        monitored.start();
        monitored.view();
        assertThat(monitored.chain(ONE).head()).hasValue(7);
        monitored.registerHead(ONE, OptionalLong.empty());
        monitored.view();
        assertThat(monitored.chain(ONE).head()).hasValue(500);
    }

    /** Case 165: what etcd says is followed, there and back, and when it moved is told. */
    @Test
    void a_given_head_that_runs_off_is_followed_there_and_back() {
        nodes.tellsHead(1, 21_000_000);
        monitored.registerHead(ONE, OptionalLong.of(21_000_000));
        monitored.register(ONE, node("s", 1));
        monitored.start();
        monitored.pass(Duration.ofHours(1));
        Instant begun = Instant.ofEpochSecond(1_000);
        assertThat(monitored.monitor.headMoved(ONE)).hasValue(begun);
        for (long head : new long[] {9_000_000_000L, 21_000_001, 20_999_998}) {
            Instant now = monitored.scheduler.time().wall().instant();
            monitored.registerHead(ONE, OptionalLong.of(head));
            monitored.view();
            assertThat(monitored.chain(ONE).head()).hasValue(head);
            assertThat(monitored.view()).containsExactly("s state 1 ready");
            assertThat(monitored.monitor.headMoved(ONE))
                    .hasValueSatisfying(at -> assertThat(at).isBetween(now, now.plusMillis(20)));
            monitored.pass(Duration.ofMinutes(1));
        }
    }

    @Test
    void each_version_follows_its_own_nodes() {
        ChainId version = new ChainId("1", "v2");
        nodes.tellsHead(1, 500);
        nodes.tellsHead(2, 90);
        monitored.register(ONE, node("s", 1));
        monitored.register(version, node("x", 2));
        monitored.start();
        monitored.view();
        assertThat(monitored.chain(ONE).head()).hasValue(500);
        assertThat(monitored.chain(version).head()).hasValue(90);
    }

    @Test
    void without_tracking_heads_are_reported_and_do_not_route() {
        MonitoredNodes etcd = MonitoredNodes.started();
        etcd.nodes.tellsHead(1, 500);
        etcd.register(ONE, node("s", 1));
        etcd.view();
        assertThat(etcd.chain(ONE).head()).isEmpty();
        assertThat(etcd.monitor.reports(ONE).get(0).head()).hasValue(500);
        etcd.close();
    }

    @Test
    void a_node_that_is_out_does_not_vouch_for_a_head() {
        nodes.tellsHead(1, 500);
        nodes.tellsHead(2, 400);
        monitored.register(ONE, node("s", 1), node("t", Pool.STATE, 2, Node.OFFLINE, 100));
        monitored.start();
        monitored.view();
        assertThat(monitored.chain(ONE).head()).hasValue(500);
    }

    @Test
    void a_node_further_behind_than_allowed_is_flagged_and_serves() {
        nodes.tellsHead(1, 500);
        nodes.tellsHead(2, 500);
        nodes.tellsHead(3, 436);
        nodes.tellsHead(4, 435);
        monitored.register(ONE, node("a", 1), node("b", 2), node("c", 3), node("d", 4));
        monitored.start();
        monitored.view();
        assertThat(monitored.monitor.reports(ONE))
                .extracting(NodeReport::lagging)
                .containsExactly(false, false, false, true);
        assertThat(monitored.view()).allMatch(line -> line.endsWith(" ready"));
    }

    @Test
    void heads_that_move_on_many_chains_are_shown_in_few_topologies() {
        for (int chain = 1; chain <= 200; chain++) {
            nodes.tellsHead(chain, 500);
            monitored.register(new ChainId(Integer.toString(chain), ""), node("s", chain));
        }
        monitored.start();
        monitored.view();
        int before = monitored.shown.size();
        for (int step = 1; step <= 10; step++) {
            for (int chain = 1; chain <= 200; chain++) {
                nodes.tellsHead(chain, 500 + step);
            }
            monitored.pass(INTERVAL);
        }
        monitored.view();
        assertThat(monitored.chain(ONE).head()).hasValue(510);
        assertThat(monitored.shown.size() - before)
                .as("topologies in 100 s: one in 250 ms at most")
                .isLessThanOrEqualTo(401);
    }
}
