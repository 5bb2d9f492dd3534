package io.ethryx.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two State nodes under load, one of which fails in every way there is: no client notices (decision G9). */
@Timeout(120)
final class KilledNodeTest {

    private static final int CLIENTS = 32;
    private static final int READS_EACH = 64;
    private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");
    private static final long SEED = 20_260_712;

    private final Queue<String> failed = new ConcurrentLinkedQueue<>();
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicBoolean broken = new AtomicBoolean();
    private boolean batches;
    private ScriptedNode good;
    private ScriptedNode killed;
    private GatewayFixture gateway;

    @BeforeEach
    void start() throws IOException {
        good = ScriptedNode.answering(KilledNodeTest::answer);
    }

    private void serve(RawUpstream.Script script) throws IOException {
        killed = ScriptedNode.of(script);
        gateway = GatewayFixture.start(good.as("1/nodes/good", 1), killed.as("1/nodes/killed", 1));
    }

    @AfterEach
    void stop() throws IOException {
        gateway.close();
        good.close();
        killed.close();
    }

    private static String answer(String request) {
        if (request.contains("eth_blockNumber")) {
            return "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"0x10\"}";
        }
        String answers =
                ID.matcher(request).results().map(id -> result(id.group(1))).collect(Collectors.joining(","));
        return request.contains("\r\n\r\n[") || request.startsWith("[") ? "[" + answers + "]" : answers;
    }

    private static String result(String id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":\"" + id + "\"}";
    }

    private static void answer(RawUpstream.Connection connection, String request) throws IOException {
        String answer = answer(request);
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + answer.length() + "\r\n\r\n" + answer);
    }

    /** Reads as many as there are to read; half of the way everything that is told to happens then. */
    private void load(Runnable halfway) throws InterruptedException {
        AtomicInteger begun = new AtomicInteger();
        List<Thread> clients = new ArrayList<>();
        for (int c = 0; c < CLIENTS; c++) {
            int client = c;
            Thread thread = new Thread(() -> {
                try (RawClient socket = gateway.client()) {
                    for (int i = 0; i < READS_EACH; i++) {
                        if (begun.incrementAndGet() == CLIENTS * READS_EACH / 2) {
                            halfway.run();
                        }
                        read(socket, client * READS_EACH + i);
                    }
                } catch (IOException e) {
                    failed.add(e.toString());
                }
            });
            clients.add(thread);
            thread.start();
        }
        for (Thread client : clients) {
            client.join();
        }
    }

    private void read(RawClient client, int id) throws IOException {
        boolean batch = batches && id % 2 == 0;
        String body = batch ? "[" + call(id) + "," + call(id + 1_000_000) + "]" : call(id);
        String expected = batch
                ? "[" + result(Integer.toString(id)) + "," + result(Integer.toString(id + 1_000_000)) + "]"
                : result(Integer.toString(id));
        client.send(GatewayFixture.post("/1", body));
        String answer = client.readAnswer();
        if (answer.startsWith("HTTP/1.1 200 ") && answer.endsWith("\r\n\r\n" + expected)) {
            answered.incrementAndGet();
        } else {
            failed.add(answer);
        }
    }

    private static String call(int id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"eth_call\",\"params\":[{},\"latest\"]}";
    }

    private void allAreAnswered() {
        assertThat(failed).as("seed %d", SEED).isEmpty();
        assertThat(answered).hasValue(CLIENTS * READS_EACH);
    }

    @Test
    void a_node_that_is_killed_halfway_fails_no_read() throws Exception {
        serve(connection -> {
            for (String request = connection.readRequest(); request != null; request = connection.readRequest()) {
                answer(connection, request);
            }
        });
        load(() -> {
            try {
                killed.close();
            } catch (IOException e) {
                failed.add(e.toString());
            }
        });
        allAreAnswered();
        assertThat(killed.upstream().received()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_node_that_resets_closes_cuts_and_speaks_nonsense_at_random_fails_no_read(boolean inBatchesToo)
            throws Exception {
        batches = inBatchesToo;
        AtomicInteger connections = new AtomicInteger();
        serve(connection -> {
            Random random = new Random(SEED + connections.incrementAndGet());
            for (String request = connection.readRequest(); request != null; request = connection.readRequest()) {
                if (!broken.get() || random.nextInt(3) > 0) {
                    answer(connection, request);
                    continue;
                }
                switch (random.nextInt(6)) {
                    case 0 -> connection.reset();
                    case 1 -> connection.socket().close();
                    case 2 -> connection.send("HTTP/1.1 200 OK\r\nContent-Le");
                    case 3 -> connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"jsonrpc\":\"2.0\",");
                    case 4 -> connection.send("SSH-2.0-OpenSSH_9.6\r\n");
                    default ->
                        connection.send(
                                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n{\"jsonrpc\":\"2.0\"\r\nzz");
                }
                return;
            }
        });
        load(() -> broken.set(true));
        allAreAnswered();
    }

    @Test
    void a_node_that_swallows_what_it_gets_and_is_then_cut_fails_no_read() throws Exception {
        CountDownLatch swallowed = new CountDownLatch(8);
        serve(connection -> {
            for (String request = connection.readRequest(); request != null; request = connection.readRequest()) {
                if (broken.get()) {
                    swallowed.countDown();
                    swallowed.await(15, TimeUnit.SECONDS);
                    connection.reset();
                    return;
                }
                answer(connection, request);
            }
        });
        load(() -> broken.set(true));
        allAreAnswered();
    }

    @Test
    void nodes_that_are_probed_and_taken_out_of_service_amid_the_load_fail_no_read_either() throws Exception {
        AtomicInteger connections = new AtomicInteger();
        killed = ScriptedNode.of(connection -> {
            Random random = new Random(SEED + connections.incrementAndGet());
            for (String request = connection.readRequest(); request != null; request = connection.readRequest()) {
                if (broken.get() && random.nextInt(3) == 0) {
                    connection.reset();
                    return;
                }
                answer(connection, request);
            }
        });
        gateway = GatewayFixture.startProbing(
                good.as("1/nodes/good", 1),
                killed.as("1/nodes/killed", 1),
                "---",
                "proxy_config: {node_health_check_interval: 1}");
        Await.until(
                () -> gateway.metrics().sum("ethryx_gateway_node_available", "chain_id", "1") == 2,
                () -> "the nodes have not joined: " + gateway.metrics().samples());
        load(() -> broken.set(true));
        allAreAnswered();
        killed.close();
        load(() -> {});
        assertThat(failed).isEmpty();
    }

    @Test
    void a_node_that_comes_back_is_used_again() throws Exception {
        serve(connection -> {
            for (String request = connection.readRequest(); request != null; request = connection.readRequest()) {
                answer(connection, request);
            }
        });
        int port = killed.upstream().port();
        killed.close();
        try (Socket refuses = new Socket()) {
            // Nobody else on this machine gets the port meanwhile; it is not listened on.
            refuses.setReuseAddress(true);
            refuses.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            load(() -> {});
        }
        assertThat(failed).isEmpty();
        killed = null;
        CountDownLatch asked = new CountDownLatch(1);
        try (RawUpstream again = RawUpstream.startAt(port, connection -> {
            for (String request = connection.readRequest(); request != null; request = connection.readRequest()) {
                if (request.contains("eth_call")) {
                    asked.countDown();
                }
                answer(connection, request);
            }
        })) {
            // It comes back with the probe that finds it well.
            while (asked.getCount() > 0) {
                load(() -> {});
            }
            assertThat(again.received()).contains("eth_call");
        } finally {
            killed = ScriptedNode.named("none");
        }
        assertThat(failed).isEmpty();
    }
}
