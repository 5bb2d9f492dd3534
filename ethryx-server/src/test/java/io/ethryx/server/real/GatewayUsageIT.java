package io.ethryx.server.real;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The gateway as a process, and where its usage goes (decisions G18, G41). */
@Timeout(240)
final class GatewayUsageIT {

    private static final String ETHRYX =
            Path.of(System.getProperty("ethryx.root"), "ethryx").toString();
    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_chainId\",\"params\":[]}";
    private static final String ANSWER = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"0x1\"}";

    @TempDir
    private Path folder;

    private RawUpstream node;
    private RunningProcess gateway;
    private int port;

    @BeforeEach
    void startNode() throws IOException {
        node = RawUpstream.answering("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                + ANSWER.length() + "\r\n\r\n" + ANSWER);
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
    }

    @AfterEach
    void stop() throws Exception {
        if (gateway != null) {
            gateway.close();
        }
        node.close();
    }

    @Test
    void the_last_interval_is_in_kafka_when_the_process_has_ended() throws Exception {
        try (KafkaProcess kafka = new KafkaProcess(folder.resolve("kafka"))) {
            serve("usage: {kafka_brokers: ['" + kafka.address() + "'], report_interval: 1h}");
            kafka.start();
            kafka.createTopic("leafage-usage", 3);
            ask("a");
            ask("a");
            ask("b");
            assertThat(gateway.terminate(Duration.ofSeconds(60))).isZero();
            assertThat(clients(kafka.values("leafage-usage"))).containsExactlyInAnyOrder("a", "b");
            assertThat(gateway.said().lines().filter(line -> !line.startsWith("WARNING: ")))
                    .isEmpty();
        }
    }

    @Test
    void what_a_killed_process_had_spooled_is_sent_by_the_next_one() throws Exception {
        try (KafkaProcess kafka = new KafkaProcess(folder.resolve("kafka"))) {
            Path spool = folder.resolve("spool");
            String usage = "usage: {kafka_brokers: ['" + kafka.address() + "'], report_interval: 100ms, spool_dir: "
                    + spool + "}";
            serve(usage);
            ask("spooled");
            Await.until(() -> batches(spool) == 1, () -> "no batch in the spool");
            gateway.signal("KILL");
            gateway.exit(Duration.ofSeconds(20));
            kafka.start();
            kafka.createTopic("leafage-usage", 3);
            serve(usage);
            Await.until(() -> batches(spool) == 0, this::output);
            assertThat(clients(kafka.values("leafage-usage"))).containsExactly("spooled");
        }
    }

    @Test
    void a_broker_that_accepts_and_says_nothing_holds_up_neither_the_start_nor_the_end() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            serve("usage: {kafka_brokers: ['127.0.0.1:" + silent.getLocalPort() + "'], report_interval: 100ms}");
            ask("a");
            Await.until(() -> output().contains("usage not shipped"), this::output);
            assertThat(output()).contains("no broker answers").doesNotContain("org.apache.kafka");
            ask("a");
            assertThat(gateway.terminate(Duration.ofSeconds(30)))
                    .as("ten seconds for usage, and room for a slow machine")
                    .isZero();
        }
    }

    @Test
    void a_hangup_ends_it_in_good_order_unless_it_was_started_to_ignore_one() throws Exception {
        Path records = folder.resolve("records");
        String usage = "usage: {sink: file, file: " + records + ", report_interval: 1h}";
        // Whoever runs the tests may ignore hangups, and children do as their parents.
        serve(usage, "env", "--default-signal=HUP");
        ask("a");
        gateway.signal("HUP");
        assertThat(gateway.exit(Duration.ofSeconds(60))).isZero();
        assertThat(clients(Files.readAllLines(records))).containsExactly("a");
        serve(usage, "sh", "-c", "trap '' HUP; exec \"$0\" \"$@\"");
        gateway.signal("HUP");
        ask("b");
        assertThat(output()).doesNotContain("shutdown signal");
        assertThat(gateway.terminate(Duration.ofSeconds(60))).isZero();
    }

    private void serve(String usage, String... before) throws Exception {
        Path file = Files.writeString(folder.resolve("gateway.yaml"), """
                listen: 127.0.0.1:%d
                metric_listen: 127.0.0.1:0
                discovery: {static: {1/nodes/s: {address: 127.0.0.1, port: %d, nodeType: 1, stateType: 1}}}
                %s
                """.formatted(port, node.port(), usage));
        List<String> command = new ArrayList<>(List.of(before));
        command.addAll(List.of(ETHRYX, "gateway", "--config=" + file));
        gateway = RunningProcess.start("gateway-usage", command);
        Await.until(
                () -> output().contains("\"message\":\"listening\""),
                () -> output() + (gateway.alive() ? "" : " (ended)"));
    }

    private void ask(String client) throws IOException {
        try (RawClient connection = RawClient.connect(port)) {
            connection.send("POST /1 HTTP/1.1\r\nHost: a\r\nclient-id: " + client
                    + "\r\nContent-Type: application/json\r\nContent-Length: " + CALL.length() + "\r\n\r\n" + CALL);
            assertThat(connection.readAnswer()).contains("\"0x1\"");
        }
    }

    private static Set<String> clients(List<String> records) {
        return records.stream()
                .map(record -> record.replaceFirst(".*\"client_id\":\"([^\"]*)\",\"service\":\"leafage\".*", "$1"))
                .collect(Collectors.toSet());
    }

    private static long batches(Path spool) {
        if (!Files.isDirectory(spool)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(spool)) {
            return files.filter(file -> file.toString().endsWith(".jsonl")).count();
        } catch (IOException e) {
            return -1;
        }
    }

    private String output() {
        return String.join("\n", gateway.lines());
    }
}
