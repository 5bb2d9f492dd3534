package io.ethryx.server.real;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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

    @TempDir
    private Path folder;

    private UsageGateway gateway;

    @BeforeEach
    void prepare() throws IOException {
        gateway = new UsageGateway("gateway-usage", folder);
    }

    @AfterEach
    void stop() throws Exception {
        gateway.close();
    }

    @Test
    void the_last_interval_is_in_kafka_when_the_process_has_ended() throws Exception {
        try (KafkaProcess kafka = new KafkaProcess(folder.resolve("kafka"))) {
            gateway.serve("usage: {kafka_brokers: ['" + kafka.address() + "'], report_interval: 1h}");
            kafka.start();
            kafka.createTopic("leafage-usage", 3);
            gateway.ask("a");
            gateway.ask("a");
            gateway.ask("b");
            assertThat(gateway.process().terminate(Duration.ofSeconds(60))).isZero();
            assertThat(clients(kafka.values("leafage-usage"))).containsExactlyInAnyOrder("a", "b");
            assertThat(gateway.process().said().lines().filter(line -> !line.startsWith("WARNING: ")))
                    .isEmpty();
        }
    }

    @Test
    void what_a_killed_process_had_spooled_is_sent_by_the_next_one() throws Exception {
        try (KafkaProcess kafka = new KafkaProcess(folder.resolve("kafka"))) {
            Path spool = folder.resolve("spool");
            String usage = "usage: {kafka_brokers: ['" + kafka.address() + "'], report_interval: 100ms, spool_dir: "
                    + spool + "}";
            gateway.serve(usage);
            gateway.ask("spooled");
            Await.until(() -> batches(spool) == 1, () -> "no batch in the spool");
            gateway.process().signal("KILL");
            gateway.process().exit(Duration.ofSeconds(20));
            kafka.start();
            kafka.createTopic("leafage-usage", 3);
            gateway.serve(usage);
            Await.until(() -> batches(spool) == 0, gateway::output);
            assertThat(clients(kafka.values("leafage-usage"))).containsExactly("spooled");
        }
    }

    @Test
    void a_broker_that_accepts_and_says_nothing_holds_up_neither_the_start_nor_the_end() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            gateway.serve(
                    "usage: {kafka_brokers: ['127.0.0.1:" + silent.getLocalPort() + "'], report_interval: 100ms}");
            gateway.ask("a");
            Await.until(() -> gateway.output().contains("usage not shipped"), gateway::output);
            assertThat(gateway.output()).contains("no broker answers").doesNotContain("org.apache.kafka");
            gateway.ask("a");
            assertThat(gateway.process().terminate(Duration.ofSeconds(30)))
                    .as("ten seconds for usage, and room for a slow machine")
                    .isZero();
        }
    }

    @Test
    void a_hangup_ends_it_in_good_order_unless_it_was_started_to_ignore_one() throws Exception {
        Path records = folder.resolve("records");
        String usage = "usage: {sink: file, file: " + records + ", report_interval: 1h}";
        // Whoever runs the tests may ignore hangups, and children do as their parents.
        gateway.serve(usage, "env", "--default-signal=HUP");
        gateway.ask("a");
        gateway.process().signal("HUP");
        assertThat(gateway.process().exit(Duration.ofSeconds(60))).isZero();
        assertThat(clients(Files.readAllLines(records))).containsExactly("a");
        gateway.serve(usage, "sh", "-c", "trap '' HUP; exec \"$0\" \"$@\"");
        gateway.process().signal("HUP");
        gateway.ask("b");
        assertThat(gateway.output()).doesNotContain("shutdown signal");
        assertThat(gateway.process().terminate(Duration.ofSeconds(60))).isZero();
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
}
