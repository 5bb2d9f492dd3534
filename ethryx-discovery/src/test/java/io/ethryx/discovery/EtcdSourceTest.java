package io.ethryx.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.options.PutOption;
import io.ethryx.core.topology.Node;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The source against real etcd processes, which are killed, frozen, compacted and emptied under it. */
class EtcdSourceTest {

    private static final String NODE = node(8545);

    @TempDir
    private Path folder;

    @Test
    void keys_that_are_there_and_keys_that_come_and_go_make_the_topology() throws Exception {
        try (EtcdServer etcd = EtcdServer.alone(folder);
                EtcdHand hand = EtcdHand.at(etcd)) {
            hand.put("1/nodes/s1", NODE);
            hand.put("1/writers/leader", "w1");
            try (Followed followed = Followed.follow(etcd)) {
                followed.awaitNodes("1", "s1").awaitConnected();
                hand.put("0x1/nodes/s2", NODE);
                hand.put("1/v2/nodes/x1", NODE);
                followed.awaitNodes("1", "s1", "s2").awaitNodes("1-v2", "x1");
                hand.delete("1/nodes/s1");
                followed.awaitNodes("1", "s2");
                hand.put("1/lastBlockNumber", "{\"latestBlockNumber\":\"0x10\"}");
                Await.until(() -> followed.chain("1").head().isPresent(), followed::toString);
                hand.delete("1/lastBlockNumber");
                Await.until(() -> followed.chain("1").head().isEmpty(), followed::toString);
                assertThat(followed.faults).isEmpty();
                assertThat(followed.unexpected).isEmpty();
                assertThat(followed.disconnections).isEmpty();
                assertThat(followed.applied).isNotNull();
            }
            assertNoThread("ethryx-discovery");
        }
    }

    @Test
    void ten_crashes_under_writes_lose_nothing() throws Exception {
        long seed = 99;
        Random random = new Random(seed);
        try (EtcdServer etcd = EtcdServer.alone(folder);
                EtcdHand hand = EtcdHand.at(etcd);
                Followed followed = Followed.follow(etcd)) {
            followed.awaitConnected();
            for (int crash = 0; crash < 10; crash++) {
                writeSome(hand, random);
                etcd.kill();
                CompletableFuture<Void> writes = CompletableFuture.runAsync(() -> writeSome(hand, random));
                int before = followed.connections.get();
                etcd.restart();
                writes.join();
                Await.until(() -> followed.connections.get() > before, followed::toString);
            }
            hand.put("1/nodes/last", NODE);
            Await.until(() -> followed.nodes("1").contains("last"), followed::toString);
            try (Followed fresh = Followed.follow(etcd)) {
                Await.until(fresh.source::synced, fresh::toString);
                assertThat(followed.source.topology().chains())
                        .as("seed %d", seed)
                        .isEqualTo(fresh.source.topology().chains());
            }
            assertThat(followed.connections.get()).isGreaterThan(10);
            assertThat(followed.unexpected).isEmpty();
        }
    }

    private static void writeSome(EtcdHand hand, Random random) {
        try {
            for (int i = 0; i < 20; i++) {
                String key = "1/nodes/n" + random.nextInt(12);
                if (random.nextInt(3) == 0) {
                    hand.delete(key);
                } else {
                    hand.put(key, node(1 + random.nextInt(60_000)));
                }
            }
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    @Test
    void what_was_compacted_while_away_is_found_by_a_list_and_the_watch_goes_on() throws Exception {
        try (EtcdServer etcd = EtcdServer.alone(folder);
                EtcdHand hand = EtcdHand.at(etcd);
                Followed followed = Followed.follow(etcd)) {
            hand.put("1/nodes/stays", NODE);
            hand.put("1/nodes/goes", NODE);
            hand.put("2/nodes/other", NODE);
            followed.awaitNodes("2", "other").awaitConnected();
            Object untouched = followed.chain("2");
            etcd.stop();
            followed.awaitDisconnected();
            try (EtcdServer hidden = etcd.elsewhere();
                    EtcdHand there = EtcdHand.at(hidden)) {
                there.delete("1/nodes/goes");
                long last = 0;
                for (int i = 0; i < 100; i++) {
                    last = there.put("1/nodes/comes", node(1 + i));
                }
                there.compact(last);
                hidden.stop();
            }
            etcd.restart();
            followed.awaitNodes("1", "stays", "comes").awaitConnected();
            assertThat(followed.chain("1").nodes()).extracting(Node::port).containsExactly(8545, 100);
            assertThat(followed.chain("2")).isSameAs(untouched);
            assertThat(followed.resyncs).hasSize(1);
            assertThat(followed.synced).hasValue(2);
            hand.put("1/nodes/later", NODE);
            followed.awaitNodes("1", "stays", "comes", "later");
        }
    }

    @Test
    void a_member_that_comes_back_empty_is_followed() throws Exception {
        try (EtcdServer etcd = EtcdServer.alone(folder);
                EtcdHand hand = EtcdHand.at(etcd);
                Followed followed = Followed.follow(etcd)) {
            hand.put("1/nodes/a", NODE);
            hand.put("1/nodes/b", NODE);
            followed.awaitNodes("1", "a", "b");
            etcd.kill();
            etcd.restartEmpty();
            hand.put("1/nodes/c", NODE);
            followed.awaitNodes("1", "c");
        }
    }

    @Test
    void a_frozen_etcd_leaves_the_topology_as_it_is_and_a_thawed_one_is_followed_again() throws Exception {
        try (EtcdServer etcd = EtcdServer.alone(folder);
                EtcdHand hand = EtcdHand.at(etcd);
                Followed followed = Followed.follow(etcd)) {
            hand.put("1/nodes/a", NODE);
            followed.awaitNodes("1", "a");
            etcd.freeze();
            try (Followed late = Followed.follow(etcd)) {
                Await.until(() -> !late.disconnections.isEmpty(), late::toString);
                assertThat(followed.nodes("1")).containsExactly("a");
                etcd.thaw();
                late.awaitNodes("1", "a");
                hand.put("1/nodes/b", NODE);
                followed.awaitNodes("1", "a", "b");
                late.awaitNodes("1", "a", "b");
            }
        }
    }

    @Test
    void bad_values_are_kept_out_and_the_rest_goes_on() throws Exception {
        try (EtcdServer etcd = EtcdServer.alone(folder, "--max-request-bytes=10000000");
                EtcdHand hand = EtcdHand.at(etcd)) {
            hand.put("1/nodes/early", "not-json");
            hand.put("1/nodes/huge", " ".repeat(5 << 20));
            try (Followed followed = Followed.follow(etcd)) {
                followed.awaitConnected();
                hand.put("1/nodes/x", NODE);
                followed.awaitNodes("1", "x");
                for (String bad : List.of(
                        "not-json",
                        "",
                        "[]",
                        "{\"address\":\"ftp://a\",\"port\":1}",
                        "{\"address\":\"http://\",\"port\":1}",
                        "{\"address\":\"a\",\"port\":99999}",
                        " ".repeat(5 << 20))) {
                    hand.put("1/nodes/x", bad);
                }
                hand.put("1/nodes/", NODE);
                hand.put("/nodes/a/b", NODE);
                hand.put(
                        ByteSequence.from(new byte[] {'1', '/', 'n', 'o', 'd', 'e', 's', '/', (byte) 0xFF}),
                        EtcdHand.bytes(NODE));
                hand.put("1/nodes/good", NODE);
                followed.awaitNodes("1", "x", "good");
                hand.put("1/nodes/early", NODE);
                followed.awaitNodes("1", "early", "x", "good");
                assertThat(followed.faults)
                        .extracting(Fault::key)
                        .containsExactlyInAnyOrder(
                                "1/nodes/early",
                                "1/nodes/huge",
                                "1/nodes/x",
                                "1/nodes/",
                                "nodes/a/b",
                                "1/nodes/\uFFFD");
                assertThat(followed.disconnections).isEmpty();
            }
        }
    }

    @Test
    void nodes_that_expire_all_at_once_go_and_come_back() throws Exception {
        try (EtcdServer etcd = EtcdServer.alone(folder);
                EtcdHand hand = EtcdHand.at(etcd);
                Followed followed = Followed.follow(etcd)) {
            followed.awaitConnected();
            long lease = hand.persistently(client -> client.getLeaseClient().grant(600))
                    .getID();
            PutOption leased = PutOption.builder().withLeaseId(lease).build();
            for (String name : List.of("a", "b", "c")) {
                hand.persistently(client ->
                        client.getKVClient().put(EtcdHand.bytes("1/nodes/" + name), EtcdHand.bytes(NODE), leased));
            }
            followed.awaitNodes("1", "a", "b", "c");
            hand.persistently(client -> client.getLeaseClient().revoke(lease));
            Await.until(() -> followed.source.topology().chains().isEmpty(), followed::toString);
            hand.put("1/nodes/a", NODE);
            followed.awaitNodes("1", "a");
        }
    }

    @Test
    void any_number_of_keys_is_listed_in_pages_at_one_revision() throws Exception {
        try (EtcdServer etcd = EtcdServer.alone(folder);
                EtcdHand hand = EtcdHand.at(etcd)) {
            for (int i = 0; i < 250; i++) {
                hand.put("1/nodes/n" + (1000 + i), NODE);
            }
            EtcdSettings small = EtcdSettings.of(List.of(etcd.endpoint())).withPageSize(7);
            try (Followed followed = Followed.follow(small)) {
                Await.until(followed.source::synced, followed::toString);
                assertThat(followed.nodes("1")).hasSize(250).isSorted();
                assertThat(followed.topologies).hasSize(1);
            }
        }
    }

    @Test
    void the_prefix_is_stripped_and_neighbours_are_left_alone() throws Exception {
        try (EtcdServer etcd = EtcdServer.alone(folder);
                EtcdHand hand = EtcdHand.at(etcd)) {
            EtcdSettings settings = EtcdSettings.of(List.of(etcd.endpoint())).withPrefix("/prod");
            try (Followed followed = Followed.follow(settings)) {
                hand.put("/prod/1/nodes/a", NODE);
                hand.put("/prod2/1/nodes/b", NODE);
                hand.put("1/nodes/c", NODE);
                hand.put("/prod/1/nodes/d", NODE);
                followed.awaitNodes("1", "a", "d");
                assertThat(followed.source.topology().chains()).hasSize(1);
            }
        }
    }

    @Test
    void without_etcd_the_snapshot_file_serves_and_a_lost_etcd_changes_nothing() throws Exception {
        Path snapshot = folder.resolve("last.json");
        EtcdServer etcd = EtcdServer.alone(folder);
        EtcdSettings settings = EtcdSettings.of(List.of(etcd.endpoint())).withSnapshotFile(snapshot);
        try (etcd;
                EtcdHand hand = EtcdHand.at(etcd)) {
            hand.put("1/nodes/b", NODE);
            hand.put("1/nodes/a", NODE);
            try (Followed followed = Followed.follow(settings)) {
                followed.awaitNodes("1", "b", "a");
                Await.until(() -> Files.exists(snapshot), followed::toString);
                etcd.kill();
                followed.awaitDisconnected();
                assertThat(followed.nodes("1")).containsExactly("b", "a");
            }
            try (Followed restarted = Followed.follow(settings)) {
                restarted.awaitNodes("1", "b", "a");
                Await.until(() -> !restarted.disconnections.isEmpty(), restarted::toString);
                assertThat(restarted.source.synced()).isFalse();
                assertThat(restarted.source.connected()).isFalse();
                etcd.restart();
                restarted.awaitConnected();
                assertThat(restarted.source.synced()).isTrue();
                assertThat(restarted.topologies).hasSize(1);
                hand.delete("1/nodes/b");
                restarted.awaitNodes("1", "a");
            }
            assertThat(new SnapshotFile(snapshot).read())
                    .extracting(StoredEntry::key)
                    .containsExactly("1/nodes/a");
        }
    }

    @Test
    void an_unreadable_snapshot_is_told_and_does_no_harm() throws Exception {
        Path snapshot = Files.writeString(folder.resolve("last.json"), "{");
        try (Followed followed = Followed.follow(unreachable().withSnapshotFile(snapshot))) {
            Await.until(() -> followed.disconnections.size() > 2, followed::toString);
            assertThat(followed.fileFailures).singleElement().asString().contains("is no snapshot");
            assertThat(followed.source.topology().chains()).isEmpty();
        }
    }

    @Test
    void a_listener_that_throws_does_no_harm() throws Exception {
        try (EtcdServer etcd = EtcdServer.alone(folder);
                EtcdHand hand = EtcdHand.at(etcd);
                EtcdSource source = new EtcdSource(
                        EtcdSettings.of(List.of(etcd.endpoint())), topology -> fail(), new DiscoveryListener() {
                            @Override
                            public void connected(long revision) {
                                fail();
                            }

                            @Override
                            public void applied(long revision, Instant at) {
                                fail();
                            }
                        })) {
            source.start();
            Await.until(source::connected, () -> "not connected");
            for (int i = 1; i < 4; i++) {
                hand.put("1/nodes/a", node(i));
                int port = i;
                Await.until(() -> portOfTheOnlyNode(source) == port, () -> "stands still at " + port);
            }
        }
    }

    private static void fail() {
        throw new IllegalStateException("thrown by a listener, as the test wants it");
    }

    private static int portOfTheOnlyNode(EtcdSource source) {
        return source.topology().chains().values().stream()
                .flatMap(chain -> chain.nodes().stream())
                .mapToInt(Node::port)
                .findFirst()
                .orElse(0);
    }

    @Test
    void start_and_close_may_come_twice_and_in_any_order() throws Exception {
        Followed followed = Followed.follow(unreachable());
        followed.source.start();
        followed.close();
        followed.close();
        followed.source.start();
        assertNoThread("ethryx-discovery");
    }

    private static EtcdSettings unreachable() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return EtcdSettings.of(List.of("127.0.0.1:" + socket.getLocalPort()));
        }
    }

    private static void assertNoThread(String name) {
        Await.until(
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().equals(name)),
                () -> name + " still runs");
    }

    private static String node(int port) {
        return "{\"stateType\":1,\"address\":\"127.0.0.1\",\"port\":" + port
                + ",\"nodeType\":1,\"weight\":100,\"source\":\"manual\"}";
    }
}
