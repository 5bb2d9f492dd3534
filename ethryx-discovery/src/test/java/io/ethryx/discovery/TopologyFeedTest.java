package io.ethryx.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Topology;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TopologyFeedTest {

    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);
    private static final String NODE = "{\"address\":\"127.0.0.1\",\"port\":8545,\"stateType\":1}";
    private static final String OTHER_NODE = "{\"address\":\"127.0.0.1\",\"port\":8546,\"stateType\":1}";

    private final SimulatedStore store = new SimulatedStore();
    private final HandDrivenLoop loop = new HandDrivenLoop();
    private final List<Topology> topologies = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    private final TopologyFeed feed = new TopologyFeed(
            store,
            new TopologyFeed.Workings(
                    loop,
                    CALL_TIMEOUT,
                    new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5), new Random(1)),
                    () -> Instant.EPOCH),
            new Events(),
            topologies::add);

    @Test
    void keys_are_listed_once_and_watched_from_the_next_revision() {
        store.put("1/nodes/a", NODE);
        connect();
        assertThat(store.calls).containsExactly("list", "watch 3");
        assertThat(nodes()).containsExactly("a");
        assertThat(feed.synced()).isTrue();
        assertThat(feed.connected()).isTrue();
        assertThat(events).containsExactly("synced 2 1", "connected 2");
    }

    @Test
    void a_burst_of_changes_is_one_topology() {
        connect();
        for (int i = 0; i < 1000; i++) {
            store.put("1/nodes/n" + i % 10, i % 2 == 0 ? NODE : OTHER_NODE);
            store.deliverAll();
        }
        loop.runDue();
        assertThat(topologies).hasSize(1);
        assertThat(nodes()).hasSize(10);
        assertThat(events).filteredOn(event -> event.startsWith("applied")).containsExactly("applied 1001");
    }

    @Test
    void an_update_that_changes_nothing_is_no_topology() {
        store.put("1/nodes/a", NODE);
        connect();
        store.put("1/nodes/a", " " + NODE);
        store.deliverAll();
        loop.runDue();
        assertThat(topologies).hasSize(1);
    }

    @Test
    void a_lost_watch_goes_on_behind_the_last_change_that_was_applied() {
        store.put("1/nodes/a", NODE);
        connect();
        store.put("1/nodes/b", NODE);
        store.put("1/nodes/c", NODE);
        store.deliver(1);
        store.cut(StoreFailure.Kind.OTHER);
        loop.runDue();
        assertThat(feed.connected()).isFalse();
        assertThat(nodes()).containsExactly("a", "b");
        loop.advance(Duration.ofMillis(120));
        assertThat(store.calls).containsExactly("list", "watch 3", "watch 4");
        store.deliverAll();
        loop.runDue();
        assertThat(nodes()).containsExactly("a", "b", "c");
    }

    @Test
    void what_a_session_says_after_its_end_is_not_heard() {
        store.put("1/nodes/a", NODE);
        connect();
        StoreSession.Watcher old = store.open.watcher;
        store.cut(StoreFailure.Kind.OTHER);
        loop.advance(Duration.ofSeconds(1));
        old.changed(List.of(new StoreChange.Delete("1/nodes/a", 99)), 99);
        old.ended(new StoreFailure(StoreFailure.Kind.OTHER, "late"));
        loop.runDue();
        assertThat(nodes()).containsExactly("a");
        assertThat(feed.connected()).isTrue();
        assertThat(store.calls).hasSize(3);
    }

    @Test
    void after_a_compaction_all_is_listed_again_and_only_what_changed_is_handed_on() {
        store.put("1/nodes/a", NODE);
        store.put("2/nodes/x", NODE);
        store.put("1/nodes/gone", NODE);
        connect();
        ChainTopology untouched = chain("2");
        store.cut(StoreFailure.Kind.OTHER);
        store.put("1/nodes/new", NODE);
        store.delete("1/nodes/gone");
        store.compact();
        loop.advance(Duration.ofSeconds(1));
        assertThat(store.calls).containsExactly("list", "watch 5", "watch 5", "list", "watch 7");
        assertThat(topologies).hasSize(2);
        assertThat(nodes()).containsExactly("a", "new");
        assertThat(chain("2")).isSameAs(untouched);
        assertThat(events).filteredOn(event -> event.startsWith("resyncing")).hasSize(1);
    }

    @Test
    void nothing_is_handed_on_by_a_list_that_says_what_is_known() {
        store.put("1/nodes/a", NODE);
        connect();
        store.put("1/nodes/a", " " + NODE);
        store.compact();
        store.cut(StoreFailure.Kind.OTHER);
        loop.advance(Duration.ofSeconds(1));
        assertThat(topologies).hasSize(1);
        assertThat(events).contains("synced 3 1");
    }

    @Test
    void another_store_at_the_same_address_is_listed_though_its_revisions_are_lower() {
        store.put("1/nodes/a", NODE);
        store.put("1/nodes/b", NODE);
        connect();
        store.replaceByAnother();
        store.put("1/nodes/a", OTHER_NODE);
        store.cut(StoreFailure.Kind.OTHER);
        loop.advance(Duration.ofSeconds(1));
        assertThat(nodes()).containsExactly("a");
        assertThat(chain("1").nodes().get(0).port()).isEqualTo(8546);
        assertThat(feed.connected()).isTrue();
    }

    @Test
    void a_store_that_was_set_back_is_listed() {
        store.put("1/nodes/a", NODE);
        store.put("1/nodes/b", NODE);
        connect();
        long cluster = store.cluster;
        store.replaceByAnother();
        store.cluster = cluster;
        store.put("1/nodes/c", NODE);
        store.cut(StoreFailure.Kind.OTHER);
        loop.advance(Duration.ofSeconds(1));
        assertThat(nodes()).containsExactly("c");
    }

    @Test
    void attempts_to_connect_go_on_for_ever_and_grow_apart_to_a_bound() {
        store.refusal = StoreFailure.Kind.OTHER;
        connect();
        loop.advance(Duration.ofSeconds(30));
        int inHalfAMinute = store.calls.size();
        assertThat(inHalfAMinute).isBetween(8, 16);
        loop.advance(Duration.ofHours(1));
        assertThat(store.calls.size() - inHalfAMinute).isBetween(3600 / 6, 3600 / 4);
        assertThat(events).filteredOn("lost refused true"::equals).hasSize(1);
        store.refusal = null;
        store.put("1/nodes/a", NODE);
        loop.advance(Duration.ofSeconds(6));
        assertThat(nodes()).containsExactly("a");
    }

    @Test
    void a_connection_that_held_lets_the_next_attempt_come_soon_again() {
        store.refusal = StoreFailure.Kind.OTHER;
        connect();
        loop.advance(Duration.ofMinutes(1));
        store.refusal = null;
        loop.advance(Duration.ofSeconds(6));
        assertThat(feed.connected()).isTrue();
        loop.advance(CALL_TIMEOUT);
        store.cut(StoreFailure.Kind.OTHER);
        loop.advance(Duration.ofMillis(120));
        assertThat(feed.connected()).isTrue();
    }

    @Test
    void a_watch_that_does_not_stand_in_time_is_given_up() {
        store.silent = true;
        connect();
        loop.advance(CALL_TIMEOUT);
        assertThat(events).contains("lost no answer in time true");
        store.silent = false;
        loop.advance(Duration.ofSeconds(1));
        assertThat(feed.connected()).isTrue();
    }

    @Test
    void a_password_is_left_at_home_where_none_is_wanted_and_brought_where_one_is() {
        store.refusal = StoreFailure.Kind.WANTS_NO_PASSWORD;
        connect();
        store.refusal = null;
        loop.advance(Duration.ofMillis(150));
        assertThat(feed.connected()).isTrue();
        store.cut(StoreFailure.Kind.OTHER);
        loop.advance(Duration.ofMillis(300));
        assertThat(store.passwords).containsExactly(true, false, true);
        assertThat(feed.connected()).isTrue();
    }

    @Test
    void a_bad_value_is_reported_once_and_the_last_good_one_stays_until_it_is_corrected() {
        store.put("1/nodes/a", NODE);
        connect();
        put("1/nodes/a", "not-json");
        put("1/nodes/a", "[]");
        assertThat(nodes()).containsExactly("a");
        assertThat(events).filteredOn(event -> event.startsWith("bad")).containsExactly("bad false", "bad true");
        put("1/nodes/a", OTHER_NODE);
        assertThat(chain("1").nodes().get(0).port()).isEqualTo(8546);
        put("1/nodes/a", "[]");
        assertThat(events).filteredOn(event -> event.startsWith("bad")).endsWith("bad false");
    }

    @Test
    void a_key_that_was_deleted_has_no_last_good_value() {
        store.put("1/nodes/a", NODE);
        connect();
        store.delete("1/nodes/a");
        store.put("1/nodes/a", "not-json");
        store.deliverAll();
        loop.runDue();
        assertThat(nodes()).isEmpty();
        put("1/nodes/a", NODE);
        assertThat(nodes()).containsExactly("a");
    }

    @Test
    void a_deleted_head_is_unknown_again() {
        store.put("1/lastBlockNumber", "{\"latestBlockNumber\":\"0x10\"}");
        connect();
        assertThat(chain("1").head()).hasValue(16);
        put("1/lastBlockNumber", "abc");
        assertThat(chain("1").head()).hasValue(16);
        put("1/nodes/a", NODE);
        store.delete("1/lastBlockNumber");
        store.deliverAll();
        loop.runDue();
        assertThat(chain("1").head()).isEmpty();
    }

    @Test
    void a_changed_type_or_source_leaves_no_ghost() {
        store.put("1/nodes/a", NODE);
        connect();
        put("1/nodes/a", NODE.replace("}", ",\"nodeType\":2}"));
        put("1/nodes/a", NODE.replace("}", ",\"source\":\"native\"}"));
        assertThat(chain("1").nodes()).hasSize(1);
    }

    @Test
    void of_two_keys_for_the_same_the_one_written_last_counts() {
        connect();
        put("0x1/nodes/a", NODE);
        put("1/nodes/a", OTHER_NODE);
        assertThat(chain("1").nodes()).extracting(Node::port).containsExactly(8546);
        put("0x1/nodes/a", NODE.replace("8545", "1"));
        assertThat(chain("1").nodes()).extracting(Node::port).containsExactly(1);
        store.delete("0x1/nodes/a");
        store.deliverAll();
        loop.runDue();
        assertThat(chain("1").nodes()).extracting(Node::port).containsExactly(8546);
    }

    @Test
    void entries_of_an_earlier_run_hold_until_the_first_list() {
        feed.preload(List.of(entry("1/nodes/old", 0), entry("1/nodes/a", 1)));
        assertThat(nodes()).containsExactly("old", "a");
        assertThat(feed.synced()).isFalse();
        store.put("1/nodes/a", NODE);
        connect();
        assertThat(nodes()).containsExactly("a");
        assertThat(topologies).hasSize(2);
        assertThat(topologies).extracting(Topology::revision).containsExactly(1L, 2L);
    }

    @Test
    void a_stopped_feed_does_nothing_more() {
        connect();
        SimulatedStore.Session session = store.open;
        feed.stop();
        feed.stop();
        assertThat(session.closed).isTrue();
        loop.advance(Duration.ofHours(1));
        assertThat(store.calls).hasSize(2);
    }

    @Test
    void a_feed_that_is_stopped_while_it_waits_does_not_come_back() {
        store.refusal = StoreFailure.Kind.OTHER;
        connect();
        feed.stop();
        loop.advance(Duration.ofHours(1));
        assertThat(store.calls).hasSize(1);
    }

    @Test
    void after_any_events_the_topology_is_that_of_a_fresh_list() {
        long seed = 4242;
        Random random = new Random(seed);
        connect();
        for (int step = 0; step < 5_000; step++) {
            act(random);
            if (step % 50 == 0) {
                settle();
                assertThat(topology().chains())
                        .as("seed %d, step %d", seed, step)
                        .isEqualTo(fresh().chains());
            }
        }
        assertThat(topologies).isSortedAccordingTo((one, other) -> Long.compare(one.revision(), other.revision()));
        assertThat(topologies.size()).isGreaterThan(100);
    }

    /** What comes may be the end of the watch, and another one then brings the rest. */
    private void settle() {
        for (int i = 0; i < 2; i++) {
            store.deliverAll();
            loop.advance(Duration.ofSeconds(30));
        }
    }

    private void act(Random random) {
        String chain = List.of("1", "0x1", "1/v2", "1-v2", "56").get(random.nextInt(5));
        String name = "n" + random.nextInt(4);
        switch (random.nextInt(16)) {
            case 0, 1, 2 -> store.put(chain + "/nodes/" + name, NODE.replace("8545", "" + (1 + random.nextInt(3))));
            case 3 -> store.put(chain + "/nodes/" + name, NODE.replace("}", ",\"nodeType\":2,\"source\":\"native\"}"));
            case 4 -> store.put(chain + "/nativeNodes/" + name, NODE);
            case 5 -> store.put(chain + "/lastBlockNumber", "{\"latestBlockNumber\":\"0x" + random.nextInt(9) + "\"}");
            case 6 ->
                store.put(
                        chain + "/gateway",
                        "{\"weights\":[{\"node_key\":\"n1\",\"weight\":" + random.nextInt(120) + "}]}");
            case 7 -> store.put(chain + "/mirror/" + name, NODE.replace(",\"stateType\":1", ""));
            case 8 -> store.put(chain + "/version", random.nextBoolean() ? "v2" : "");
            case 9, 10, 11 -> deleteOne(random);
            case 12 -> store.deliver(1 + random.nextInt(5));
            case 13 -> loop.runOne();
            case 14 -> {
                store.cut(StoreFailure.Kind.OTHER);
                loop.advance(Duration.ofMillis(random.nextInt(1000)));
            }
            default -> {
                if (random.nextInt(4) == 0) {
                    store.compact();
                }
            }
        }
    }

    private void deleteOne(Random random) {
        List<StoredEntry> all = store.all();
        if (!all.isEmpty()) {
            store.delete(all.get(random.nextInt(all.size())).key());
        }
    }

    private Topology fresh() {
        Ledger ledger = new Ledger((fault, again) -> {});
        ledger.replaceAll(store.all());
        return ledger.next().orElse(Topology.EMPTY);
    }

    private void connect() {
        feed.connect();
        loop.runDue();
    }

    private void put(String key, String value) {
        store.put(key, value);
        store.deliverAll();
        loop.runDue();
    }

    private Topology topology() {
        return topologies.isEmpty() ? Topology.EMPTY : topologies.get(topologies.size() - 1);
    }

    private ChainTopology chain(String id) {
        return topology().chain(ChainId.parse(id).orElseThrow());
    }

    private List<String> nodes() {
        ChainTopology chain = chain("1");
        return chain == null ? List.of() : chain.nodes().stream().map(Node::key).toList();
    }

    private static StoredEntry entry(String key, long created) {
        return new StoredEntry(key, NODE.getBytes(StandardCharsets.UTF_8), created, created);
    }

    private final class Events implements DiscoveryListener {
        @Override
        public void connected(long revision) {
            events.add("connected " + revision);
        }

        @Override
        public void disconnected(String reason, boolean first) {
            events.add("lost " + reason + " " + first);
        }

        @Override
        public void synced(long revision, int keys) {
            events.add("synced " + revision + " " + keys);
        }

        @Override
        public void resyncing(String reason) {
            events.add("resyncing " + reason);
        }

        @Override
        public void applied(long revision, Instant at) {
            events.add("applied " + revision);
        }

        @Override
        public void badValue(Fault fault, boolean again) {
            events.add("bad " + again);
        }
    }
}
