package io.ethryx.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever happens to a real etcd, in whatever order: the topology comes to be what a fresh list of its keys gives. */
@Timeout(300)
class EtcdModelTest {

    private static final int STEPS = 150;
    private static final List<String> CHAINS = List.of("1", "0x1", "1/v2", "2");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void puts_deletes_crashes_and_compactions_in_any_order_lead_to_what_a_list_gives(long seed) throws Exception {
        Random random = new Random(seed);
        try (EtcdServer etcd = EtcdServer.alone(folder);
                EtcdHand hand = EtcdHand.at(etcd);
                Followed followed = Followed.follow(etcd)) {
            long revision = hand.put("1/nodes/first", node(1));
            followed.awaitNodes("1", "first");
            for (int step = 0; step < STEPS; step++) {
                revision = act(random, hand, etcd, revision);
            }
            hand.put("3/nodes/last", node(1));
            followed.awaitNodes("3", "last");
            try (Followed fresh = Followed.follow(etcd)) {
                Await.until(fresh.source::synced, fresh::toString);
                assertThat(followed.source.topology().chains())
                        .as("seed %d, %s", seed, followed)
                        .isEqualTo(fresh.source.topology().chains());
            }
            assertThat(followed.unexpected).as("seed %d", seed).isEmpty();
            assertThat(followed.faults).as("seed %d", seed).isEmpty();
        }
    }

    private static long act(Random random, EtcdHand hand, EtcdServer etcd, long revision) throws Exception {
        String chain = CHAINS.get(random.nextInt(CHAINS.size()));
        int choice = random.nextInt(100);
        if (choice < 3) {
            etcd.kill();
            etcd.restart();
            return revision;
        } else if (choice < 8) {
            return compacted(hand, revision);
        } else if (choice < 35) {
            return hand.delete(chain + "/" + key(random));
        }
        String key = key(random);
        return hand.put(chain + "/" + key, value(key, random));
    }

    /** Somebody else may have been there before: a revision is compacted once. */
    private static long compacted(EtcdHand hand, long revision) throws Exception {
        long now = hand.put("unrelated", "" + revision);
        hand.compact(now);
        return now;
    }

    private static String key(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> "gateway";
            case 1 -> "lastBlockNumber";
            case 2 -> "version";
            case 3 -> "mirror/m" + random.nextInt(2);
            case 4 -> "nativeNodes/n" + random.nextInt(2);
            default -> "nodes/n" + random.nextInt(4);
        };
    }

    private static String value(String key, Random random) {
        int number = 1 + random.nextInt(9);
        return switch (key) {
            case "gateway" -> "{\"weights\":[{\"node_key\":\"n1\",\"weight\":" + number + "}]}";
            case "lastBlockNumber" -> "{\"latestBlockNumber\":\"0x" + number + "\"}";
            case "version" -> "v" + number;
            default -> node(number);
        };
    }

    private static String node(int port) {
        return "{\"stateType\":1,\"address\":\"127.0.0.1\",\"port\":" + port + "}";
    }
}
