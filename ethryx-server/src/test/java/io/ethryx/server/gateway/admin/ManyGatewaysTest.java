package io.ethryx.server.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.real.EtcdTrio;
import io.ethryx.server.testing.Await;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three gateways on one etcd of three members behave as one, whatever becomes of the members. */
@Timeout(300)
final class ManyGatewaysTest {

    private static final String CHAIN = "7";

    @TempDir
    private Path folder;

    private EtcdTrio etcd;
    private final List<AdminRig> gateways = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        etcd = EtcdTrio.in(folder);
        for (int i = 0; i < 3; i++) {
            gateways.add(AdminRig.start("etcd_endpoints: ['" + String.join("', '", etcd.urls()) + "']"));
        }
    }

    @AfterEach
    void stop() throws Exception {
        for (AdminRig gateway : gateways) {
            gateway.close();
        }
        etcd.close();
    }

    @Test
    void a_member_lost_and_a_leader_moved_under_traffic_fail_no_read_and_all_converge() throws Exception {
        add("n0", 0);
        awaitEverywhere("n0");
        try (Readers readers = new Readers()) {
            add("n1", 1);
            awaitEverywhere("n0", "n1");
            int follower = (etcd.leader() + 1) % 3;
            etcd.kill(follower);
            add("n2", 2);
            awaitEverywhere("n0", "n1", "n2");
            etcd.restart(follower);
            etcd.moveLeader();
            add("n3", 0);
            delete("n0", 1);
            awaitEverywhere("n1", "n2", "n3");
            setWeight("n1", 5, 2);
            awaitWeight("n1", 5);
            int led = etcd.leader();
            etcd.kill(led);
            setWeight("n1", 6, 0);
            awaitWeight("n1", 6);
            etcd.restart(led);
            readers.awaitMore();
            assertThat(readers.failures).isEmpty();
        }
    }

    private void awaitEverywhere(String... keys) throws Exception {
        for (AdminRig gateway : gateways) {
            gateway.awaitNodes(CHAIN, keys);
        }
    }

    private void awaitWeight(String key, int weight) throws Exception {
        for (AdminRig gateway : gateways) {
            gateway.awaitGet("/" + CHAIN + "/getWeight?node=" + key, "{\"weights\":{\"" + key + "\":" + weight + "}}");
        }
    }

    private void add(String key, int through) throws Exception {
        String body = "{\"node_type\":1,\"node_key\":\"" + key + "\",\"ip\":\"127.0.0.1\",\"port\":"
                + gateways.get(0).nodePort() + ",\"state\":1}";
        untilDone(through, "POST", "/addNode", body, "node " + key + " already exists");
    }

    private void delete(String key, int through) throws Exception {
        untilDone(through, "DELETE", "/deleteNode/" + key, "", "node " + key + " not found");
    }

    private void setWeight(String key, int weight, int through) throws Exception {
        untilDone(through, "POST", "/setWeight?node=" + key + "&weight=" + weight, "", "");
    }

    /** A change that meets an election is refused, and sent again; one that was made unheard is found made. */
    private void untilDone(int through, String method, String path, String body, String alreadyDone) throws Exception {
        AdminRig gateway = gateways.get(through);
        AdminRig.Reply reply = gateway.send(method, "/" + CHAIN + path, body);
        while (reply.status() == 503 || reply.status() == 409) {
            reply = gateway.send(method, "/" + CHAIN + path, body);
        }
        if (reply.status() != 200) {
            assertThat(reply.at("error")).isEqualTo(alreadyDone);
        }
    }

    /** Reads that never stop, one thread a gateway. */
    private final class Readers implements AutoCloseable {

        final List<String> failures = new CopyOnWriteArrayList<>();
        private final AtomicBoolean ended = new AtomicBoolean();
        private final List<AtomicLong> reads = new ArrayList<>();
        private final List<Thread> threads = new ArrayList<>();

        Readers() throws InterruptedException {
            CountDownLatch started = new CountDownLatch(gateways.size());
            for (AdminRig gateway : gateways) {
                AtomicLong count = new AtomicLong();
                reads.add(count);
                Thread thread = new Thread(() -> {
                    started.countDown();
                    read(gateway, count);
                });
                thread.start();
                threads.add(thread);
            }
            started.await();
        }

        private void read(AdminRig gateway, AtomicLong count) {
            while (!ended.get()) {
                try {
                    String answer = gateway.call(CHAIN, "eth_blockNumber");
                    if (!answer.contains("\"result\":\"0x10\"")) {
                        failures.add(answer);
                    }
                    count.incrementAndGet();
                } catch (Exception failed) {
                    failures.add(String.valueOf(failed));
                }
            }
        }

        /** Each of them has read once more, and many times before. */
        void awaitMore() {
            for (AtomicLong count : reads) {
                long before = count.get();
                Await.until(() -> count.get() > before + 10, () -> "no more reads");
            }
        }

        @Override
        public void close() throws InterruptedException {
            ended.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }
}
